// The reverse of a directed adjacency.
#pragma once

#include "strider/graph.hpp"

namespace strider {

/// Adjacency by target, ascending in every row. O(n + m), parallel, deterministic. Throws
/// MemoryError.
[[nodiscard]] Csr transpose(const Csr& csr, int threads);

/// The graph with every edge the other way round, without labels; it shares the adjacencies.
[[nodiscard]] inline Graph reversed(const Graph& graph, int threads) {
  if (!graph.is_directed()) return graph;
  return {graph.in(threads), Directedness::kDirected, graph.num_self_loops(), {}, graph.out()};
}

}  // namespace strider
