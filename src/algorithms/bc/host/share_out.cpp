#include <algorithm>

#include "algorithms/bc/host/level_by_level.hpp"
#include "base/memory.hpp"

namespace strider::detail {

void share_out(const BcProblem& problem, std::uint64_t engine_bytes, BcPlan& plan) {
  const std::size_t batches = (problem.sources.size() + plan.batch - 1) / plan.batch;
  const std::uint64_t bytes = saturating_add(engine_bytes, problem.num_scores() * sizeof(double));
  // Half of what there is: the graph's own transpose, results and others need some, too.
  const std::uint64_t fitting = available_memory_bytes() / 2 / std::max<std::uint64_t>(bytes, 1);
  if (fitting == 0) require_memory(bytes, "betweenness: the searches");
  const auto workers = static_cast<int>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(problem.threads), fitting));
  const bool enough_sources = batches >= 2 * static_cast<std::size_t>(problem.threads);
  if (enough_sources && workers > 1) {
    plan.workers = workers;
    plan.threads_each = 1;
  } else {
    plan.workers = 1;
    plan.threads_each = problem.threads;
  }
}

std::size_t usual_batch(const BcProblem& problem) {
  return std::clamp<std::size_t>(problem.sources.size() / 256, 1, 16);
}

}  // namespace strider::detail
