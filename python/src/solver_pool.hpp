// Solvers that wait for the next search of their graph.
#pragma once

#include <cstdint>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace strider::python {

/// The options that a solver was made with, as numbers.
using SolverKey = std::vector<double>;

/// A solver serves one search at a time, and keeps its workspace between searches. So that two
/// threads may search one graph at once, each takes a solver from here and brings it back.
template <class Solver>
class SolverPool {
 public:
  /// use(solver), with a solver that was made for the same `key`; make() makes one if none is free.
  /// A solver whose search throws is not kept.
  template <class Make, class Use>
  auto with(const SolverKey& key, Make&& make, Use&& use) {
    Solver solver = take(key, std::forward<Make>(make));
    auto result = use(solver);
    bring_back(key, std::move(solver));
    return result;
  }

 private:
  // Two searches at once are served without making a solver anew; more would keep much memory.
  static constexpr std::size_t kMostKept = 2;

  template <class Make>
  Solver take(const SolverKey& key, Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
        if (kept->first != key) continue;
        Solver solver = std::move(kept->second);
        kept_.erase(kept);
        return solver;
      }
    }
    return make();
  }
  void bring_back(const SolverKey& key, Solver&& solver) {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
    kept_.emplace_back(key, std::move(solver));
  }

  std::mutex mutex_;
  std::vector<std::pair<SolverKey, Solver>> kept_;
};

/// A pool for each type of weights.
template <template <class> class Solver>
class WeightedSolverPools {
 public:
  template <class W>
  [[nodiscard]] SolverPool<Solver<W>>& of() {
    return std::get<SolverPool<Solver<W>>>(pools_);
  }

 private:
  std::tuple<SolverPool<Solver<float>>, SolverPool<Solver<double>>,
             SolverPool<Solver<std::uint32_t>>>
      pools_;
};

}  // namespace strider::python
