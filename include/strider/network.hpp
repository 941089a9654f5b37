// How fast the ranks of a job send messages. Defined in strider::ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "strider/cluster.hpp"

namespace strider {

/// Messages of one size.
struct MessageRate {
  std::uint64_t bytes = 0;
  double seconds = 0;      ///< of the slowest rank, its best of several messages
  double bytes_per_s = 0;  ///< of one rank, while all of them send
};

/// Of each size: every rank sends one message to the rank half of the ranks away, and gets one.
/// Takes twice the memory of the largest message. Throws UsageError on one rank, or if a size is 0;
/// MemoryError. Collective.
[[nodiscard]] std::vector<MessageRate> measure_messages(const Cluster& cluster,
                                                        std::span<const std::uint64_t> sizes);

}  // namespace strider
