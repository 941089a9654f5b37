#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "print.hpp"
#include "report.hpp"
#include "stopwatch.hpp"

namespace strider::cli {
namespace {

/// Whether stderr is a terminal that can wipe a line. A bar has no colours, so NO_COLOR does not
/// matter.
bool has_wiping_terminal() {
  if (isatty(STDERR_FILENO) != 1) return false;
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

}  // namespace

Progress::Progress(ProgressBar bar)
    : enabled_(bar == ProgressBar::kWhereTerminal && has_wiping_terminal()) {}

void Progress::stage(std::string_view what) {
  if (!enabled_) return;
  print(stderr, "\r\x1b[K{} ...", printable(what));
  std::fflush(stderr);
  shown_ = true;
}

void Progress::step(std::string_view what, double fraction) {
  if (!enabled_) return;
  constexpr int kWidth = 30;
  const double share = std::clamp(fraction, 0.0, 1.0);
  print(stderr, "\r\x1b[K{:<14} [{:<{}}] {:3.0f} %", what,
        fmt::format("{:#<{}}", "", static_cast<int>(share * kWidth)), kWidth, 100 * share);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

std::function<void(std::uint64_t, std::uint64_t)> time_left(Progress& progress) {
  return [&progress, watch = Stopwatch()](std::uint64_t done, std::uint64_t total) {
    const double part = static_cast<double>(done) / static_cast<double>(total);
    progress.step(fmt::format("{} left", duration(watch.seconds() * (1 / part - 1))), part);
  };
}

}  // namespace strider::cli
