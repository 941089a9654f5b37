// The public face of the methods on the host: from options to a problem and a plan.
#include <fmt/format.h>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/solve.hpp"
#include "base/timer.hpp"
#include "strider/betweenness.hpp"
#include "strider/error.hpp"

namespace strider {

detail::BcPlan detail::make_plan(BetweennessMethod method, const BcProblem& problem) {
  switch (method) {
    case BetweennessMethod::kAuto:
      return plan_auto(problem);
    case BetweennessMethod::kSerial:
      return plan_serial(problem);
    case BetweennessMethod::kVertexParallel:
      return plan_vertex_parallel(problem);
    case BetweennessMethod::kEdgeParallel:
      return plan_edge_parallel(problem);
    case BetweennessMethod::kWorkEfficient:
      return plan_work_efficient(problem);
    case BetweennessMethod::kHybrid:
      return plan_hybrid(problem);
  }
  throw UsageError(fmt::format("method: {} is not a method of betweenness", int(method)));
}

namespace {

template <class AnyKindOfGraph>
BetweennessResult run(const AnyKindOfGraph& graph, const BetweennessOptions& options) {
  const Timer timer;
  const detail::BcProblem problem = detail::make_problem(graph, options);
  const detail::BcPlan plan = detail::make_plan(options.method, problem);
  const double prepare_seconds = timer.seconds();
  BetweennessResult result =
      detail::solve(problem, plan, options, static_cast<std::uint64_t>(options.method));
  result.prepare_seconds = prepare_seconds;
  return result;
}

}  // namespace

BetweennessResult betweenness(const Graph& graph, const BetweennessOptions& options) {
  return run(graph, options);
}

template <class W>
BetweennessResult betweenness(const WeightedGraph<W>& graph, const BetweennessOptions& options) {
  return run(graph, options);
}

template BetweennessResult betweenness(const WeightedGraph<float>&, const BetweennessOptions&);
template BetweennessResult betweenness(const WeightedGraph<double>&, const BetweennessOptions&);
template BetweennessResult betweenness(const WeightedGraph<std::uint32_t>&,
                                       const BetweennessOptions&);

}  // namespace strider
