// How fast the network is.
#pragma once

#include "comm/communicator.hpp"

namespace strider::comm {

/// Bytes that a rank sends in a second while all send, each to the one half of the ranks away: the
/// slowest rank's best of a few messages of 1 MiB. Infinite on one rank. Milliseconds. The same on
/// all ranks. Throws MemoryError on all ranks. Collective.
[[nodiscard]] double measure_bandwidth(const Communicator& comm);

}  // namespace strider::comm
