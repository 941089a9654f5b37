#include "graph/layout/degree_layout.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlock = BlockMasks::kVertices;
constexpr std::size_t kMostColumns = BlockMasks::kMostColumns;

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

struct DegreeCounts {
  Vertex connected = 0;
  /// Vertices with more than k neighbours.
  std::array<Vertex, kMostColumns> above{};
};

class LayoutBuilder {
 public:
  LayoutBuilder(const Graph& graph, int threads)
      : graph_(graph.out()),
        threads_(threads),
        n_(graph.num_vertices()),
        blocks_((n_ + kBlock - 1) / kBlock) {}

  std::shared_ptr<const DegreeLayout> build() {
    const std::uint64_t per_vertex = sizeof(std::uint32_t) + kMostColumns * sizeof(Vertex) +
                                     sizeof(Rank) + sizeof(BlockMasks) / kBlock;
    require_memory(saturating_mul(blocks_ * kBlock, per_vertex), "the layout by degree");

    auto layout = std::make_shared<DegreeLayout>();
    layout->num_vertices = n_;
    rank_vertices(*layout);
    mark_hubs(*layout);
    fill_columns(*layout);
    return layout;
  }

 private:
  /// Ranks by degree, and as many columns as at least a quarter of the vertices have entries for.
  void rank_vertices(DegreeLayout& layout) {
    ranks_ = Array<Rank>(n_);
    std::vector<DegreeCounts> counts(static_cast<std::size_t>(threads_));
    parallel_shares(n_, threads_, [&](std::size_t begin, std::size_t end, int thread) {
      DegreeCounts count;
      for (std::size_t v = begin; v < end; ++v) {
        const EdgeIndex degree = graph_.degree(static_cast<Vertex>(v));
        ranks_[v] = rank_of(degree);
        count.connected += degree > 0 ? 1 : 0;
        for (std::size_t k = 0; k < kMostColumns; ++k) count.above[k] += degree > k ? 1 : 0;
      }
      counts[static_cast<std::size_t>(thread)] = count;
    });
    std::array<std::uint64_t, kMostColumns> above{};
    for (const DegreeCounts& count : counts) {
      layout.num_connected += count.connected;
      for (std::size_t k = 0; k < kMostColumns; ++k) above[k] += count.above[k];
    }
    while (layout.num_columns < kMostColumns && above[layout.num_columns] > 0 &&
           above[layout.num_columns] >= layout.num_connected / 4) {
      ++layout.num_columns;
    }
  }

  /// Hub bits pay where many vertices are found by them: their array is read for every unvisited
  /// vertex.
  void mark_hubs(DegreeLayout& layout) {
    std::vector<Vertex> hubs = largest_vertices();
    if (hubs.size() < DegreeLayout::kHubs) return;
    EdgeIndex covered_at_most = 0;
    for (const Vertex hub : hubs) covered_at_most += graph_.degree(hub);
    if (covered_at_most < layout.num_connected / 8) return;

    Array<std::uint32_t> bits(blocks_ * kBlock);
    parallel_shares(bits.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::fill(bits.begin() + begin, bits.begin() + end, 0);
    });
    for (std::size_t h = 0; h < hubs.size(); ++h) {
      ranks_[hubs[h]] = kHubRank;
      const auto row = graph_.neighbors(hubs[h]);
      parallel_shares(row.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
        // Atomic for the sake of rows with repeated neighbours, which two threads may meet.
        for (std::size_t i = begin; i < end; ++i) fetch_or_relaxed(bits[row[i]], 1U << h);
      });
    }
    layout.hubs = Array<Vertex>::copy_of(hubs);
    layout.hub_bits = std::move(bits);
  }

  /// Up to kHubs vertices of highest degree, highest first, the smaller of equals.
  [[nodiscard]] std::vector<Vertex> largest_vertices() const {
    const auto before = [&](Vertex a, Vertex b) {
      const EdgeIndex degree_a = graph_.degree(a);
      const EdgeIndex degree_b = graph_.degree(b);
      return degree_a != degree_b ? degree_a > degree_b : a < b;
    };
    std::vector<std::vector<Vertex>> largest(static_cast<std::size_t>(threads_));
    parallel_shares(n_, threads_, [&](std::size_t begin, std::size_t end, int thread) {
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

  void fill_columns(DegreeLayout& layout) {
    Array<Vertex> columns(layout.num_columns * blocks_ * kBlock);
    Array<BlockMasks> masks(blocks_);
    parallel_for(
        0, blocks_, threads_,
        [&](std::size_t block) {
          masks[block] = fill_block(block, layout.num_columns, columns.span());
        },
        16);
    layout.columns = std::move(columns);
    layout.masks = std::move(masks);
  }

  BlockMasks fill_block(std::size_t block, std::size_t num_columns, std::span<Vertex> columns) {
    BlockMasks masks{};
    for (std::size_t i = 0; i < kBlock; ++i) {
      const std::size_t v = block * kBlock + i;
      const std::uint64_t bit = 1ULL << i;
      std::array<Vertex, kMostColumns> best{};
      const std::size_t candidates =
          v < n_ ? select(static_cast<Vertex>(v), num_columns, best) : 0;
      if (v < n_ && graph_.degree(static_cast<Vertex>(v)) > 0) masks.connected |= bit;
      if (candidates > num_columns) masks.unlisted |= bit;
      for (std::size_t k = 0; k < num_columns; ++k) {
        if (k < candidates) masks.in_column[k] |= bit;
        columns[k * blocks_ * kBlock + v] = best[k];
      }
    }
    return masks;
  }

  /// The first of v's neighbours by rank, hubs left out, earlier ones before later ones of the same
  /// rank. Returns how many there were to choose from.
  std::size_t select(Vertex v, std::size_t wanted, std::array<Vertex, kMostColumns>& best) const {
    std::array<Rank, kMostColumns> best_rank{};
    std::size_t candidates = 0;
    for (const Vertex u : graph_.neighbors(v)) {
      const Rank rank = ranks_[u];
      if (rank == kHubRank) continue;
      const std::size_t held = std::min(candidates++, wanted);
      if (held == wanted && (wanted == 0 || rank <= best_rank[wanted - 1])) continue;
      std::size_t place = std::min(held, wanted - 1);
      for (; place > 0 && best_rank[place - 1] < rank; --place) {
        best[place] = best[place - 1];
        best_rank[place] = best_rank[place - 1];
      }
      best[place] = u;
      best_rank[place] = rank;
    }
    return candidates;
  }

  const Csr& graph_;
  int threads_;
  Vertex n_;
  std::size_t blocks_;
  Array<Rank> ranks_;
};

}  // namespace

std::shared_ptr<const DegreeLayout> make_degree_layout(const Graph& graph, int threads) {
  return LayoutBuilder(graph, threads).build();
}

}  // namespace strider::detail
