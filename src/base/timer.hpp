// Wall-clock time.
#pragma once

#include <chrono>
#include <utility>

namespace strider {

/// Seconds since it was made or restarted.
class Timer {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  void restart() { start_ = Clock::now(); }
  /// Seconds until now, from when it starts anew. Reads the clock once.
  [[nodiscard]] double lap() {
    const Clock::time_point now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace strider
