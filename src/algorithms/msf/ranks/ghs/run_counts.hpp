// What a thread counts of a GHS run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithms/msf/ranks/ghs/message.hpp"
#include "base/timer.hpp"

namespace strider::detail::ghs {

/// Where its time goes; kWait is what the others leave.
enum RunPart : std::size_t { kRead, kQueue, kTestQueue, kSend, kWait, kParts };
inline constexpr std::array<std::string_view, kParts> kPartNames = {
    "reading messages", "serving the queue", "serving tests", "sending", "waiting"};

struct RunCounts {
  std::array<std::uint64_t, kMessageTypes> sent{};
  std::array<std::uint64_t, kMessageTypes> wired{};
  std::uint64_t postponed = 0;
  std::array<double, kParts> seconds{};
};

/// Adds the time of a scope.
class TimedPart {
 public:
  TimedPart(RunCounts& counts, RunPart part) : seconds_(counts.seconds[part]) {}
  ~TimedPart() { seconds_ += timer_.seconds(); }
  TimedPart(const TimedPart&) = delete;
  TimedPart& operator=(const TimedPart&) = delete;

 private:
  double& seconds_;
  Timer timer_;
};

}  // namespace strider::detail::ghs
