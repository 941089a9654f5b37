#include <algorithm>

#include "algorithms/bc/host/level_by_level.hpp"
#include "base/memory.hpp"

namespace strider::detail {

namespace {

/// Less than that is done before the other threads have woken up.
constexpr std::uint64_t kWorthThreads = 1U << 17U;
/// Less memory than that is left to the allocator: asking how much there is takes longer.
constexpr std::uint64_t kWorthAsking = 1U << 20U;

}  // namespace

void share_out(const BcProblem& problem, std::uint64_t engine_bytes, BcPlan& plan) {
  const std::size_t batches = (problem.sources.size() + plan.batch - 1) / plan.batch;
  const std::uint64_t bytes = saturating_add(engine_bytes, problem.num_scores() * sizeof(double));
  const Graph& graph = problem.graph;
  const std::uint64_t work =
      saturating_mul(problem.sources.size(), graph.num_vertices() + graph.num_arcs());
  if (work < kWorthThreads) {
    plan.workers = plan.threads_each = 1;
    return;
  }
  // Half of what there is: the graph's own transpose, results and others need some, too.
  const std::uint64_t fitting =
      bytes < kWorthAsking ? std::uint64_t{1} << 32U : available_memory_bytes() / 2 / bytes;
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
  return std::clamp<std::size_t>(problem.sources.size() / 64, 1, 16);
}

}  // namespace strider::detail
