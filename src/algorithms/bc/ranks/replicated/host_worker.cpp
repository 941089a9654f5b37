#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "algorithms/bc/ranks/replicated/batch_worker.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

class HostWorker final : public BatchWorker {
 public:
  HostWorker(const BcProblem& problem, const BcPlan& plan, int engines)
      : searched_(plan.searched(problem)), plan_(plan), desks_(static_cast<std::size_t>(engines)) {
    // Each by the thread that will use it: its memory comes to lie near that.
    ExceptionCatcher catcher;
    parallel_region(engines, [&](int thread, int threads) {
      for (int i = thread; i < engines; i += threads) {
        catcher.run([&] {
          Desk& desk = desks_[static_cast<std::size_t>(i)];
          desk.engine = plan_.make_engine(plan_.threads_each);
          desk.dependencies = Array<double>(searched_.num_scores());
        });
      }
    });
    catcher.rethrow();
  }

  [[nodiscard]] std::size_t at_once() const override { return desks_.size(); }

  [[nodiscard]] std::uint64_t work(std::size_t begin, std::size_t end, PairSums& sums,
                                   const std::function<void()>& between) override {
    std::atomic<std::size_t> next{begin};
    std::atomic<std::uint64_t> arcs{0};
    ExceptionCatcher catcher;
    parallel_region(static_cast<int>(desks_.size()), [&](int thread, int) {
      catcher.run([&] {
        Desk& desk = desks_[static_cast<std::size_t>(thread)];
        for (std::size_t batch = next++; batch < end; batch = next++) {
          arcs += work_out(desk, batch);
          {
            const std::lock_guard lock(sums_lock_);
            sums.add(desk.dependencies.span(), plan_.threads_each);
          }
          // The first of a team is who called for it.
          if (thread == 0) between();
        }
      });
    });
    catcher.rethrow();
    return arcs;
  }

 private:
  struct Desk {
    std::unique_ptr<BcEngine> engine;
    Array<double> dependencies;  // of one batch
  };

  std::uint64_t work_out(Desk& desk, std::size_t batch) {
    const std::span<const Vertex> sources = searched_.sources;
    const std::size_t first = batch * plan_.batch;
    std::fill(desk.dependencies.begin(), desk.dependencies.end(), 0.0);
    return desk.engine->accumulate(
        sources.subspan(first, std::min(plan_.batch, sources.size() - first)),
        desk.dependencies.span());
  }

  const BcProblem& searched_;
  const BcPlan& plan_;
  std::vector<Desk> desks_;
  std::mutex sums_lock_;
};

}  // namespace

std::unique_ptr<BatchWorker> make_host_worker(const BcProblem& problem, const BcPlan& plan,
                                              int ranks) {
  int engines = plan.workers;
  if (plan.engine_bytes > 0) {
    // The plan took half of what there is for one rank's.
    const std::uint64_t room = available_memory_bytes() / 2 / static_cast<std::uint64_t>(ranks);
    engines = static_cast<int>(std::clamp<std::uint64_t>(room / plan.engine_bytes, 1,
                                                         static_cast<std::uint64_t>(engines)));
    require_memory(saturating_mul(plan.engine_bytes, static_cast<std::uint64_t>(engines)),
                   "betweenness: the searches of a rank");
  }
  return std::make_unique<HostWorker>(problem, plan, engines);
}

}  // namespace strider::detail
