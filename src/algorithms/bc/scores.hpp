// From sums of dependencies to scores.
#pragma once

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// Scales the sums of `problem`, one a vertex, in place.
void scale_vertex_scores(const BcProblem& problem, const BetweennessOptions& options,
                         std::span<double> sums);

/// The edges of the problem's graph with their scores, from sums one an arc.
void make_edge_scores(const BcProblem& problem, const BetweennessOptions& options,
                      std::span<const double> sums, BetweennessResult& result);

}  // namespace strider::detail
