#include <algorithm>

#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/runner.hpp"
#include "base/memory.hpp"

namespace strider::detail {
namespace {

/// Less than that is done before the other threads have woken up.
constexpr std::uint64_t kMinParallelWork = 1U << 17U;
/// Less memory than that is left to the allocator: asking how much there is takes longer.
constexpr std::uint64_t kMinCheckedBytes = 1U << 20U;

bool is_small(const BcProblem& problem) {
  const Graph& graph = problem.graph;
  return saturating_mul(problem.sources.size(), graph.num_vertices() + graph.num_arcs()) <
         kMinParallelWork;
}

}  // namespace

void plan_workers(const BcProblem& problem, BcPlan& plan) {
  plan.workers = plan.threads_each = 1;
  if (is_small(problem)) return;
  Workspace measured;
  const BatchWorkspace one(measured, problem, plan);
  const std::uint64_t bytes = measured.host_bytes();
  // Half of what there is: the graph's own transpose, results and others need some, too.
  const std::uint64_t fitting =
      bytes < kMinCheckedBytes ? std::uint64_t{1} << 32U : available_memory_bytes() / 2 / bytes;
  if (fitting == 0) measured.require("betweenness", HostMemory());
  plan.workers = static_cast<int>(
      std::clamp<std::uint64_t>(fitting, 1, static_cast<std::uint64_t>(problem.threads)));
}

void plan_threads(const BcProblem& problem, BcPlan& plan) {
  plan_workers(problem, plan);
  const std::size_t batches = (problem.sources.size() + plan.batch - 1) / plan.batch;
  const bool enough_sources = batches >= 2 * static_cast<std::size_t>(problem.threads);
  if (is_small(problem) || (enough_sources && plan.workers > 1)) return;
  plan.workers = 1;
  plan.threads_each = problem.threads;
}

std::size_t usual_batch(const BcProblem& problem) {
  return std::clamp<std::size_t>(problem.sources.size() / 32, 1, 16);
}

}  // namespace strider::detail
