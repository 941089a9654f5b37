// The method of undirected graphs: contraction of what no smaller cut separates.
#pragma once

#include "strider/flow.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The edge connectivity of an undirected graph of two vertices or more. Throws MemoryError,
/// InterruptedError.
[[nodiscard]] EdgeConnectivity contract_to_least_cut(const Graph& graph,
                                                     const EdgeConnectivityOptions& options);

}  // namespace strider::detail
