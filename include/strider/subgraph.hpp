// Parts of graphs.
#pragma once

#include <span>

#include "strider/graph.hpp"

namespace strider {

/// The graph of some vertices and the edges between them, with their weights and labels. Vertex i
/// of it is vertices[i]. Rows ascend where `vertices` do and rows of the graph do. O(n + their
/// arcs), parallel. Throws UsageError if a vertex is not one of the graph, or named twice;
/// MemoryError.
[[nodiscard]] AnyGraph induced_subgraph(const AnyGraph& graph, std::span<const Vertex> vertices,
                                        int threads = 0);

}  // namespace strider
