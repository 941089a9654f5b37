// From a problem and a plan to scores.
#pragma once

#include <cstdint>

#include "algorithms/bc/engine.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// Runs the plan and scales its sums. Of the result, prepare_seconds is left to the caller.
/// `method` tells checkpoints which one it was. Throws as run_batches.
[[nodiscard]] BetweennessResult solve(const BcProblem& problem, const BcPlan& plan,
                                      const BetweennessOptions& options, std::uint64_t method);

}  // namespace strider::detail
