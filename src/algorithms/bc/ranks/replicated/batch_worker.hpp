// What works out batches of sources on a rank that holds the whole graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/runner.hpp"

namespace strider::detail {

/// Batches are those of a plan: batch b is sources [b * size, (b + 1) * size) in their order. What
/// each brings depends only on it, whichever rank works it out, on the cores of its machine or on
/// a device. Does not communicate.
class BatchWorker {
 public:
  /// By the engines of `plan`: as many at once as memory is there for, where `ranks` of the machine
  /// want as much. Problem and plan outlive it.
  BatchWorker(Workspace& workspace, const BcProblem& problem, const BcPlan& plan, int ranks);

  /// How many batches the worker can use at once.
  [[nodiscard]] std::size_t at_once() const { return static_cast<std::size_t>(at_once_); }
  /// How many threads each of these has.
  [[nodiscard]] int threads_each() const { return plan_.threads_each; }
  /// Works out batches [begin, end): what one brings, a number a score of the problem searched, is
  /// passed to `take`, one batch after the other, in any order. Returns the arcs that the searches
  /// came along. The calling thread takes part, and calls `between` after each batch of its own.
  /// Throws MemoryError, and what the functions throw.
  using Take = std::function<void(std::size_t batch, std::span<const double> dependencies)>;
  [[nodiscard]] std::uint64_t work(std::size_t begin, std::size_t end, const Take& take,
                                   const std::function<void()>& between);

 private:
  void take_workspaces();

  const BcProblem& searched_;
  const BcPlan& plan_;
  int at_once_;
  std::vector<std::unique_ptr<BatchWorkspace>> workspaces_;
  std::mutex take_lock_;
};

}  // namespace strider::detail
