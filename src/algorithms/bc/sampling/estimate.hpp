// Adaptive sampling without ranks.
#pragma once

#include "algorithms/bc/sampling/estimator.hpp"
#include "strider/betweenness_estimate.hpp"

namespace strider::detail {

/// What an estimate is for, as errors of memory say it.
inline constexpr const char* kSamplingPurpose = "sampling paths";

/// Draws all samples in this process, and reports; takes what `workspace` declares by take(it).
/// Throws as estimate_betweenness does.
[[nodiscard]] BetweennessEstimate estimate_on_one_machine(
    const BcProblem& problem, const EstimateOptions& options, const PathDrawerMaker& make_drawer,
    DrawnBy drawn_by, const std::function<void(Workspace&)>& take = [](Workspace& workspace) {
      workspace.take(kSamplingPurpose, HostMemory());
    });

}  // namespace strider::detail
