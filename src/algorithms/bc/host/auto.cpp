// Auto: the way that suits the graph and the number of sources.
//
//   by lengths:                      one source a thread (length_search.cpp)
//   by hops, few levels, and sources for every lane: sixteen sources a thread (lane_search.cpp)
//   by hops, otherwise:              one source a thread (packed_search.cpp)
//
// Where there are many sources, the graph is given an order first in which neighbours lie together.
// All of this depends on the graph, the sources and what is asked, never on the threads: so do the
// last bits of the scores.
#include "algorithms/bc/host/lane_kernels.hpp"
#include "algorithms/bc/host/lane_search.hpp"
#include "algorithms/bc/host/length_search.hpp"
#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/host/packed_search.hpp"
#include "base/memory.hpp"

namespace strider::detail {
namespace {

/// Smaller graphs lie in the cache in whatever order.
constexpr EdgeIndex kWorthOrder = 1U << 16U;
/// Fewer sources do not pay for a new order, nor fill the lanes.
constexpr std::size_t kManySources = kLanes;

std::vector<double> reordered(const std::vector<double>& values, const Permutation& permutation) {
  std::vector<double> result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) result[permutation.to_new[v]] = values[v];
  return result;
}

/// Lets the plan's engines see the graph in that order.
void set_order(const BcProblem& problem, Ordering ordering, BcPlan& plan) {
  require_memory(saturating_mul(problem.graph.num_arcs(), 2 * sizeof(Vertex)),
                 "betweenness: the graph in an order for searching");
  const Permutation permutation = make_ordering(problem.graph, ordering);
  auto inner = std::make_shared<BcProblem>();
  inner->graph = relabel(problem.graph, permutation, problem.threads);
  for (const Vertex source : problem.sources) {
    inner->sources.push_back(permutation.to_new[source]);
  }
  inner->target_weights = reordered(problem.target_weights, permutation);
  inner->mutual_target_weights = reordered(problem.mutual_target_weights, permutation);
  inner->source_is_target.resize(problem.source_is_target.size());
  for (std::size_t v = 0; v < problem.source_is_target.size(); ++v) {
    inner->source_is_target[permutation.to_new[v]] = problem.source_is_target[v];
  }
  inner->of = problem.of;
  inner->endpoints = problem.endpoints;
  inner->threads = problem.threads;
  plan.inner = std::move(inner);
  plan.to_inner = permutation.to_new;
}

BcPlan plan_by_lengths(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  share_out(problem, length_search_bytes(problem), plan);
  plan.make_engine = [&problem](int) { return make_length_search(problem); };
  return plan;
}

BcPlan plan_lanes(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = kLanes;
  plan.variant = 1;
  if (problem.graph.num_arcs() >= kWorthOrder) set_order(problem, Ordering::kDegree, plan);
  share_out(problem, lane_search_bytes(problem), plan);
  const BcProblem& searched = plan.inner ? *plan.inner : problem;
  plan.make_engine = [&searched](int) { return make_lane_search(searched); };
  return plan;
}

BcPlan plan_packed(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  const bool ordered = problem.graph.num_arcs() >= kWorthOrder &&
                       problem.sources.size() >= kManySources &&
                       problem.of == BetweennessOf::kVertices;
  if (ordered) set_order(problem, Ordering::kLocality, plan);
  share_out(problem, packed_search_bytes(problem), plan);
  const BcProblem& searched = plan.inner ? *plan.inner : problem;
  plan.make_engine = [&searched](int) { return make_packed_search(searched); };
  return plan;
}

}  // namespace

BcPlan plan_auto(const BcProblem& problem) {
  if (problem.lengths) return plan_by_lengths(problem);
  if (problem.sources.size() >= kManySources && suits_lanes(problem)) return plan_lanes(problem);
  return plan_packed(problem);
}

}  // namespace strider::detail
