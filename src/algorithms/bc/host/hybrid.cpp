// The hybrid method (McLaughlin and Bader 2014, section IV-D, "sampling"): the first sources are
// searched work-efficiently and the depth of each search is kept. Where the median depth is large,
// levels are many and small, and all sources are searched that way; else levels are few and large,
// and the even distribution of all edges pays for looking at edges in vain.
#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/bc/host/work_efficient.hpp"

namespace strider::detail {
namespace {

/// The authors' number of samples and their threshold, gamma * log2(n).
constexpr std::size_t kSamples = 512;
constexpr double kGamma = 4;

/// On a few sources sampling must not take longer than what it decides.
std::size_t num_samples(std::size_t num_sources) {
  return std::clamp<std::size_t>(num_sources / 16, 1, kSamples);
}

double median_depth(const BcProblem& problem) {
  Workspace workspace;
  LevelByLevel<WorkEfficient> engine(workspace, problem, problem.threads);
  workspace.take("betweenness: the depths of searches", HostMemory());
  std::vector<Level> depths;
  for (const Vertex source :
       std::span(problem.sources).first(num_samples(problem.sources.size()))) {
    depths.push_back(engine.depth_from(source));
  }
  const auto middle = depths.begin() + static_cast<std::ptrdiff_t>(depths.size() / 2);
  std::nth_element(depths.begin(), middle, depths.end());
  return *middle;
}

}  // namespace

BcPlan plan_hybrid(const BcProblem& problem) {
  const auto n = static_cast<double>(problem.graph.num_vertices());
  const bool deep = problem.sources.empty() || median_depth(problem) > kGamma * std::log2(n);
  BcPlan plan = deep ? plan_work_efficient(problem) : plan_edge_parallel(problem);
  // The two add up in different orders.
  plan.variant = deep ? 1 : 2;
  return plan;
}

}  // namespace strider::detail
