// A directed graph as if its edges led both ways.
#pragma once

#include "strider/graph.hpp"

namespace strider::detail {

/// An undirected graph: each row has the heads of a vertex's arcs, then their tails; a pair of arcs
/// that lead back and forth makes two edges. The same graph where it is undirected. O(n + m),
/// parallel. Throws MemoryError.
[[nodiscard]] Graph both_ways(const Graph& graph, int threads);

}  // namespace strider::detail
