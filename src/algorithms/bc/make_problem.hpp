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

/// The sources of options.samples: a sorted set, the same for a seed whatever else.
[[nodiscard]] std::vector<Vertex> draw_sources(Vertex num_vertices, std::uint64_t count,
                                               std::uint64_t seed);

}  // namespace strider::detail
