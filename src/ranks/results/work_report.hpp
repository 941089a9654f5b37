// What ranks computed beside what they sent: over all ranks.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/traffic.hpp"
#include "strider/cluster.hpp"

namespace strider::detail {

struct WorkReport {
  DistTraffic::Work total;
  std::vector<DistTraffic::Work> by_level;
  std::array<DistTraffic::Spread, comm::kNumPhases> network;    ///< by phase
  std::array<DistTraffic::Spread, comm::kNumPhases> computing;  ///< by phase
};

/// Of `levels` levels, as many as the rank with the most of them has. The same on all ranks. Each
/// rank sums up its part of the numbers: O(levels) memory a rank. Throws MemoryError. Collective.
[[nodiscard]] WorkReport report_work(const comm::Communicator& comm, std::size_t levels);

}  // namespace strider::detail
