// What a device's memory has no room for.
#pragma once

#include <string>
#include <utility>

#include "strider/error.hpp"

namespace strider {

/// Of a device's memory: the numbers are of one step, as copying the graph, or the workspace of a
/// search. What earlier steps have taken is neither needed nor free.
class DeviceMemoryError : public MemoryError {
 public:
  /// `purpose` without "on the device".
  DeviceMemoryError(std::string purpose, std::uint64_t needed_bytes, std::uint64_t free_bytes)
      : MemoryError(purpose + " on the device", needed_bytes, free_bytes),
        purpose_(std::move(purpose)) {}
  [[nodiscard]] const std::string& purpose() const { return purpose_; }

 private:
  std::string purpose_;
};

}  // namespace strider
