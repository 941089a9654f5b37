#include "graph/layout/degree_layout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <vector>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlock = BlockMasks::kVertices;
constexpr std::size_t kNext = DegreeLayout::kNext;

/// A vertex's candidates in the order in which a search tries them.
using Candidates = std::array<Vertex, 1 + kNext>;

/// How promising a neighbour is as a parent: its degree on a logarithmic scale, in one byte so that
/// the ranks of all vertices stay in the cache while the rows are read once.
using Rank = std::uint8_t;
constexpr Rank kHubRank = 255;

/// Eight steps to each doubling of the degree; 0 for degree 0 and 1.
Rank rank_of(EdgeIndex degree) {
  if (degree < 2) return 0;
  const auto log = static_cast<unsigned>(std::bit_width(degree)) - 1;
  const auto eighths = static_cast<unsigned>((degree << 3U) >> log) & 7U;
  return static_cast<Rank>(std::min(8 * log + eighths, kHubRank - 1U));
}

/// The columns of a whole undirected graph: its vertices.
class OwnColumns {
 public:
  explicit OwnColumns(const Csr& graph) : graph_(graph) {}
  [[nodiscard]] Vertex size() const { return graph_.num_vertices(); }
  [[nodiscard]] EdgeIndex degree(Vertex v) const { return graph_.degree(v); }
  /// What stands for "no column" in row v.
  [[nodiscard]] Vertex none(Vertex v) const { return v; }

  /// Sets bit h of bits[v] for the neighbours v of hubs[h]: a hub's neighbours are its row.
  void mark_neighbors(std::span<const Vertex> hubs, std::span<std::uint32_t> bits,
                      int threads) const {
    for (std::size_t h = 0; h < hubs.size(); ++h) {
      const auto row = graph_.neighbors(hubs[h]);
      parallel_chunks(row.size(), threads, [&](std::size_t begin, std::size_t end, int) {
        // Atomic as a row may repeat a neighbour, and two threads may then set the same bit.
        for (std::size_t i = begin; i < end; ++i) fetch_or_relaxed(bits[row[i]], 1U << h);
      });
    }
  }

 private:
  const Csr& graph_;
};

/// The columns of rows of a larger graph: most have no row here.
class GivenColumns {
 public:
  /// `none` stands for "no column" in every row; the row's own vertex does where that is not given.
  GivenColumns(const Csr& rows, std::span<const std::uint32_t> degrees, std::optional<Vertex> none)
      : rows_(rows), degrees_(degrees), none_(none) {}
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(degrees_.size()); }
  [[nodiscard]] EdgeIndex degree(Vertex column) const { return degrees_[column]; }
  [[nodiscard]] Vertex none(Vertex v) const { return none_.value_or(v); }

  void mark_neighbors(std::span<const Vertex> hubs, std::span<std::uint32_t> bits,
                      int threads) const {
    Array<std::uint8_t> number_of(degrees_.size(), kNoHub);
    for (std::size_t h = 0; h < hubs.size(); ++h) number_of[hubs[h]] = static_cast<std::uint8_t>(h);
    parallel_for(0, rows_.num_vertices(), threads, [&](std::size_t v) {
      for (const Vertex u : rows_.neighbors(static_cast<Vertex>(v))) {
        if (number_of[u] != kNoHub) bits[v] |= 1U << number_of[u];
      }
    });
  }

 private:
  static constexpr std::uint8_t kNoHub = 255;

  const Csr& rows_;
  std::span<const std::uint32_t> degrees_;
  std::optional<Vertex> none_;
};

template <class Columns>
class LayoutBuilder {
 public:
  LayoutBuilder(const Csr& rows, const Columns& columns, int threads)
      : graph_(rows),
        columns_(columns),
        threads_(threads),
        n_(rows.num_vertices()),
        blocks_((n_ + kBlock - 1) / kBlock) {}

  std::shared_ptr<const DegreeLayout> build() {
    auto layout = std::make_shared<DegreeLayout>();
    layout->num_vertices = n_;
    rank_columns();
    layout->num_connected = count_connected();
    mark_hubs(*layout);
    list_candidates(*layout);
    return layout;
  }

 private:
  static constexpr const char* kPurpose = "the layout by degree";

  void rank_columns() {
    ranks_ = take_array<Array<Rank>>(columns_.size(), kPurpose);
    parallel_chunks(ranks_.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t c = begin; c < end; ++c) {
        ranks_[c] = rank_of(columns_.degree(static_cast<Vertex>(c)));
      }
    });
  }

  [[nodiscard]] Vertex count_connected() const {
    std::atomic<Vertex> connected = 0;
    parallel_chunks(n_, threads_, [&](std::size_t begin, std::size_t end, int) {
      Vertex count = 0;
      for (std::size_t v = begin; v < end; ++v) {
        count += graph_.degree(static_cast<Vertex>(v)) > 0 ? 1 : 0;
      }
      connected += count;
    });
    return connected;
  }

  /// Hub bits pay where many vertices are found by them: their array is read for every unvisited
  /// vertex.
  void mark_hubs(DegreeLayout& layout) {
    std::vector<Vertex> hubs = largest_columns();
    if (hubs.size() < DegreeLayout::kHubs) return;
    EdgeIndex covered_at_most = 0;
    for (const Vertex hub : hubs) covered_at_most += columns_.degree(hub);
    if (covered_at_most < layout.num_connected / 8) return;

    auto bits = take_array<Array<std::uint32_t>>(blocks_ * kBlock, kPurpose);
    parallel_chunks(bits.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(bits.begin() + begin, bits.begin() + end, 0);
    });
    for (const Vertex hub : hubs) ranks_[hub] = kHubRank;
    columns_.mark_neighbors(hubs, bits.span(), threads_);
    layout.hubs = Array<Vertex>::copy_of(hubs);
    layout.hub_bits = std::move(bits);
  }

  /// Up to kHubs columns of highest degree, highest first, the smaller of equals.
  [[nodiscard]] std::vector<Vertex> largest_columns() const {
    const auto before = [&](Vertex a, Vertex b) {
      const EdgeIndex degree_a = columns_.degree(a);
      const EdgeIndex degree_b = columns_.degree(b);
      return degree_a != degree_b ? degree_a > degree_b : a < b;
    };
    std::vector<std::vector<Vertex>> largest(static_cast<std::size_t>(threads_));
    parallel_chunks(columns_.size(), threads_, [&](std::size_t begin, std::size_t end, int thread) {
      // A heap whose front is the one to give up next.
      std::vector<Vertex> heap;
      for (std::size_t i = begin; i < end; ++i) {
        const auto v = static_cast<Vertex>(i);
        if (heap.size() == DegreeLayout::kHubs) {
          if (!before(v, heap.front())) continue;
          std::pop_heap(heap.begin(), heap.end(), before);
          heap.pop_back();
        }
        heap.push_back(v);
        std::push_heap(heap.begin(), heap.end(), before);
      }
      largest[static_cast<std::size_t>(thread)] = std::move(heap);
    });
    std::vector<Vertex> all;
    for (const auto& part : largest) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end(), before);
    all.resize(std::min(all.size(), DegreeLayout::kHubs));
    return all;
  }

  /// In two passes: the first counts, so that rows of `next` lie together.
  void list_candidates(DegreeLayout& layout) {
    Array<Vertex> first;
    Array<BlockMasks> masks;
    Array<std::uint64_t> rows;
    Workspace workspace;
    workspace.declare("first candidates", first, blocks_ * kBlock);
    workspace.declare("masks", masks, blocks_);
    workspace.declare("rows of candidates", rows, blocks_);
    workspace.take(kPurpose, HostMemory());
    parallel_for(0, blocks_, threads_, [&](std::size_t block) {
      masks[block] = count_candidates(block);
      rows[block] = count_ones(masks[block].has_next);
    });
    auto next = take_array<Array<Vertex>>(exclusive_scan(rows.span(), threads_) * kNext, kPurpose);
    parallel_for(
        0, blocks_, threads_,
        [&](std::size_t block) {
          masks[block].next_begin = rows[block];
          Vertex* row = next.data() + rows[block] * kNext;
          for (std::size_t i = 0; i < kBlock; ++i) {
            const std::size_t v = block * kBlock + i;
            Candidates best;
            best.fill(columns_.none(static_cast<Vertex>(v)));
            if (v < n_) select(static_cast<Vertex>(v), best);
            first[v] = best[0];
            if ((masks[block].has_next >> i & 1U) != 0) {
              row = std::copy_n(best.data() + 1, kNext, row);
            }
          }
        },
        16);
    layout.first = std::move(first);
    layout.next = std::move(next);
    layout.masks = std::move(masks);
  }

  /// The masks of a block but for next_begin.
  [[nodiscard]] BlockMasks count_candidates(std::size_t block) const {
    BlockMasks masks{};
    const std::size_t begin = block * kBlock;
    for (std::size_t v = begin; v < std::min<std::size_t>(n_, begin + kBlock); ++v) {
      const auto row = graph_.neighbors(static_cast<Vertex>(v));
      std::size_t candidates = 0;
      for (const Vertex u : row) {
        candidates += ranks_[u] != kHubRank ? 1 : 0;
        if (candidates > 1 + kNext) break;
      }
      const std::uint64_t bit = 1ULL << (v - begin);
      if (!row.empty()) masks.connected |= bit;
      if (candidates > 1) masks.has_next |= bit;
      if (candidates > 1 + kNext) masks.unlisted |= bit;
    }
    return masks;
  }

  /// The first of v's neighbours by rank, hubs left out, earlier ones before later ones of the same
  /// rank.
  void select(Vertex v, Candidates& best) const {
    std::array<Rank, std::tuple_size_v<Candidates>> best_rank{};
    std::size_t count = 0;
    for (const Vertex u : graph_.neighbors(v)) {
      const Rank rank = ranks_[u];
      if (rank == kHubRank) continue;
      std::size_t place = count++;
      if (place >= best.size()) {
        place = best.size() - 1;
        if (rank <= best_rank[place]) continue;
      }
      for (; place > 0 && best_rank[place - 1] < rank; --place) {
        best[place] = best[place - 1];
        best_rank[place] = best_rank[place - 1];
      }
      best[place] = u;
      best_rank[place] = rank;
    }
  }

  const Csr& graph_;
  const Columns& columns_;
  int threads_;
  Vertex n_;
  std::size_t blocks_;
  Array<Rank> ranks_;
};

}  // namespace

std::uint64_t predict_degree_layout_bytes(std::uint64_t rows, std::uint64_t columns) {
  // Bits, candidates, the masks; a rank.
  constexpr std::uint64_t kBlockBytes =
      kBlock * (sizeof(std::uint32_t) + sizeof(Candidates)) + sizeof(BlockMasks);
  return saturating_add(saturating_mul((rows + kBlock - 1) / kBlock, kBlockBytes), 2 * columns);
}

std::shared_ptr<const DegreeLayout> make_degree_layout(const Graph& graph, int threads) {
  const OwnColumns columns(graph.out());
  return LayoutBuilder(graph.out(), columns, threads).build();
}

std::shared_ptr<const DegreeLayout> make_degree_layout(
    const Csr& rows, std::span<const std::uint32_t> column_degrees, int threads) {
  const GivenColumns columns(rows, column_degrees, std::nullopt);
  return LayoutBuilder(rows, columns, threads).build();
}

std::shared_ptr<const DegreeLayout> make_block_layout(const Csr& rows,
                                                      std::span<const std::uint32_t> column_degrees,
                                                      int threads) {
  const GivenColumns columns(rows, column_degrees, static_cast<Vertex>(column_degrees.size()));
  return LayoutBuilder(rows, columns, threads).build();
}

}  // namespace strider::detail
