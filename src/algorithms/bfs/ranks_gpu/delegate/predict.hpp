// What a search with delegates on a device takes of memory.
#pragma once

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/local.hpp"
#include "ranks_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

// And predict_device_delegate_bytes, predict_device_delegate_host_bytes of local.hpp.

[[nodiscard]] Wire::Sizes wire_of(const GraphDelegate& graph, const DelegateBfsSettings& settings,
                                  DeviceTransport transport);

}  // namespace strider::detail::STRIDER_DEVICE
