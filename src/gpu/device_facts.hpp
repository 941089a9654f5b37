// What a device is, whichever kind it is of.
#pragma once

#include <cstdint>
#include <string>

namespace strider::detail {

struct DeviceFacts {
  std::string name;  ///< "NVIDIA H200"
  std::uint64_t total_bytes = 0;
  std::uint32_t multiprocessors = 0;
};

}  // namespace strider::detail
