// Forests of graphs whose edges mostly lead to vertices of near numbers, as those of grids and
// roads do.
//
//   cut the vertices in blocks; in each, take the edges that are certain (block_kruskal.hpp)
//   join what the blocks left apart by the edges that are open, in their order (Kruskal)
//
// What a block finds stays in the cache of one core, and blocks know nothing of each other: so the
// first step, nearly all of the work, needs no synchronization at all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/msf/host/block_kruskal.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

template <class W>
class BlockForest {
 public:
  using Key = WeightKey<W>;

  /// Blocks of 2^block_bits vertices, which BlockKruskal::kMostVertices bounds.
  BlockForest(const WeightedGraph<W>& graph, WeightOrder<W> order, int threads,
              unsigned block_bits = kBlockBits)
      : graph_(graph),
        order_(order),
        threads_(threads),
        bits_(block_bits),
        blocks_((graph.topology().num_vertices() + (std::size_t{1} << bits_) - 1) >> bits_) {}

  /// Whether few edges lead from one block to another, by a sample.
  [[nodiscard]] bool is_worthwhile() const;

  /// Marks the arcs of the forest. False where a weight is NaN or neighbours do not ascend
  /// strictly; the forest is not to be used then. Throws MemoryError.
  [[nodiscard]] bool run(ForestEdges<W>& forest);

 private:
  // Edges of so many vertices of a grid or a road stay in the second-level cache.
  static constexpr unsigned kBlockBits = 14;
  static constexpr std::size_t kPartsPerThread = 16;
  // Of the arcs, as many may leave their blocks.
  static constexpr double kMostLeaving = 0.25;

  /// Marks the edges that Kruskal's method finds, which go by the places of their arcs.
  struct Marker {
    std::uint8_t* taken;
    void append(const KeyedEdge<Key>& edge) { taken[edge.ends()] = 1; }
  };

  void take_memory();
  [[nodiscard]] bool span_blocks();
  [[nodiscard]] Vertex number_components();
  void join_blocks(ForestEdges<W>& forest);

  const WeightedGraph<W>& graph_;
  WeightOrder<W> order_;
  int threads_;
  unsigned bits_;
  std::size_t blocks_;
  std::vector<BlockKruskal<W>> spanners_;         // by thread
  std::vector<EdgeBuffer<Candidate<Key>>> open_;  // by part of the blocks
  std::vector<Vertex> starts_;                    // of the components of a block
  Array<std::uint8_t> taken_;
  Array<std::uint16_t> component_;
  Array<Vertex> parents_;
  ClassKruskal<Key> kruskal_;
};

template <class W>
bool BlockForest<W>::is_worthwhile() const {
  constexpr Vertex kSample = 1U << 10U;
  const Csr& csr = graph_.topology().out();
  const Vertex n = csr.num_vertices();
  const Vertex looked_at = std::min(n, kSample);
  std::uint64_t arcs = 0;
  std::uint64_t leaving = 0;
  for (Vertex i = 0; i < looked_at; ++i) {
    const auto u = static_cast<Vertex>(std::uint64_t{i} * n / looked_at);
    arcs += csr.degree(u);
    for (const Vertex v : csr.neighbors(u)) leaving += u >> bits_ != v >> bits_ ? 1 : 0;
  }
  return static_cast<double>(leaving) <= kMostLeaving * static_cast<double>(arcs);
}

template <class W>
bool BlockForest<W>::run(ForestEdges<W>& forest) {
  take_memory();
  if (!span_blocks()) return false;
  join_blocks(forest);
  return true;
}

template <class W>
void BlockForest<W>::take_memory() {
  if (!spanners_.empty()) return;
  const Csr& csr = graph_.topology().out();
  const Vertex n = csr.num_vertices();
  require_memory(saturating_add(csr.num_arcs(), n * sizeof(std::uint16_t)),
                 "the marks of a spanning forest");
  taken_ = Array<std::uint8_t>(csr.num_arcs());
  component_ = Array<std::uint16_t>(n);
  const auto threads = static_cast<std::size_t>(threads_);
  open_.resize(std::min(blocks_, threads == 1 ? 1 : kPartsPerThread * threads));
  starts_.resize(blocks_);
  const auto most = static_cast<Vertex>(std::min<std::size_t>(n, std::size_t{1} << bits_));
  std::vector<BlockKruskal<W>> spanners;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    spanners.emplace_back(graph_, order_, most);
  }
  spanners_ = std::move(spanners);  // last: that there are some tells that all is there
}

template <class W>
bool BlockForest<W>::span_blocks() {
  const Vertex n = graph_.topology().num_vertices();
  const auto parts = static_cast<int>(open_.size());
  std::atomic<int> next{0};
  std::atomic<bool> all_fit{true};
  parallel_region(threads_, [&](int thread, int) {
    BlockKruskal<W>& spanner = spanners_[static_cast<std::size_t>(thread)];
    for (;;) {
      const int part = next.fetch_add(1, std::memory_order_relaxed);
      if (part >= parts) break;
      auto& open = open_[static_cast<std::size_t>(part)];
      open.clear();
      const Range blocks = share_of(blocks_, part, parts);
      for (std::size_t block = blocks.begin; block < blocks.end; ++block) {
        const auto begin = static_cast<Vertex>(block << bits_);
        const auto end = static_cast<Vertex>(std::min<std::size_t>(n, (block + 1) << bits_));
        starts_[block] = spanner.span(begin, end, {taken_.data(), component_.data()}, open);
      }
    }
    if (!spanner.fits()) all_fit.store(false, std::memory_order_relaxed);
  });
  return all_fit.load(std::memory_order_relaxed);
}

/// Makes starts_ of the counts; returns their sum.
template <class W>
Vertex BlockForest<W>::number_components() {
  Vertex sum = 0;
  for (Vertex& start : starts_) sum += std::exchange(start, sum);
  return sum;
}

template <class W>
void BlockForest<W>::join_blocks(ForestEdges<W>& forest) {
  const Vertex components = number_components();
  const Vertex mask = (Vertex{1} << bits_) - 1;
  parallel_for(
      0, open_.size(), threads_,
      [&](std::size_t part) {
        for (Candidate<Key>& edge : open_[part].span()) {
          edge.a = starts_[edge.a >> bits_] + (edge.a & mask);
          edge.b = starts_[edge.b >> bits_] + component_[edge.b];
        }
      },
      1);
  if (parents_.size() < components) {
    require_memory(components * sizeof(Vertex), "the components of blocks");
    parents_ = Array<Vertex>(components);
  }
  const ConcurrentDisjointSets trees(parents_.span().first(components));
  trees.make_singletons(threads_);
  Marker marker{taken_.data()};
  kruskal_.run(open_, trees, marker, threads_);
  forest.taken = taken_.span();
}

}  // namespace strider::detail
