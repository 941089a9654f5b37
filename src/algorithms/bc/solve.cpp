#include "algorithms/bc/solve.hpp"

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/runner.hpp"
#include "algorithms/bc/scores.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"

namespace strider::detail {

Array<double> BcPlan::to_original(Array<double> sums) const {
  for (std::size_t i = reductions.size(); i-- > 0;) sums = reductions[i].to_original(sums);
  return sums;
}

BetweennessResult solve(const BcProblem& problem, const BcPlan& plan,
                        const BetweennessOptions& options, std::uint64_t method) {
  BetweennessResult result;
  const Timer timer;
  const std::size_t num_sums = plan.searched(problem).num_scores();
  require_memory(saturating_mul(num_sums, sizeof(double)), "the scores");
  Array<double> sums(num_sums, 0.0);
  const std::uint64_t key = options.run.checkpoint.path.empty()
                                ? 0
                                : checkpoint_key(problem, plan.variant << 8U | method);
  const BatchesDone done = run_batches(problem, plan, options.run, key, sums.span());
  const std::uint64_t arcs = plan.original_arcs(done.arcs);
  if (options.of == BetweennessOf::kEdges) {
    make_edge_scores(problem, options, sums.span(), result);
  } else {
    sums = plan.to_original(std::move(sums));
    scale_vertex_scores(problem, options, sums.span());
    result.scores = std::move(sums);
  }
  result.seconds = done.earlier_seconds + timer.seconds();
  result.num_sources = problem.sources.size();
  result.edges_traversed = problem.graph.is_directed() ? arcs : arcs / 2;
  return result;
}

}  // namespace strider::detail
