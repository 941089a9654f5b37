// The public face of the methods: from options to a problem, from sums to scores.
#include <fmt/format.h>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/runner.hpp"
#include "algorithms/bc/scores.hpp"
#include "base/memory.hpp"
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

Array<double> detail::BcPlan::in_outer_form(Array<double> sums) const {
  for (std::size_t i = forms.size(); i-- > 0;) sums = forms[i].to_outer(sums);
  return sums;
}

namespace {

template <class AnyKindOfGraph>
BetweennessResult run(const AnyKindOfGraph& graph, const BetweennessOptions& options) {
  BetweennessResult result;
  Timer timer;
  const detail::BcProblem problem = detail::make_problem(graph, options);
  const detail::BcPlan plan = detail::make_plan(options.method, problem);
  result.prepare_seconds = timer.seconds();

  timer.restart();
  const std::size_t num_sums = plan.searched(problem).num_scores();
  require_memory(saturating_mul(num_sums, sizeof(double)), "the scores");
  Array<double> sums(num_sums, 0.0);
  const std::uint64_t key =
      options.run.checkpoint.path.empty()
          ? 0
          : detail::checkpoint_key(problem,
                                   plan.variant << 8U | static_cast<std::uint64_t>(options.method));
  const detail::BatchesDone done =
      detail::run_batches(problem, plan, options.run, key, sums.span());
  const std::uint64_t arcs = plan.arcs_in_outer_form(done.arcs);
  if (options.of == BetweennessOf::kEdges) {
    detail::make_edge_scores(problem, options, sums.span(), result);
  } else {
    sums = plan.in_outer_form(std::move(sums));
    detail::scale_vertex_scores(problem, options, sums.span());
    result.scores = std::move(sums);
  }
  result.seconds = done.earlier_seconds + timer.seconds();
  result.num_sources = problem.sources.size();
  result.edges_traversed = problem.graph.is_directed() ? arcs : arcs / 2;
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
