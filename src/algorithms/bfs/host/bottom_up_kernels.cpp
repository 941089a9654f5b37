// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/bfs/host/bottom_up_kernels.cpp"
#include "algorithms/bfs/host/bottom_up_kernels.hpp"

#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kBlock = BlockMasks::kVertices;
// At most 16 lanes, so that the bits of a vector's lanes always lie within a block.
using Vertices = hn::CappedTag<std::uint32_t, 16>;
using Bytes = hn::CappedTag<std::uint8_t, 64>;

/// Below this many vertices of a block, one at a time is faster than vectors with idle lanes.
constexpr int kWorthVectors = 6;

/// Blocks whose vertices left over by hubs and columns are looked after together.
constexpr std::size_t kGroup = 32;
/// Rows fetched ahead: about as many misses as a core has in flight.
constexpr std::size_t kRowsAhead = 12;

template <class D>
HWY_INLINE hn::Mask<D> mask_of_bits(D d, std::uint64_t bits) {
  // As bytes, least significant first, whatever the machine's order.
  HWY_ALIGN std::uint8_t bytes[8];
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
  return hn::LoadMaskBits(d, bytes);
}

template <class D>
HWY_INLINE std::uint64_t bits_of_mask(D d, hn::Mask<D> mask) {
  HWY_ALIGN std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return bits;
}

/// Lanes whose vertex is in the bitmap.
HWY_INLINE hn::Mask<Vertices> in_bitmap(Vertices d, hn::Vec<Vertices> vertices,
                                        const std::uint32_t* bitmap) {
  const hn::RebindToSigned<Vertices> di;
  const auto words = hn::GatherIndex(d, bitmap, hn::BitCast(di, hn::ShiftRight<5>(vertices)));
  const auto bit = hn::And(vertices, hn::Set(d, 31));
  return hn::TestBit(words, hn::Shl(hn::Set(d, 1), bit));
}

/// The position of the lowest bit set, which must exist: read off a float's exponent.
HWY_INLINE hn::Vec<Vertices> lowest_bit(Vertices d, hn::Vec<Vertices> bits) {
  const hn::RebindToSigned<Vertices> di;
  const hn::RebindToFloat<Vertices> df;
  const auto lowest = hn::And(bits, hn::Sub(hn::Zero(d), bits));
  const auto power = hn::BitCast(d, hn::ConvertTo(df, hn::BitCast(di, lowest)));
  // The highest bit converts as a negative number: its sign is cut off.
  const auto exponent = hn::And(hn::ShiftRight<23>(power), hn::Set(d, 0xFF));
  return hn::Sub(exponent, hn::Set(d, 127));
}

/// Calls body(first lane's vertex, lanes wanted) for vectors of a block with wanted vertices, which
/// returns the lanes found; returns the bits of all found.
template <class Body>
HWY_INLINE std::uint64_t for_vectors(std::uint64_t wanted, const Body& body) {
  const Vertices d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t all = lanes == 64 ? ~0ULL : (1ULL << lanes) - 1;
  std::uint64_t found = 0;
  for (std::size_t lane = 0; lane < kBlock; lane += lanes) {
    const std::uint64_t bits = wanted >> lane & all;
    if (bits == 0) continue;
    found |= bits_of_mask(d, body(lane, mask_of_bits(d, bits))) << lane;
  }
  return found;
}

/// Vertices next to a hub of the frontier.
HWY_INLINE std::uint64_t probe_hubs(const BottomUpStep& step, std::size_t first,
                                    std::uint64_t wanted) {
  const Vertices d;
  const hn::RebindToSigned<Vertices> di;
  const auto in_frontier = hn::Set(d, step.hubs_in_frontier);
  const Vertex* hubs = step.layout->hubs.data();
  const std::uint32_t* bits = step.layout->hub_bits.data() + first;
  return for_vectors(wanted, [&](std::size_t lane, hn::Mask<Vertices> lanes) HWY_ATTR {
    const auto common = hn::And(hn::LoadU(d, bits + lane), in_frontier);
    const auto found = hn::And(lanes, hn::Ne(common, hn::Zero(d)));
    if (hn::AllFalse(d, found)) return found;
    const auto place = hn::IfThenElseZero(found, lowest_bit(d, common));
    const auto parents = hn::GatherIndex(d, hubs, hn::BitCast(di, place));
    hn::BlendedStore(parents, found, d, step.parents + first + lane);
    return found;
  });
}

/// As probe_column, one vertex at a time. Tests come before stores: without a branch that depends on
/// them, their misses overlap.
HWY_INLINE std::uint64_t probe_few(const BottomUpStep& step, const Vertex* column,
                                   std::size_t first, std::uint64_t wanted) {
  std::uint64_t found = 0;
  for (std::uint64_t rest = wanted; rest != 0; rest &= rest - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(rest));
    found |= std::uint64_t{test_vertex(step.frontier, column[first + bit])} << bit;
  }
  for (std::uint64_t rest = found; rest != 0; rest &= rest - 1) {
    const std::size_t v = first + static_cast<unsigned>(std::countr_zero(rest));
    step.parents[v] = column[v];
  }
  return found;
}

/// Vertices whose neighbour in the column is in the frontier.
HWY_INLINE std::uint64_t probe_column(const BottomUpStep& step, const Vertex* column,
                                      std::size_t first, std::uint64_t wanted) {
  if (std::popcount(wanted) < kWorthVectors) return probe_few(step, column, first, wanted);
  const Vertices d;
  return for_vectors(wanted, [&](std::size_t lane, hn::Mask<Vertices> lanes) HWY_ATTR {
    const auto neighbors = hn::LoadU(d, column + first + lane);
    const auto found = hn::And(lanes, in_bitmap(d, neighbors, step.frontier));
    hn::BlendedStore(neighbors, found, d, step.parents + first + lane);
    return found;
  });
}

HWY_INLINE bool probe_row(const BottomUpStep& step, Vertex v) {
  const Vertices d;
  const std::size_t lanes = hn::Lanes(d);
  const auto row = step.graph->neighbors(v);
  std::size_t i = 0;
  for (; i + lanes <= row.size(); i += lanes) {
    const auto found = in_bitmap(d, hn::LoadU(d, row.data() + i), step.frontier);
    const std::intptr_t first = hn::FindFirstTrue(d, found);
    if (first < 0) continue;
    step.parents[v] = row[i + static_cast<std::size_t>(first)];
    return true;
  }
  for (; i < row.size(); ++i) {
    if (!test_vertex(step.frontier, row[i])) continue;
    step.parents[v] = row[i];
    return true;
  }
  return false;
}

/// Gives the vertices of `bits` the level.
HWY_INLINE void set_levels(const LevelTarget& levels, std::size_t first, std::uint64_t bits,
                           Level level) {
  if (levels.wide != nullptr) {
    for (; bits != 0; bits &= bits - 1) {
      levels.wide[first + static_cast<unsigned>(std::countr_zero(bits))] = level;
    }
    return;
  }
  const Bytes d;
  const auto value = hn::Set(d, static_cast<std::uint8_t>(level));
  for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(d)) {
    std::uint8_t* place = levels.narrow + first + lane;
    const auto mask = mask_of_bits(d, bits >> lane);
    hn::StoreU(hn::IfThenElse(mask, value, hn::LoadU(d, place)), d, place);
  }
}

/// Prefetches the row of v, whose offsets are at hand.
HWY_INLINE void prefetch_row(const Csr& graph, Vertex v) {
  hwy::Prefetch(graph.targets().data() + graph.offsets()[v]);
}

/// Looks through the rows of the wanted vertices of some blocks; takes those found from `wanted`.
/// Rows lie anywhere in memory: those to come are fetched while others are looked through.
HWY_INLINE void probe_rows(const BottomUpStep& step, std::size_t first,
                           std::span<std::uint64_t> wanted) {
  std::array<Vertex, kGroup * kBlock + kRowsAhead> rows;
  std::size_t count = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::size_t v = (first + i) * kBlock;
    std::uint64_t rest = wanted[i] & step.layout->masks[first + i].unlisted;
    for (; rest != 0; rest &= rest - 1) {
      rows[count++] = static_cast<Vertex>(v + static_cast<unsigned>(std::countr_zero(rest)));
    }
  }
  for (std::size_t i = 0; i < std::min(count, kRowsAhead); ++i) prefetch_row(*step.graph, rows[i]);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kRowsAhead < count) prefetch_row(*step.graph, rows[i + kRowsAhead]);
    if (!probe_row(step, rows[i])) continue;
    wanted[rows[i] / kBlock - first] &= ~(1ULL << (rows[i] % kBlock));
  }
}

/// The vertices of a block that neither hubs nor columns find.
HWY_INLINE std::uint64_t probe_listed(const BottomUpStep& step, std::size_t block,
                                      std::uint64_t wanted) {
  const DegreeLayout& layout = *step.layout;
  const std::size_t first = block * kBlock;
  if (step.hubs_in_frontier != 0) wanted &= ~probe_hubs(step, first, wanted);
  for (std::size_t k = 0; k < layout.num_columns; ++k) {
    const std::uint64_t listed = wanted & layout.masks[block].in_column[k];
    if (listed == 0) break;
    wanted &= ~probe_column(step, layout.column(k), first, listed);
  }
  return wanted;
}

std::uint64_t ProbeBlocks(const BottomUpStep& step, std::size_t first, std::size_t last) {
  std::uint64_t count = 0;
  for (; first < last; first += kGroup) {
    const std::size_t blocks = std::min(kGroup, last - first);
    std::array<std::uint64_t, kGroup> wanted;
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::uint64_t unvisited = ~load_block(step.visited, first + i);
      wanted[i] = unvisited == 0 ? 0 : probe_listed(step, first + i, unvisited);
    }
    probe_rows(step, first, std::span(wanted).first(blocks));
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::uint64_t visited = load_block(step.visited, first + i);
      const std::uint64_t found = ~visited & ~wanted[i];
      store_block(step.next, first + i, found);
      if (found == 0) continue;
      store_block(step.visited, first + i, visited | found);
      set_levels(step.levels, (first + i) * kBlock, found, step.level);
      count += static_cast<unsigned>(std::popcount(found));
    }
  }
  return count;
}

void FillUnreached(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const Vertices d;
  const auto none = hn::Set(d, kNoVertex);
  for (std::size_t block = first; block < last; ++block) {
    const std::uint64_t unreached =
        ~(load_block(step.visited, block) & step.layout->masks[block].connected);
    if (unreached == 0) continue;
    const std::size_t v = block * kBlock;
    (void)for_vectors(unreached, [&](std::size_t lane, hn::Mask<Vertices> lanes) HWY_ATTR {
      hn::BlendedStore(none, lanes, d, step.parents + v + lane);
      return lanes;
    });
    set_levels(step.levels, v, unreached, kUnreached);
  }
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(ProbeBlocks);
HWY_EXPORT(FillUnreached);

/// Blocks before this one are whole: vectors may read and write all their places.
std::size_t whole_blocks(const BottomUpStep& step) {
  return step.layout->num_vertices / BlockMasks::kVertices;
}

}  // namespace

std::uint64_t probe_blocks(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const std::size_t whole = std::clamp(whole_blocks(step), first, last);
  return HWY_DYNAMIC_DISPATCH(ProbeBlocks)(step, first, whole) +
         probe_blocks_scalar(step, whole, last);
}

void fill_unreached(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const std::size_t whole = std::clamp(whole_blocks(step), first, last);
  HWY_DYNAMIC_DISPATCH(FillUnreached)(step, first, whole);
  fill_unreached_scalar(step, whole, last);
}

}  // namespace strider::detail
#endif
