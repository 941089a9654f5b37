// Adaptive sampling by ranks that hold the whole graph each: sample i is the same whoever draws it,
// and hits are whole numbers, so that their sums and all that follows from them are the same, too.
#include "algorithms/bc/sampling/estimate.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "algorithms/bc/checkpoint_file.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/progress_monitor.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "strider/dist_bc.hpp"
#include "strider/error.hpp"

namespace strider {
namespace detail {
namespace {

/// Ranks draw equal shares of every batch.
class Ranks final : public SampleTeam {
 public:
  Ranks(const comm::Communicator& comm, const BetweennessRun& run, const Estimator& estimator)
      : comm_(comm),
        run_(run),
        key_(estimator.checkpoint_key()),
        monitor_(run, comm.rank(), estimator.most_samples()) {}

  void start(BcState& state) override {
    if (run_.checkpoint.start != CheckpointOptions::Start::kResume) return;
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() == 0) read_checkpoint(run_.checkpoint.path, key_, state);
    });
    comm_.broadcast(std::span(&state.sources_done, 1), 0);
    comm_.broadcast(std::span(&state.seconds, 1), 0);
    comm_.broadcast(state.sums, 0);
    earlier_seconds_ = state.seconds;
    monitor_.started_at(state.sources_done);
  }
  [[nodiscard]] std::uint64_t batch() const override {
    return kSampleBatch * static_cast<std::uint64_t>(comm_.size());
  }
  [[nodiscard]] SampleRange chunk(const SampleRange& batch) const override {
    const Range mine = static_chunk(batch.end - batch.begin, comm_.rank(), comm_.size());
    return {batch.begin + mine.begin, batch.begin + mine.end};
  }
  void after_batch(BcState& state, const DrawnHits& own, const std::exception_ptr& error) override {
    comm::throw_on_all_ranks(comm_, error);
    const ProgressMonitor::Proposal mine = monitor_.peek(state.sources_done);
    const auto proposal = comm_.all_reduce(static_cast<std::uint32_t>(mine), comm::Reduction::kMax);
    if (proposal == ProgressMonitor::kGoOn) return;
    if (!run_.checkpoint.path.empty()) {
      comm::try_on_all_ranks(comm_, [&] { own.settle(); });
      join(state.sums);
      write(state);
      part(state.sums);
    }
    if (proposal == ProgressMonitor::kStop)
      comm::try_on_all_ranks(comm_, [&] { throw_interrupted(run_); });
  }
  void part(std::span<double> hits) override {
    if (comm_.rank() != 0) std::fill(hits.begin(), hits.end(), 0.0);
  }
  void join(std::span<double> hits) override { comm_.all_reduce(hits, comm::Reduction::kSum); }
  void finish(const BcState& state) override {
    if (!run_.checkpoint.path.empty()) write(state);
  }

 private:
  void write(const BcState& state) {
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() != 0) return;
      BcState so_far = state;
      so_far.seconds = earlier_seconds_ + monitor_.seconds();
      write_checkpoint(run_.checkpoint.path, key_, so_far);
    });
    monitor_.wrote(state.sources_done);
  }

  const comm::Communicator& comm_;
  const BetweennessRun& run_;
  std::uint64_t key_;
  ProgressMonitor monitor_;
  double earlier_seconds_ = 0;
};

}  // namespace

BetweennessEstimate estimate_on_ranks(const DistGraph& graph, const EstimateOptions& options,
                                      DrawnBy drawn_by, const RankDrawers& drawers) {
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const Timer timer;
  const int threads = comm::try_on_all_ranks(comm, [&] {
    if (state.options.scheme != PartitionScheme::k1d) {
      throw UsageError("betweenness on ranks needs the partition 1d");
    }
    if (comm.rank() == 0) require_no_other_file(options.run.checkpoint);
    return resolve_threads(options.run.threads);
  });
  const Graph whole = gather_whole_graph(comm, *state.one_d(), threads);
  const BcProblem problem =
      comm::try_on_all_ranks(comm, [&] { return sampling_problem(whole, options); });
  std::uint64_t room = 0;
  if (drawers.room) {
    // Searches and samples that this comes after have been given up by all ranks then.
    comm.barrier();
    room = room_of_rank(comm, comm::try_on_all_ranks(comm, drawers.room));
  }
  const auto declare = [&](Workspace& workspace, const BcProblem& of) {
    return drawers.declare(workspace, of, room);
  };
  Workspace workspace;
  std::unique_ptr<Estimator> estimator = comm::try_on_all_ranks(comm, [&] {
    return std::make_unique<Estimator>(workspace, problem, options, declare, drawn_by);
  });
  if (needs_samples(problem)) take_on_all_ranks(comm, workspace, kSamplingPurpose, drawers.room);
  if (needs_samples(problem)) {
    Ranks ranks(comm, options.run, *estimator);
    estimator->run(ranks);
  }
  BetweennessEstimate result = comm::try_on_all_ranks(comm, [&] { return estimator->result(); });
  result.seconds = comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
  return result;
}

}  // namespace detail

BetweennessEstimate estimate_betweenness(const DistGraph& graph, const EstimateOptions& options) {
  const auto on_host = comm::try_on_all_ranks(graph.state()->comm(), [&] {
    return detail::RankDrawers{
        .declare = [make = detail::paths_on_host(options.seed)](
                       detail::Workspace& workspace, const detail::BcProblem& problem,
                       std::uint64_t /*room*/) { return make(workspace, problem); },
        .room = nullptr};
  });
  return detail::estimate_on_ranks(graph, options, detail::DrawnBy::kHost, on_host);
}

BetweennessEstimate estimate_betweenness(const DistGraph& graph, const Device& device,
                                         const EstimateOptions& options,
                                         const DeviceBetweennessOptions& device_options) {
  // Without devices in this build there is none to be given.
  if constexpr (STRIDER_BUILT_WITH_DEVICES != 0) {
    const comm::Communicator& comm = graph.state()->comm();
    return detail::estimate_on_ranks(
        graph, options, detail::DrawnBy::kDevice,
        detail::paths_on_devices(comm, device, device_options, options.seed));
  }
  return {};
}

}  // namespace strider
