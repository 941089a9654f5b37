#include "algorithms/bc/host/work_efficient.hpp"

namespace strider::detail {

BcPlan plan_work_efficient(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  plan.make_engine = [&problem](Workspace& workspace, int threads) {
    return std::make_unique<LevelByLevel<WorkEfficient>>(workspace, problem, threads);
  };
  plan_threads(problem, plan);
  return plan;
}

}  // namespace strider::detail
