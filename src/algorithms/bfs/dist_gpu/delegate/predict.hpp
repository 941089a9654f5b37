// What a search with delegates on a device takes of memory.
#pragma once

#include "algorithms/bfs/dist/delegate/delegate.hpp"
#include "algorithms/bfs/dist_gpu/delegate/local.hpp"
#include "dist_gpu/wire.hpp"

namespace strider::detail::STRIDER_DEVICE {

// And predict_device_delegate_bytes, predict_device_delegate_host_bytes of local.hpp.

[[nodiscard]] Wire::Sizes wire_of(const GraphDelegate& graph, const DelegateBfsSettings& settings,
                                  DeviceTransport transport);

}  // namespace strider::detail::STRIDER_DEVICE
