// Calls of the library: without the GIL, ended by Ctrl-C, refused where they would hang.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <csignal>
#include <utility>

#include "strider/stop.hpp"

namespace strider::python {

/// Throws UnavailableError in a process that was forked after the library had started threads: the
/// OpenMP library waits there for threads that the fork did not copy. One thread works.
void require_threads(int threads);

/// Watches for Ctrl-C while a call without the GIL runs in the main thread, the only one in which
/// Python handles signals. Python's own handler runs, too, and remembers the signal. Elsewhere it
/// does nothing.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  /// Becomes true at a signal.
  [[nodiscard]] const std::atomic<bool>& interrupted() const;

 private:
  bool watches_ = false;
  bool installed_ = false;  // by this watch, not by one around it
};

/// body(), with up to `threads` threads of the library, while other threads of Python run. The body
/// must not touch Python objects.
template <class F>
auto call(int threads, F&& body) {
  require_threads(threads);
  const InterruptWatch watch;
  const nanobind::gil_scoped_release released;
  const StopScope scope(watch.interrupted());
  return std::forward<F>(body)();
}

}  // namespace strider::python
