// How fast the network is.
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"

namespace strider::comm {

/// Seconds in which a rank sends a message while all send, each to the one half of the ranks away:
/// the slowest rank's best of a few. The same on all ranks. Throws MemoryError on all ranks.
/// Precondition: there are two ranks or more. Collective.
[[nodiscard]] double measure_message(const Communicator& comm, std::uint64_t bytes);

/// Bytes that a rank sends in a second by measure_message of 1 MiB. Infinite on one rank.
/// Milliseconds. The same on all ranks. Throws MemoryError on all ranks. Collective.
[[nodiscard]] double measure_bandwidth(const Communicator& comm);

}  // namespace strider::comm
