// All sources of a problem, batch by batch.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/bc/engine.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// Adds up the dependencies of all sources in `sums`, one a score of the problem that the plan
/// searches, zero at first; returns the arcs
/// that the searches came along. Batches are worked out in parallel and added one after another in
/// their order, so that the sums are the same for every number of workers, and for a run that was
/// ended and resumed. `checkpoint_key` stands for all else that the sums depend on. Throws
/// MemoryError, InterruptedError, InputError.
std::uint64_t run_batches(const BcProblem& problem, const BcPlan& plan, const BetweennessRun& run,
                          std::uint64_t checkpoint_key, std::span<double> sums);

}  // namespace strider::detail
