// Auto: the way that suits the graph and the number of sources.
//
//   by lengths:                      one source a thread (length_search.cpp)
//   by hops, few levels, and sources for every lane: sixteen at a time (lane_search.cpp)
//   by hops, few levels, few sources: levels shared by all threads (direction_optimizing.hpp)
//   by hops, otherwise:              one source a thread (queue_search.cpp)
//
// Where there are many sources, trees that hang off the core are left out of the searches, and what
// is left is given an order in which neighbours lie together. All of this depends on the graph, the
// sources and what is asked, never on the threads: so do the last bits of the scores.
#include "algorithms/bc/host/direction_optimizing.hpp"
#include "algorithms/bc/host/lane_kernels.hpp"
#include "algorithms/bc/host/lane_search.hpp"
#include "algorithms/bc/host/length_search.hpp"
#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/host/queue_search.hpp"
#include "algorithms/bc/inner_form.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// Smaller graphs lie in the cache in whatever form.
constexpr EdgeIndex kWorthForms = 1U << 16U;
/// Fewer sources do not pay for another form of the graph, nor fill the lanes.
constexpr std::size_t kManySources = kLanes;

BcPlan plan_by_lengths(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  share_out(problem, length_search_bytes(problem), plan);
  plan.make_engine = [&problem](int) { return make_length_search(problem); };
  return plan;
}

/// One source a thread, or all threads on one, whichever the number of sources is good for.
BcPlan plan_few_sources(const BcProblem& problem) {
  BcPlan plan;
  plan.variant = 2;
  share_out(problem, problem.graph.num_vertices() * DirectionOptimizing::kBytesPerVertex, plan);
  plan.make_engine = [&problem](int threads) {
    return std::make_unique<LevelByLevel<DirectionOptimizing>>(problem, threads);
  };
  return plan;
}

/// Floats where they were asked for, and where levels are surely few enough for them.
LaneValues lane_values(const BcProblem& problem) {
  if (problem.precision == BetweennessPrecision::kDouble) return LaneValues::kDouble;
  LevelByLevel<DirectionOptimizing> search(problem, problem.threads);
  // Other sources may be a little further from what is furthest; that far, batches are repeated.
  const Level levels = search.depth_from(problem.sources.front()) + 1;
  return levels + 1 <= kMostFloatLevels ? LaneValues::kFloat : LaneValues::kDouble;
}

/// Sixteen sources at a time. Where their rows are more than a cache holds, all threads work on the
/// same sixteen: what one has fetched serves the others.
void plan_lanes(const BcProblem& problem, BcPlan& plan) {
  const LaneValues values = lane_values(problem);
  plan.variant = values == LaneValues::kFloat ? 3 : 1;
  share_out(problem, lane_search_bytes(problem, values), plan);
  constexpr std::size_t kCacheVertices = 1U << 16U;  // their rows are 8 MiB of doubles
  const bool shares = problem.graph.num_vertices() > kCacheVertices && lanes_can_be_shared();
  if (shares && plan.workers > 1) {
    plan.workers = 1;
    plan.threads_each = problem.threads;
  } else if (!lanes_can_be_shared()) {
    plan.threads_each = 1;
  }
  plan.make_engine = [&problem, values](int threads) {
    return make_lane_search(problem, values, threads);
  };
}

/// Sixteen sources at a time, or one a thread, after what pays for many sources.
BcPlan plan_many_sources(const BcProblem& problem) {
  BcPlan plan;
  const bool is_worth_forms =
      problem.graph.num_arcs() >= kWorthForms && problem.sources.size() >= kManySources;
  if (is_worth_forms) {
    if (auto trees = without_trees(problem)) plan.forms.push_back(std::move(*trees));
  }
  const BcProblem& pruned = plan.searched(problem);
  const bool lanes = pruned.sources.size() >= kManySources && suits_lanes(pruned);
  if (is_worth_forms && problem.of == BetweennessOf::kVertices) {
    plan.forms.push_back(reordered(pruned, lanes ? Ordering::kDegree : Ordering::kLocality));
  }
  const BcProblem& searched = plan.searched(problem);
  plan.batch = lanes ? kLanes : usual_batch(searched);
  // The plan keeps the forms; engines do not outlive it.
  if (lanes) {
    plan_lanes(searched, plan);
  } else {
    share_out(searched, queue_search_bytes(searched), plan);
    plan.make_engine = [&searched](int) { return make_queue_search(searched); };
  }
  return plan;
}

}  // namespace

BcPlan plan_auto(const BcProblem& problem) {
  if (problem.lengths) return plan_by_lengths(problem);
  // Levels must be large for threads to share them; deep graphs are searched by one as fast.
  const bool few = problem.sources.size() < kManySources &&
                   problem.graph.num_arcs() >= kWorthForms && !has_high_diameter(problem.graph);
  return few ? plan_few_sources(problem) : plan_many_sources(problem);
}

}  // namespace strider::detail
