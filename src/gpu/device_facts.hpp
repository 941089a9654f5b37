// What a device is, whichever kind it is of.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace strider::detail {

struct DeviceFacts {
  std::string name;  ///< "NVIDIA H200"
  /// The same in all processes that use the device; emulated ones have all the same.
  std::array<std::uint8_t, 16> identity{};
  std::uint64_t total_bytes = 0;
  std::uint32_t multiprocessors = 0;
};

}  // namespace strider::detail
