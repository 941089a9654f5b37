#include "algorithms/bc/ranks/replicated/batch_worker.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

BatchWorker::BatchWorker(Workspace& workspace, const BcProblem& problem, const BcPlan& plan,
                         int ranks)
    : searched_(plan.searched(problem)), plan_(plan) {
  Workspace of_one;
  const BatchWorkspace one(of_one, searched_, plan);
  const std::uint64_t bytes = std::max<std::uint64_t>(1, of_one.host_bytes());
  // The plan took half of what there is for one rank's.
  const std::uint64_t room = available_memory_bytes() / 2 / static_cast<std::uint64_t>(ranks);
  at_once_ = static_cast<int>(
      std::clamp<std::uint64_t>(room / bytes, 1, static_cast<std::uint64_t>(plan.workers)));
  workspace.count("the searches", saturating_mul(bytes, static_cast<std::uint64_t>(at_once_)));
  workspace.when_taken([this] { take_workspaces(); });
}

/// Each by the thread that will use it: its memory comes to lie near that.
void BatchWorker::take_workspaces() {
  workspaces_.resize(at_once());
  ExceptionCatcher catcher;
  parallel_region(at_once_, [&](int thread, int threads) {
    for (int i = thread; i < at_once_; i += threads) {
      catcher.run([&] {
        Workspace workspace;
        auto own = std::make_unique<BatchWorkspace>(workspace, searched_, plan_);
        workspace.take();
        workspaces_[static_cast<std::size_t>(i)] = std::move(own);
      });
    }
  });
  catcher.rethrow();
}

std::uint64_t BatchWorker::work(std::size_t begin, std::size_t end, const Take& take,
                                const std::function<void()>& between) {
  std::atomic<std::size_t> next{begin};
  std::atomic<std::uint64_t> arcs{0};
  ExceptionCatcher catcher;
  parallel_region(at_once_, [&](int thread, int) {
    catcher.run([&] {
      BatchWorkspace& own = *workspaces_[static_cast<std::size_t>(thread)];
      for (std::size_t batch = next++; batch < end; batch = next++) {
        arcs += own.work_out(batch);
        {
          const std::lock_guard lock(take_lock_);
          take(batch, own.dependencies());
        }
        // The first of a team is who called for it.
        if (thread == 0) between();
      }
    });
  });
  catcher.rethrow();
  return arcs;
}

}  // namespace strider::detail
