#include "algorithms/bc/host/work_efficient.hpp"

namespace strider::detail {

BcPlan plan_work_efficient(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  plan_threads(problem, problem.graph.num_vertices() * WorkEfficient::kBytesPerVertex, plan);
  plan.make_engine = [&problem](int threads) {
    return std::make_unique<LevelByLevel<WorkEfficient>>(problem, threads);
  };
  return plan;
}

}  // namespace strider::detail
