// Loops and regions over the cores of the machine. With host/ rooms, the only place of OpenMP
// pragmas. The threads of a region obey the stop flag of the thread that opened it, which looks at
// it before.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "base/stop.hpp"
#include "strider/threads.hpp"

namespace strider {

/// Keeps the first exception thrown inside a parallel region, for the thread that opened it.
class ExceptionCatcher {
 public:
  template <class F>
  void run(F&& body) noexcept {
    try {
      body();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      has_caught_.store(true, std::memory_order_relaxed);
    }
  }
  /// Whether the region has failed, as far as this thread knows yet.
  [[nodiscard]] bool has_caught() const { return has_caught_.load(std::memory_order_relaxed); }
  void rethrow() {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr first_;
  std::atomic<bool> has_caught_ = false;
};

/// body(thread, threads) on each of `threads` threads, or of fewer where OpenMP grants no more: a
/// limit of threads is set, or the caller is inside a parallel region already. A body that waits
/// for others must go by the number it is given, and must not throw.
template <class F>
void parallel_region(int threads, F&& body) {
  throw_if_stopped();
  if (threads == 1) {
    body(0, 1);
    return;
  }
  ExceptionCatcher catcher;
  const std::atomic<bool>* const stop = stop_flag();
#pragma omp parallel num_threads(threads)
  {
    const InheritedStop inherited(stop);
    catcher.run([&] { body(omp_get_thread_num(), omp_get_num_threads()); });
  }
  catcher.rethrow();
}

/// body(i) for i in [begin, end), in chunks of `grain` handed out as threads become free. Looks at
/// the stop flag before each chunk, and hands out no more once one has thrown.
template <class F>
void parallel_for(std::size_t begin, std::size_t end, int threads, F&& body,
                  std::size_t grain = 1024) {
  if (threads == 1 || end - begin <= grain) {
    sequential_for(begin, end, body, grain);
    return;
  }
  ExceptionCatcher catcher;
  const std::atomic<bool>* const stop = stop_flag();
  const std::size_t chunks = (end - begin + grain - 1) / grain;
#pragma omp parallel num_threads(threads)
  {
    const InheritedStop inherited(stop);
#pragma omp for schedule(dynamic, 1) nowait
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      if (catcher.has_caught()) continue;
      const std::size_t first = begin + chunk * grain;
      catcher.run([&] { sequential_for(first, std::min(first + grain, end), body, grain); });
    }
  }
  catcher.rethrow();
}

/// The chunk of [0, size) that `part` of `parts` gets: contiguous, in order, sizes within one
/// `unit` of each other.
struct Range {
  std::size_t begin;
  std::size_t end;
};
[[nodiscard]] constexpr Range static_chunk(std::size_t size, int part, int parts,
                                           std::size_t unit = 1) {
  const std::size_t units = (size + unit - 1) / unit;
  const auto p = static_cast<std::size_t>(part);
  const auto n = static_cast<std::size_t>(parts);
  const std::size_t base = units / n;
  const std::size_t rest = units % n;
  const std::size_t first = p * base + std::min(p, rest);
  const std::size_t last = first + base + (p < rest ? 1 : 0);
  return {std::min(size, first * unit), std::min(size, last * unit)};
}

/// body(begin, end, thread) on one contiguous chunk a thread.
template <class F>
void parallel_chunks(std::size_t size, int threads, F&& body, std::size_t unit = 1) {
  parallel_region(threads, [&](int thread, int count) {
    const Range chunk = static_chunk(size, thread, count, unit);
    if (chunk.begin < chunk.end) body(chunk.begin, chunk.end, thread);
  });
}

/// body(range, part) for each of `parts` contiguous chunks of [0, size), which stay the same
/// however many threads there are: for what one loop finds out and the next one uses.
template <class F>
void parallel_parts(std::size_t size, int parts, F&& body) {
  parallel_region(parts, [&](int thread, int count) {
    for (int part = thread; part < parts; part += count) {
      body(static_chunk(size, part, parts), static_cast<std::size_t>(part));
    }
  });
}

}  // namespace strider
