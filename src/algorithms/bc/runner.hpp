// All sources of a problem, batch by batch.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/bc/engine.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// Of a run and of those that it continues from.
struct BatchesDone {
  std::uint64_t arcs;      ///< that the searches came along
  double earlier_seconds;  ///< of the runs before
};

/// Adds up the dependencies of all sources in `sums`, one a score of the problem that the plan
/// searches, zero at first. Batches are worked out in parallel and added one after another in their
/// order, so that the sums are the same for every number of workers, and for a run that was ended
/// and resumed. `checkpoint_key` stands for all else that the sums depend on. Throws MemoryError,
/// InterruptedError, InputError.
BatchesDone run_batches(const BcProblem& problem, const BcPlan& plan, const BetweennessRun& run,
                        std::uint64_t checkpoint_key, std::span<double> sums);

}  // namespace strider::detail
