// From adjacency back to a list of edges.
#pragma once

#include "strider/graph.hpp"

namespace strider {

/// The edges of `graph` with its weights and labels: of an undirected graph each once, the smaller
/// end first; where `as` says directed, every entry of the adjacency. Parallel, in the order of the
/// rows. Precondition: the adjacency is one (check_csr). Throws MemoryError before it takes what is
/// not there.
[[nodiscard]] EdgeList unfold(const AnyGraph& graph, Directedness as, int threads);

}  // namespace strider
