// Which memory MPI sees of a search on devices.
#pragma once

#include <cstdint>

#include "strider/gpu.hpp"

namespace strider::detail {

enum class MessagePlace : std::uint8_t { kPinned, kDevice };

/// Of a transport that was chosen: kAuto asks no library here, and is what any MPI takes.
[[nodiscard]] constexpr MessagePlace place_of_messages(DeviceTransport transport) {
  return transport == DeviceTransport::kGpuDirect ? MessagePlace::kDevice : MessagePlace::kPinned;
}

}  // namespace strider::detail
