// Adaptive sampling without ranks.
#pragma once

#include "algorithms/bc/sampling/estimator.hpp"
#include "strider/betweenness_estimate.hpp"

namespace strider::detail {

/// Draws all samples in this process, and reports. Throws as estimate_betweenness does.
[[nodiscard]] BetweennessEstimate estimate_on_one_machine(const BcProblem& problem,
                                                          const EstimateOptions& options,
                                                          const PathDrawerMaker& make_drawer,
                                                          DrawnBy drawn_by);

}  // namespace strider::detail
