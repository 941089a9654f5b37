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

#include "base/compress.hpp"
#include "base/count_ones.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kBlock = BlockMasks::kVertices;
// At most 16 lanes, so that the bits of a vector's lanes always lie within a block.
using Vertices = hn::CappedTag<std::uint32_t, 16>;
// The candidates of one vertex.
using Candidates = hn::CappedTag<std::uint32_t, DegreeLayout::kNext>;
using Bytes = hn::CappedTag<std::uint8_t, 64>;

/// Blocks searched together for the vertices that hubs and columns did not reach.
constexpr std::size_t kGroup = 32;
/// Rows fetched ahead: about as many misses as a core has in flight.
constexpr std::size_t kAhead = 12;

template <class D>
HWY_INLINE hn::Mask<D> mask_of_bits(D d, std::uint64_t bits) {
  // As bytes, least significant first, whatever the machine's order.
  HWY_ALIGN std::uint8_t bytes[8];
  for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
  return hn::LoadMaskBits(d, bytes);
}

/// Lanes whose vertex is in the bitmap.
template <class D>
HWY_INLINE hn::Mask<D> in_bitmap(D d, hn::Vec<D> vertices, const std::uint32_t* bitmap) {
  const hn::RebindToSigned<D> di;
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
  const std::uint64_t all = (1ULL << lanes) - 1;
  std::uint64_t found = 0;
  for (std::size_t lane = 0; lane < kBlock; lane += lanes) {
    const std::uint64_t bits = wanted >> lane & all;
    if (bits == 0) continue;
    found |= bits_of_mask(d, body(lane, mask_of_bits(d, bits))) << lane;
  }
  return found;
}

/// hubs[place] in each lane. Registers hold them all: faster than memory is asked.
HWY_INLINE hn::Vec<Vertices> pick_hubs(Vertices d, const Vertex* hubs, hn::Vec<Vertices> place) {
  constexpr std::size_t kLanes = hn::MaxLanes(Vertices());
  const auto from = [&](std::size_t first) HWY_ATTR {
    const auto index = hn::And(place, hn::Set(d, std::uint32_t{kLanes - 1}));
    return hn::TableLookupLanes(hn::LoadU(d, hubs + first), hn::IndicesFromVec(d, index));
  };
  const auto bit = [&](std::uint32_t value)
                       HWY_ATTR { return hn::TestBit(place, hn::Set(d, value)); };
  if constexpr (kLanes == 16) {
    return hn::IfThenElse(bit(16), from(16), from(0));
  } else if constexpr (kLanes == 8) {
    const auto low = hn::IfThenElse(bit(8), from(8), from(0));
    const auto high = hn::IfThenElse(bit(8), from(24), from(16));
    return hn::IfThenElse(bit(16), high, low);
  } else {
    return hn::GatherIndex(d, hubs, hn::BitCast(hn::RebindToSigned<Vertices>(), place));
  }
}

/// Stores the lanes of `mask`, of a block that no other thread writes. Processors without AVX-512
/// may take a dozen cycles for a masked store.
HWY_INLINE void store_lanes(Vertices d, hn::Vec<Vertices> vector, hn::Mask<Vertices> mask,
                            Vertex* to) {
  if constexpr (hn::MaxLanes(Vertices()) == 16) {
    hn::BlendedStore(vector, mask, d, to);
  } else {
    hn::StoreU(hn::IfThenElse(mask, vector, hn::LoadU(d, to)), d, to);
  }
}

/// Vertices next to a hub of the frontier.
HWY_INLINE std::uint64_t probe_hubs(const BottomUpStep& step, std::size_t first,
                                    std::uint64_t wanted) {
  const Vertices d;
  const auto in_frontier = hn::Set(d, step.hubs_in_frontier);
  const Vertex* hubs = step.layout->hubs.data();
  const std::uint32_t* bits = step.layout->hub_bits.data() + first;
  return for_vectors(wanted, [&](std::size_t lane, hn::Mask<Vertices> lanes) HWY_ATTR {
    const auto common = hn::And(hn::LoadU(d, bits + lane), in_frontier);
    const auto found = hn::And(lanes, hn::Ne(common, hn::Zero(d)));
    if (hn::AllFalse(d, found)) return found;
    const auto place = hn::IfThenElseZero(found, lowest_bit(d, common));
    const auto parents = pick_hubs(d, hubs, place);
    store_lanes(d, parents, found, step.parents + first + lane);
    return found;
  });
}

/// The bits of `dense`, from the lowest, put where `places` has bits.
HWY_INLINE std::uint64_t spread_bits(std::uint64_t dense, std::uint64_t places) {
#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2
  return _pdep_u64(dense, places);
#else
  std::uint64_t spread = 0;
  for (; places != 0 && dense != 0; places &= places - 1, dense >>= 1U) {
    if ((dense & 1U) != 0) spread |= places & (~places + 1);
  }
  return spread;
#endif
}

/// Vertices whose first candidate is in the frontier. Gathers are what takes time: the wanted are
/// moved together first, so that no lane of a gather idles.
HWY_INLINE std::uint64_t probe_first(const BottomUpStep& step, std::size_t first,
                                     std::uint64_t wanted) {
  const Vertices d;
  const std::size_t lanes = hn::Lanes(d);
  const Vertex* candidates = step.layout->first.data() + first;
  HWY_ALIGN std::array<Vertex, 2 * kBlock> dense;
  std::size_t count = 0;
  (void)for_vectors(wanted, [&](std::size_t lane, hn::Mask<Vertices> mask) HWY_ATTR {
    hn::StoreU(compress(d, hn::LoadU(d, candidates + lane), mask), d, dense.data() + count);
    count += hn::CountTrue(d, mask);
    return mask;
  });
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count; i += lanes) {
    const auto valid = hn::FirstN(d, count - i);
    const auto vertices = hn::IfThenElseZero(valid, hn::LoadU(d, dense.data() + i));
    found |= bits_of_mask(d, hn::And(valid, in_bitmap(d, vertices, step.frontier))) << i;
  }
  found = spread_bits(found, wanted);
  return for_vectors(found, [&](std::size_t lane, hn::Mask<Vertices> mask) HWY_ATTR {
    store_lanes(d, hn::LoadU(d, candidates + lane), mask, step.parents + first + lane);
    return mask;
  });
}

/// A bit for each of a vertex's kNext candidates: whether it is in the frontier.
HWY_INLINE std::uint64_t look_up_next(const BottomUpStep& step, const Vertex* row) {
  const Candidates d;
  std::uint64_t found = 0;
  for (std::size_t lane = 0; lane < DegreeLayout::kNext; lane += hn::Lanes(d)) {
    found |= bits_of_mask(d, in_bitmap(d, hn::LoadU(d, row + lane), step.frontier)) << lane;
  }
  return found;
}

/// The first of `row` that is in the frontier; or kNoVertex. Adds how many were looked at up to it.
HWY_INLINE Vertex search_row(const BottomUpStep& step, std::span<const Vertex> row,
                             std::uint64_t& examined) {
  const Vertices d;
  for (std::size_t i = 0; i < row.size(); i += hn::Lanes(d)) {
    // Reads past the row's end, at most into the array's padding.
    const auto valid = hn::FirstN(d, row.size() - i);
    const auto vertices = hn::IfThenElseZero(valid, hn::LoadU(d, row.data() + i));
    const auto found = hn::And(valid, in_bitmap(d, vertices, step.frontier));
    const std::intptr_t lane = hn::FindFirstTrue(d, found);
    if (lane >= 0) {
      const std::size_t place = i + static_cast<std::size_t>(lane);
      examined += place + 1;
      return row[place];
    }
  }
  examined += row.size();
  return kNoVertex;
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

/// Makes the vertices of `bits`, in the block of vertex `first`, unreached.
HWY_INLINE void fill_block(const BottomUpStep& step, std::size_t first, std::uint64_t bits) {
  if (bits == 0) return;
  const Vertices d;
  const auto none = hn::Set(d, kNoVertex);
  (void)for_vectors(bits, [&](std::size_t lane, hn::Mask<Vertices> lanes) HWY_ATTR {
    store_lanes(d, none, lanes, step.parents + first + lane);
    return lanes;
  });
  set_levels(step.levels, first, bits, kUnreached);
}

/// Some blocks on their way through a step: vertices that want a parent still, a word a block.
class Group {
 public:
  Group(const BottomUpStep& step, std::size_t first, std::size_t blocks)
      : step_(step), first_(first), blocks_(blocks) {}

  /// Hubs and first candidates, all vertices of a vector at a time.
  HWY_ATTR void probe_side_by_side() {
    for (std::size_t i = 0; i < blocks_; ++i) {
      const std::size_t block = first_ + i;
      const std::uint64_t visited = load_block(step_.visited, block);
      if (step_.fills_unreached) {
        fill_block(step_, block * kBlock, ~(visited & step_.layout->masks[block].connected));
      }
      std::uint64_t wanted = ~visited;
      if (wanted != 0 && step_.hubs_in_frontier != 0) {
        examined_ += count_ones(wanted);
        wanted &= ~probe_hubs(step_, block * kBlock, wanted);
      }
      if (wanted != 0) {
        examined_ += count_ones(wanted);
        wanted &= ~probe_first(step_, block * kBlock, wanted);
      }
      wanted_[i] = wanted;
    }
  }

  /// The candidates after the first, all of a vertex at a time: few vertices are left, and most of
  /// a vector of vertices would idle.
  HWY_ATTR void probe_next() {
    constexpr std::size_t kNext = DegreeLayout::kNext;
    list(&BlockMasks::has_next);
    for (std::size_t i = 0; i < count_; ++i) {
      const Vertex v = listed_[i];
      const BlockMasks& masks = step_.layout->masks[v / kBlock];
      rows_[i] = step_.layout->next.data() + masks.next_row(v % kBlock) * kNext;
    }
    // Whether a vertex is found is a guess that goes wrong too often for a branch.
    std::size_t hits = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (i + kAhead < count_) hwy::Prefetch(rows_[i + kAhead]);
      const std::uint64_t found = look_up_next(step_, rows_[i]);
      const auto place = static_cast<unsigned>(std::countr_zero(found | 1U << (kNext - 1)));
      const Vertex parent = rows_[i][place];
      examined_ += place + 1;
      listed_[hits] = listed_[i];
      parents_[hits] = parent;
      hits += found != 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < hits; ++i) take(listed_[i], parents_[i]);
  }

  /// Whole rows, which lie anywhere in memory.
  HWY_ATTR void probe_rows() {
    list(&BlockMasks::unlisted);
    const EdgeIndex* offsets = step_.graph->offsets().data();
    const Vertex* targets = step_.graph->targets().data();
    for (std::size_t i = 0; i < std::min(count_, kAhead); ++i) hwy::Prefetch(offsets + listed_[i]);
    for (std::size_t i = 0; i < count_; ++i) {
      if (i + kAhead < count_) hwy::Prefetch(offsets + listed_[i + kAhead]);
      rows_[i] = targets + offsets[listed_[i]];
    }
    for (std::size_t i = 0; i < count_; ++i) {
      if (i + kAhead < count_) hwy::Prefetch(rows_[i + kAhead]);
      const Vertex parent = search_row(step_, step_.graph->neighbors(listed_[i]), examined_);
      if (parent != kNoVertex) take(listed_[i], parent);
    }
  }

  /// Writes what was found, but for the parents, which are written.
  HWY_ATTR Probed finish() {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < blocks_; ++i) {
      const std::size_t block = first_ + i;
      const std::uint64_t visited = load_block(step_.visited, block);
      const std::uint64_t found = ~visited & ~wanted_[i];
      store_block(step_.next, block, found);
      if (found == 0) continue;
      store_block(step_.visited, block, visited | found);
      set_levels(step_.levels, block * kBlock, found, step_.level);
      count += count_ones(found);
    }
    return {count, examined_};
  }

 private:
  /// Lists the wanted vertices that are in a mask.
  HWY_ATTR void list(std::uint64_t BlockMasks::*mask) {
    count_ = 0;
    for (std::size_t i = 0; i < blocks_; ++i) {
      const std::size_t block = first_ + i;
      std::uint64_t rest = wanted_[i] & step_.layout->masks[block].*mask;
      for (; rest != 0; rest &= rest - 1) {
        const std::size_t v = block * kBlock + static_cast<unsigned>(std::countr_zero(rest));
        listed_[count_++] = static_cast<Vertex>(v);
      }
    }
  }

  HWY_INLINE void take(Vertex v, Vertex parent) {
    step_.parents[v] = parent;
    wanted_[v / kBlock - first_] &= ~(1ULL << (v % kBlock));
  }

  const BottomUpStep& step_;
  std::size_t first_;
  std::size_t blocks_;
  std::array<std::uint64_t, kGroup> wanted_;
  std::size_t count_ = 0;
  std::uint64_t examined_ = 0;
  std::array<Vertex, kGroup * kBlock> listed_;
  std::array<Vertex, kGroup * kBlock> parents_;
  std::array<const Vertex*, kGroup * kBlock> rows_;  // where what is looked through lies
};

Probed probe_whole_blocks(const BottomUpStep& step, std::size_t first, std::size_t last) {
  Probed probed;
  for (; first < last; first += kGroup) {
    Group group(step, first, std::min(kGroup, last - first));
    group.probe_side_by_side();
    group.probe_next();
    group.probe_rows();
    probed += group.finish();
  }
  return probed;
}

void fill_whole_blocks(const BottomUpStep& step, std::size_t first, std::size_t last) {
  for (std::size_t block = first; block < last; ++block) {
    const std::uint64_t visited = load_block(step.visited, block);
    fill_block(step, block * kBlock, ~(visited & step.layout->masks[block].connected));
  }
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(probe_whole_blocks);
HWY_EXPORT(fill_whole_blocks);

/// Blocks before this one are whole: vectors may read and write all their places.
std::size_t whole_blocks(const BottomUpStep& step) {
  return step.layout->num_vertices / BlockMasks::kVertices;
}

}  // namespace

Probed probe_blocks(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const std::size_t whole = std::clamp(whole_blocks(step), first, last);
  Probed probed = HWY_DYNAMIC_DISPATCH(probe_whole_blocks)(step, first, whole);
  probed += probe_blocks_scalar(step, whole, last);
  return probed;
}

void fill_unreached(const BottomUpStep& step, std::size_t first, std::size_t last) {
  const std::size_t whole = std::clamp(whole_blocks(step), first, last);
  HWY_DYNAMIC_DISPATCH(fill_whole_blocks)(step, first, whole);
  fill_unreached_scalar(step, whole, last);
}

}  // namespace strider::detail
#endif
