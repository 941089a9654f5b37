// Adaptive sampling on one machine.
#include "algorithms/bc/sampling/estimate.hpp"

#include <exception>

#include "algorithms/bc/reporter.hpp"
#include "base/timer.hpp"

namespace strider {
namespace detail {
namespace {

/// All samples are its own.
class OneMachine final : public SampleTeam {
 public:
  OneMachine(const BetweennessRun& run, const Estimator& estimator)
      : run_(run),
        key_(estimator.checkpoint_key()),
        reporter_(run, estimator.checkpoint_key(), estimator.most_samples()) {}

  void start(BcState& state) override {
    if (run_.checkpoint.start != CheckpointOptions::Start::kResume) return;
    read_checkpoint(run_.checkpoint.path, key_, state);
    reporter_.started_at(state);
  }
  [[nodiscard]] std::uint64_t batch() const override { return kSampleBatch; }
  [[nodiscard]] SampleRange chunk(const SampleRange& batch) const override { return batch; }
  void after_batch(BcState& state, const DrawnHits& own, const std::exception_ptr& error) override {
    if (error) std::rethrow_exception(error);
    reporter_.report(state, [&] { own.settle(); });
  }
  void part(std::span<double>) override {}
  void join(std::span<double>) override {}
  void finish(const BcState& state) override {
    if (!run_.checkpoint.path.empty()) write_checkpoint(run_.checkpoint.path, key_, state);
  }

 private:
  const BetweennessRun& run_;
  std::uint64_t key_;
  Reporter reporter_;
};

}  // namespace

BetweennessEstimate estimate_on_one_machine(const BcProblem& problem,
                                            const EstimateOptions& options,
                                            const PathDrawerMaker& make_drawer, DrawnBy drawn_by,
                                            const std::function<void(Workspace&)>& take) {
  Workspace workspace;
  Estimator estimator(workspace, problem, options, make_drawer, drawn_by);
  take(workspace);
  if (needs_samples(problem)) {
    OneMachine team(options.run, estimator);
    estimator.run(team);
  }
  return estimator.result();
}

}  // namespace detail

BetweennessEstimate estimate_betweenness(const Graph& graph, const EstimateOptions& options) {
  const Timer timer;
  const detail::BcProblem problem = detail::sampling_problem(graph, options);
  BetweennessEstimate result = detail::estimate_on_one_machine(
      problem, options, detail::paths_on_host(options.seed), detail::DrawnBy::kHost);
  result.seconds = timer.seconds();
  return result;
}

}  // namespace strider
