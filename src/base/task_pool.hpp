// Tasks that threads make while they run others, shared out by stealing.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/barrier.hpp"

namespace strider {

/// A queue of tasks a thread. Each thread runs what it made last, which is small and still in its
/// cache; who has none takes what another made first, which has most work below it (Blumofe and
/// Leiserson 1999). A lock a queue: a task is expected to take many times what a free lock does.
template <class Task>
class TaskPool {
 public:
  explicit TaskPool(int threads) {
    for (int t = 0; t < threads; ++t) queues_.push_back(std::make_unique<Queue>());
  }

  /// Adds a task to a thread's queue: of the thread that runs, or of any before all work(). Throws
  /// std::bad_alloc, and has then added nothing.
  void push(int thread, const Task& task) {
    Queue& queue = *queues_[static_cast<std::size_t>(thread)];
    const std::lock_guard lock(queue.mutex);
    queue.tasks.push_back(task);
    // Before the task can be taken, so that the count never shows less than there is to do. The
    // lock orders it: whoever counts the task down has taken it from here.
    unfinished_.fetch_add(1, std::memory_order_relaxed);
  }

  /// Runs run(task) for tasks of all queues until none is left or under way, those included that
  /// are pushed meanwhile. Every thread of a team calls it, after a barrier behind the first
  /// pushes. `run` does not throw. What any task wrote is seen after the return.
  template <class Run>
  void work(int thread, const Run& run) {
    SpinWait idle;
    // acquire: pairs with the release of the last tasks.
    while (unfinished_.load(std::memory_order_acquire) > 0) {
      if (const std::optional<Task> task = take(thread)) {
        run(*task);
        unfinished_.fetch_sub(1, std::memory_order_release);
        idle = SpinWait();
      } else {
        idle.pause();
      }
    }
  }

 private:
  struct alignas(64) Queue {
    std::mutex mutex;
    std::deque<Task> tasks;
  };

  /// The newest task of this thread, else the oldest of another.
  std::optional<Task> take(int thread) {
    const auto mine = static_cast<std::size_t>(thread);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      Queue& queue = *queues_[(mine + i) % queues_.size()];
      const std::lock_guard lock(queue.mutex);
      if (queue.tasks.empty()) continue;
      const Task task = i == 0 ? queue.tasks.back() : queue.tasks.front();
      if (i == 0) {
        queue.tasks.pop_back();
      } else {
        queue.tasks.pop_front();
      }
      return task;
    }
    return std::nullopt;
  }

  std::vector<std::unique_ptr<Queue>> queues_;
  alignas(64) std::atomic<std::size_t> unfinished_{0};
};

}  // namespace strider
