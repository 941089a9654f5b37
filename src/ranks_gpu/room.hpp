// What a rank's device has left, as ranks that share devices ask each other.
#pragma once

#include "ranks/memory/device_memory.hpp"
#include "strider/device.hpp"

namespace strider::detail {

[[nodiscard]] DeviceRoom room_on(const Device& device);

}  // namespace strider::detail
