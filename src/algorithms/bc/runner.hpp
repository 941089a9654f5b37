// All sources of a problem, batch by batch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/bc/engine.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// What works out one batch after the other.
class BatchWorkspace {
 public:
  /// An engine of the plan, which outlives it, for the problem that the plan searches.
  BatchWorkspace(Workspace& workspace, const BcProblem& searched, const BcPlan& plan);

  /// The sources of that batch.
  [[nodiscard]] std::span<const Vertex> sources_of(std::size_t batch) const;
  /// Fills dependencies() with those of that batch; returns the arcs that its searches came along.
  std::uint64_t work_out(std::size_t batch);
  /// One a score of the problem.
  [[nodiscard]] std::span<const double> dependencies() const { return dependencies_.span(); }

 private:
  const BcProblem& searched_;
  std::size_t batch_;
  std::unique_ptr<BcEngine> engine_;
  Array<double> dependencies_;
};

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
