#include "algorithms/bc/runner.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/reporter.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Lets the workers add their batches in the order of the batches.
class Turns {
 public:
  explicit Turns(std::size_t first) : next_(first) {}

  /// body() when all batches before `batch` have had their turn; false, without it, once the run
  /// has ended. Where body throws, the run ends.
  template <class F>
  bool take(std::size_t batch, F&& body) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || next_ == batch; });
    if (ended_) return false;
    try {
      body();
    } catch (...) {
      ended_ = true;
      changed_.notify_all();
      throw;
    }
    ++next_;
    changed_.notify_all();
    return true;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_;
  bool ended_ = false;
};

void add(std::span<double> sums, std::span<const double> batch, int threads) {
  constexpr std::size_t kMinParallelWork = 1U << 16U;
  if (sums.size() < kMinParallelWork) threads = 1;
  parallel_chunks(sums.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) sums[i] += batch[i];
  });
}

/// The memory of this process, where so many threads are about to take as much.
struct MemoryOfThreads {
  static constexpr MemoryPlace kPlace = MemoryPlace::kHost;
  int threads;

  void require(std::uint64_t bytes, const std::string& purpose) const {
    require_memory(saturating_mul(bytes, static_cast<std::uint64_t>(threads)), purpose);
  }
};

}  // namespace

BatchWorkspace::BatchWorkspace(Workspace& workspace, const BcProblem& searched, const BcPlan& plan)
    : searched_(searched),
      batch_(plan.batch),
      engine_(plan.make_engine(workspace, plan.threads_each)) {
  workspace.declare("the dependencies of a batch", dependencies_, searched.num_scores());
}

std::span<const Vertex> BatchWorkspace::sources_of(std::size_t batch) const {
  const std::span<const Vertex> sources = searched_.sources;
  const std::size_t begin = batch * batch_;
  return sources.subspan(begin, std::min(batch_, sources.size() - begin));
}

std::uint64_t BatchWorkspace::work_out(std::size_t batch) {
  std::fill(dependencies_.begin(), dependencies_.end(), 0.0);
  return engine_->accumulate(sources_of(batch), dependencies_.span());
}

BatchesDone run_batches(const BcProblem& problem, const BcPlan& plan, const BetweennessRun& run,
                        std::uint64_t checkpoint_key, std::span<double> sums) {
  const BcProblem& searched = plan.searched(problem);
  const std::span<const Vertex> sources = searched.sources;
  BcState state{.sources_done = 0, .arcs = 0, .seconds = 0, .sums = sums};
  Reporter reporter(run, checkpoint_key, sources.size());
  if (run.checkpoint.start == CheckpointOptions::Start::kResume) {
    read_checkpoint(run.checkpoint.path, checkpoint_key, state);
    reporter.started_at(state);
  }
  const double earlier_seconds = state.seconds;
  const std::size_t num_batches = (sources.size() + plan.batch - 1) / plan.batch;
  const std::size_t first_batch = (state.sources_done + plan.batch - 1) / plan.batch;
  if (first_batch >= num_batches) {
    if (!run.checkpoint.path.empty()) reporter.report(state);
    return {state.arcs, earlier_seconds};
  }
  const int workers = static_cast<int>(
      std::min<std::size_t>(static_cast<std::size_t>(plan.workers), num_batches - first_batch));
  {
    Workspace measured;
    const BatchWorkspace of_one(measured, searched, plan);
    measured.require("betweenness", MemoryOfThreads{workers});
  }
  std::atomic<std::size_t> next_batch{first_batch};
  Turns turns(first_batch);
  const auto work = [&] {
    // Taken by the thread that will use it: its memory comes to lie near that.
    Workspace workspace;
    BatchWorkspace own(workspace, searched, plan);
    workspace.take();
    for (std::size_t batch = next_batch++; batch < num_batches; batch = next_batch++) {
      const std::uint64_t arcs = own.work_out(batch);
      const bool continues = turns.take(batch, [&] {
        add(sums, own.dependencies(), plan.threads_each);
        state.arcs += arcs;
        state.sources_done += own.sources_of(batch).size();
        reporter.report(state);
      });
      if (!continues) return;
    }
  };
  ExceptionCatcher catcher;
  parallel_region(workers, [&](int, int) {
    catcher.run([&] {
      try {
        work();
      } catch (...) {
        turns.end();
        throw;
      }
    });
  });
  catcher.rethrow();
  return {state.arcs, earlier_seconds};
}

}  // namespace strider::detail
