// What ranks computed beside what they sent: over all ranks.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/traffic.hpp"
#include "strider/cluster.hpp"

namespace strider::detail {

/// Seconds of ranks for each phase.
struct PhaseTimes {
  std::array<DistTraffic::Spread, comm::kNumPhases> network;
  std::array<DistTraffic::Spread, comm::kNumPhases> computing;
};

struct WorkReport {
  DistTraffic::Work total;
  PhaseTimes times;
  // As long as DistTraffic says, else empty:
  std::vector<DistTraffic::Work> by_level;
  std::vector<PhaseTimes> times_by_level;
};

/// Of `levels` levels, as many as the rank with the most of them has. The same on all ranks. Each
/// rank sums up its part of the numbers: O(levels) memory a rank. Throws MemoryError. Collective.
[[nodiscard]] WorkReport report_work(const comm::Communicator& comm, std::size_t levels);
/// Of each rank by itself, the same on all, where ranks are recorded; else none. Throws
/// MemoryError. Collective.
[[nodiscard]] std::vector<DistTraffic::RankTimes> gather_times(const comm::Communicator& comm,
                                                               std::size_t levels);

}  // namespace strider::detail
