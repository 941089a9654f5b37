// What all ranks have sent together.
#pragma once

#include "comm/communicator.hpp"
#include "strider/cluster.hpp"

namespace strider::detail {

/// The sums of all ranks' counters. What this sends itself is in none of them. Collective.
[[nodiscard]] DistTraffic sum_traffic(const comm::Communicator& comm);

}  // namespace strider::detail
