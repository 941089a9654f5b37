// From a graph and options to a problem.
#pragma once

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// The problem by hops. Throws UsageError, MemoryError.
[[nodiscard]] BcProblem make_problem(const Graph& graph, const BetweennessOptions& options);
/// The problem by lengths.
template <class W>
[[nodiscard]] BcProblem make_problem(const WeightedGraph<W>& graph,
                                     const BetweennessOptions& options);

}  // namespace strider::detail
