// Weights as integers, so that path lengths are exact.
#pragma once

#include <memory>
#include <span>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// The lengths of a simple graph's arcs by the rule of betweenness.hpp. Throws WeightError on
/// weights that are negative, not finite, zero in a cycle, or too far apart; MemoryError.
template <class W>
[[nodiscard]] std::shared_ptr<const ArcLengths> make_arc_lengths(const WeightedGraph<W>& graph,
                                                                 int threads);

/// Lengths in the order of the transpose, graph.in(). Precondition: rows ascend. Throws
/// MemoryError. O(m log d), d the largest degree.
[[nodiscard]] Array<std::uint64_t> lengths_of_arcs_in(const Graph& graph,
                                                      std::span<const std::uint64_t> lengths,
                                                      int threads);

/// What of lengths the pace of searches depends on.
struct LengthFacts {
  double mean = 0;
  bool all_equal = true;
};
[[nodiscard]] LengthFacts facts_of(std::span<const std::uint64_t> lengths, int threads);

/// Throws WeightError where edges of length zero close a cycle.
void order_zero_lengths(const Graph& graph, ArcLengths& lengths);

}  // namespace strider::detail
