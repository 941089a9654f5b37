// How far a run is: on stderr, and only where that is a terminal that is not dumb.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace strider::cli {

enum class ProgressBar { kWhereTerminal, kOff };

/// One line that is overwritten as the run continues and wiped at its end.
class Progress {
 public:
  explicit Progress(ProgressBar bar);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void stage(std::string_view what);
  void step(std::string_view what, double fraction);
  void clear();

 private:
  bool enabled_;
  bool shown_ = false;
};

/// For on_progress of the library: shows which part of `total` is done, and how long the rest takes
/// if it continues as fast as since now. The progress outlives it.
[[nodiscard]] std::function<void(std::uint64_t done, std::uint64_t total)> time_left(
    Progress& progress);

}  // namespace strider::cli
