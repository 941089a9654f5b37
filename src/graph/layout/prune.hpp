// Trees that hang off the core of an undirected graph.
#pragma once

#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// What is left when vertices of degree 1 are taken away until there are none. The core is the
/// 2-core of the graph and, of every component that is a tree, one vertex. Self-loops do not count;
/// of parallel edges each does, so that no pruned vertex has any.
struct Pruning {
  static constexpr Vertex kPruned = kNoVertex;

  /// Of a vertex in the core the number of its edges within the core, self-loops left out; kPruned
  /// of the others.
  Array<Vertex> core_degree = {};
  /// Of a pruned vertex the neighbour that is nearer to the core. Of others undefined.
  Array<Vertex> toward_core = {};
  Vertex num_core = 0;

  [[nodiscard]] bool is_core(Vertex v) const { return core_degree[v] != kPruned; }
};

/// Precondition: `csr` is symmetric, and no vertex has 2^32 - 1 edges. O(n + m). Throws
/// MemoryError.
[[nodiscard]] Pruning prune_trees(const Csr& csr, int threads);

}  // namespace strider::detail
