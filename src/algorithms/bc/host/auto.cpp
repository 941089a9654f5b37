// Auto: the way that suits the graph and the number of sources.
//
//   by lengths:                      one source a thread (length_search.cpp)
//   by hops, few levels: sixteen sources at a time, or, of few, one (batched_search.cpp)
//   the same for edges:              direction_optimizing.hpp
//   by hops, otherwise:              one source a thread (queue_search.cpp)
//
// Where there are many sources, trees that hang off the core are left out of the searches, and what
// is left is given an order in which neighbours lie together. All of this depends on the graph, the
// sources and what is asked, never on the threads: so do the last bits of the scores.
#include "algorithms/bc/host/batch_kernels.hpp"
#include "algorithms/bc/host/batched_search.hpp"
#include "algorithms/bc/host/direction_optimizing.hpp"
#include "algorithms/bc/host/length_search.hpp"
#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/host/queue_search.hpp"
#include "algorithms/bc/reduced_problem.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// Smaller graphs lie in the cache in whatever form.
constexpr EdgeIndex kMinReductionArcs = 1U << 16U;
/// Fewer sources do not pay for another form of the graph.
constexpr std::size_t kManySources = kBatch;
/// A batch of sixteen takes as long as three to six searches one by one, however many are in use.
constexpr std::size_t kMinBatchSources = 4;

BcPlan plan_by_lengths(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  plan.make_engine = [&problem](Workspace& workspace, int) {
    return make_length_search(workspace, problem);
  };
  plan_workers(problem, plan);
  return plan;
}

/// One source a thread, or all threads on one, whichever the number of sources is good for.
BcPlan plan_few_sources(const BcProblem& problem) {
  BcPlan plan;
  if (suits_batches(problem)) {
    plan.variant = 4;
    plan.make_engine = [&problem](Workspace& workspace, int threads) {
      return make_batched_search(workspace, problem, BatchRows::kLone, threads);
    };
  } else {
    plan.variant = 2;
    plan.make_engine = [&problem](Workspace& workspace, int threads) {
      return std::make_unique<LevelByLevel<DirectionOptimizing>>(workspace, problem, threads);
    };
  }
  plan_threads(problem, plan);
  return plan;
}

/// Of a search from the first source. Others may have more: batches too deep are repeated.
Level first_levels(const BcProblem& problem) {
  return depth_from(problem, problem.sources.front()) + 1;
}

/// Whether batches pay: a whole search tells where vertices have few neighbours. Where
/// they have many, it would take as long as a source of a batch, and levels are few.
bool is_shallow(const BcProblem& problem) {
  constexpr EdgeIndex kManyNeighbours = 16;
  // A batch has as many levels as the deepest of sixteen searches.
  constexpr Level kSurely = kMostBatchLevels * 4 / 5;
  return problem.graph.num_arcs() >= kManyNeighbours * problem.graph.num_vertices() ||
         first_levels(problem) <= kSurely;
}

/// Floats where they were asked for, and where levels are surely few enough for them.
BatchRows batch_rows(const BcProblem& problem) {
  if (problem.precision == BetweennessPrecision::kDouble) return BatchRows::kDoubles;
  return first_levels(problem) + 1 <= kMostFloatLevels ? BatchRows::kFloats : BatchRows::kDoubles;
}

/// Sixteen sources at a time. Where their rows are more than a cache holds, all threads work on the
/// same sixteen: what one has fetched serves the others.
void plan_batches(const BcProblem& problem, BcPlan& plan) {
  const BatchRows rows = batch_rows(problem);
  plan.variant = rows == BatchRows::kFloats ? 3 : 1;
  plan.make_engine = [&problem, rows](Workspace& workspace, int threads) {
    return make_batched_search(workspace, problem, rows, threads);
  };
  plan_threads(problem, plan);
  constexpr std::size_t kCacheVertices = 1U << 16U;  // their rows are 8 MiB of doubles
  const bool shares = problem.graph.num_vertices() > kCacheVertices && rows_can_be_shared();
  if (shares && plan.workers > 1) {
    plan.workers = 1;
    plan.threads_each = problem.threads;
  } else if (!rows_can_be_shared()) {
    plan.threads_each = 1;
  }
}

/// Sixteen sources at a time, or one a thread, after what pays for many sources.
BcPlan plan_many_sources(const BcProblem& problem) {
  BcPlan plan;
  const bool pays_to_reduce =
      problem.graph.num_arcs() >= kMinReductionArcs && problem.sources.size() >= kManySources;
  if (pays_to_reduce) {
    if (auto trees = degree_one_reduction(problem)) plan.reductions.push_back(std::move(*trees));
  }
  const BcProblem& pruned = plan.searched(problem);
  const bool batched =
      pruned.sources.size() >= kMinBatchSources && suits_batches(pruned) && is_shallow(pruned);
  if (pays_to_reduce && problem.of == BetweennessOf::kVertices) {
    plan.reductions.push_back(reordered(pruned, batched ? Ordering::kDegree : Ordering::kLocality));
    // The graph between the original and the one that is searched is not looked at again.
    if (plan.reductions.size() > 1) plan.reductions.front().problem = nullptr;
  }
  const BcProblem& searched = plan.searched(problem);
  plan.batch = batched ? kBatch : usual_batch(searched);
  // The plan keeps the reductions; engines do not outlive it.
  if (batched) {
    plan_batches(searched, plan);
  } else {
    plan.make_engine = [&searched](Workspace& workspace, int) {
      return make_queue_search(workspace, searched);
    };
    plan_workers(searched, plan);
  }
  return plan;
}

}  // namespace

Level depth_from(const BcProblem& problem, Vertex source) {
  Workspace workspace;
  LevelByLevel<DirectionOptimizing> search(workspace, problem, problem.threads);
  workspace.take("betweenness: the depth of the graph", HostMemory());
  return search.depth_from(source);
}

BcPlan plan_auto(const BcProblem& problem) {
  if (problem.lengths) return plan_by_lengths(problem);
  // Levels must be large for threads to share them; deep graphs are searched by one as fast.
  const std::size_t enough = suits_batches(problem) ? kMinBatchSources : kManySources;
  const bool few = problem.sources.size() < enough &&
                   problem.graph.num_arcs() >= kMinReductionArcs &&
                   !has_high_diameter(problem.graph);
  return few ? plan_few_sources(problem) : plan_many_sources(problem);
}

}  // namespace strider::detail
