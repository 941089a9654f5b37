// How messages leave the devices of ranks, where that is left open.
#pragma once

#include "comm/communicator.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// Staged or GPU-direct, the same on all ranks: messages of one are no messages of the other.
/// Throws UnavailableError on all ranks where GPU-direct is wanted and some rank's MPI does not
/// take the memory of such devices. Collective.
[[nodiscard]] DeviceTransport choose_transport(const comm::Communicator& comm, DeviceKind kind,
                                               DeviceTransport wanted);

}  // namespace strider::detail
