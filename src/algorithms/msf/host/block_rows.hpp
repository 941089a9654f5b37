// The adjacency that blocks of vertices are cut from.
#pragma once

#include <span>

#include "strider/graph.hpp"

namespace strider::detail {

/// Rows of vertices 0 .. size - 1 of an undirected graph; what the pointers lead to outlives this.
/// Targets from `size` on are vertices outside, as another rank's are: no row is theirs, and where
/// they stand in the order of vertices is not known.
template <class W>
struct BlockRows {
  const EdgeIndex* offsets;
  const Vertex* targets;  ///< of a row ascending
  const W* weights;       ///< by place of the target
  Vertex size;
  bool has_self_loops;
  std::span<const Vertex> border;  ///< the vertices that edges lead outside from, ascending

  [[nodiscard]] EdgeIndex num_arcs() const { return offsets[size]; }
};

/// Of a whole graph, nothing of which lies outside.
template <class W>
[[nodiscard]] BlockRows<W> block_rows_of(const WeightedGraph<W>& graph) {
  const Csr& csr = graph.topology().out();
  return {.offsets = csr.offsets().data(),
          .targets = csr.targets().data(),
          .weights = graph.weights().data(),
          .size = csr.num_vertices(),
          .has_self_loops = graph.topology().num_self_loops() > 0,
          .border = {}};
}

}  // namespace strider::detail
