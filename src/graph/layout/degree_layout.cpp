#include "graph/layout/degree_layout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"

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

class LayoutBuilder {
 public:
  LayoutBuilder(const Graph& graph, int threads)
      : graph_(graph.out()),
        threads_(threads),
        n_(graph.num_vertices()),
        blocks_((n_ + kBlock - 1) / kBlock) {}

  std::shared_ptr<const DegreeLayout> build() {
    // Bits, candidates, a rank, and the masks.
    const std::uint64_t per_block =
        kBlock * (sizeof(std::uint32_t) + sizeof(Candidates) + sizeof(Rank)) + sizeof(BlockMasks);
    require_memory(saturating_mul(blocks_, per_block), "the layout by degree");

    auto layout = std::make_shared<DegreeLayout>();
    layout->num_vertices = n_;
    rank_vertices(*layout);
    mark_hubs(*layout);
    list_candidates(*layout);
    return layout;
  }

 private:
  void rank_vertices(DegreeLayout& layout) {
    ranks_ = Array<Rank>(n_);
    std::atomic<Vertex> connected = 0;
    parallel_shares(n_, threads_, [&](std::size_t begin, std::size_t end, int) {
      Vertex count = 0;
      for (std::size_t v = begin; v < end; ++v) {
        const EdgeIndex degree = graph_.degree(static_cast<Vertex>(v));
        ranks_[v] = rank_of(degree);
        count += degree > 0 ? 1 : 0;
      }
      connected += count;
    });
    layout.num_connected = connected;
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

  /// In two passes: the first counts, so that rows of `next` lie together.
  void list_candidates(DegreeLayout& layout) {
    Array<Vertex> first(blocks_ * kBlock);
    Array<BlockMasks> masks(blocks_);
    Array<std::uint64_t> rows(blocks_);
    parallel_for(0, blocks_, threads_, [&](std::size_t block) {
      masks[block] = count_candidates(block);
      rows[block] = static_cast<unsigned>(std::popcount(masks[block].has_next));
    });
    Array<Vertex> next(exclusive_scan(rows.span(), threads_) * kNext);
    parallel_for(
        0, blocks_, threads_,
        [&](std::size_t block) {
          masks[block].next_begin = rows[block];
          Vertex* row = next.data() + rows[block] * kNext;
          for (std::size_t i = 0; i < kBlock; ++i) {
            const std::size_t v = block * kBlock + i;
            Candidates best;
            best.fill(static_cast<Vertex>(v));
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
