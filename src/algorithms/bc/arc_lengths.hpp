// Weights as integers, so that path lengths are exact.
#pragma once

#include <memory>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// The lengths of a simple graph's arcs by the rule of betweenness.hpp. Throws WeightError on
/// weights that are negative, not finite, zero in a cycle, or too far apart; MemoryError.
template <class W>
[[nodiscard]] std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<W>& graph,
                                                                 int threads);

/// Throws WeightError where edges of length zero close a cycle.
void order_zero_lengths(const Graph& graph, ArcLengths& lengths);

}  // namespace strider::detail
