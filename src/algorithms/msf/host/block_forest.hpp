// Forests of graphs whose edges mostly lead to vertices of near numbers, as those of grids and
// roads do.
//
//   cut the vertices in blocks; in each, take the edges that are certain (spanned_blocks.hpp)
//   join what the blocks left apart by the edges that are open, in their order (Kruskal)
#pragma once

#include <cstdint>

#include "algorithms/msf/host/class_kruskal.hpp"
#include "algorithms/msf/host/spanned_blocks.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

template <class W>
class BlockForest {
 public:
  using Key = WeightKey<W>;

  /// Blocks of 2^block_bits vertices, which BlockKruskal::kMostVertices bounds. `graph` outlives
  /// this.
  BlockForest(const WeightedGraph<W>& graph, WeightOrder<W> order, int threads,
              unsigned block_bits = SpannedBlocks<W>::kBlockBits)
      : threads_(threads), blocks_(workspace_, block_rows_of(graph), order, threads, block_bits) {}

  /// Whether few edges lead from one block to another, by a sample.
  [[nodiscard]] bool is_profitable() const { return blocks_.is_profitable(); }

  /// Marks the arcs of the forest. False where a weight is NaN or neighbours do not ascend
  /// strictly; the forest is not to be used then. Throws MemoryError.
  [[nodiscard]] bool run(ForestEdges<W>& forest);

 private:
  /// Marks the edges that Kruskal's method finds, which go by the places of their arcs.
  struct Marker {
    std::uint8_t* taken;
    void append(const KeyedEdge<Key>& edge) { taken[edge.ends()] = 1; }
  };

  void join_blocks();

  int threads_;
  Workspace workspace_;  // what the first run takes
  SpannedBlocks<W> blocks_;
  Array<Vertex> parents_;
  ClassKruskal<Key> kruskal_;
};

template <class W>
bool BlockForest<W>::run(ForestEdges<W>& forest) {
  workspace_.take("a spanning forest", HostMemory());
  if (!blocks_.run()) return false;
  join_blocks();
  forest.taken = blocks_.taken();
  return true;
}

template <class W>
void BlockForest<W>::join_blocks() {
  const Vertex components = blocks_.num_components();
  parallel_for(
      0, blocks_.open().size(), threads_,
      [&](std::size_t part) {
        for (Candidate<Key>& edge : blocks_.open()[part].span()) {
          edge.a = blocks_.component(edge.a);
          edge.b = blocks_.component(edge.b);
        }
      },
      1);
  if (parents_.size() < components) {
    parents_ = take_array<Array<Vertex>>(components, "the components of blocks");
  }
  const ConcurrentDisjointSets trees(parents_.span().first(components));
  trees.make_singletons(threads_);
  Marker marker{blocks_.taken().data()};
  kruskal_.run(blocks_.open(), trees, marker, threads_);
}

}  // namespace strider::detail
