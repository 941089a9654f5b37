// The error of a device with too little memory.
#pragma once

#include <string>
#include <utility>

#include "strider/error.hpp"

namespace strider {

/// A device has too little memory. The numbers are those of one step, such as copying the graph or
/// allocating the workspace of a search. Memory that earlier steps have taken counts neither as
/// needed nor as free.
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
