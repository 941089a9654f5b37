// CUDA devices, for code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gpu/device_facts.hpp"
#include "gpu/device_object.hpp"

namespace strider::detail::on_cuda {

/// What a device must have.
struct DeviceAbilities {
  int major = 0;  ///< of its compute capability
  int minor = 0;
  bool launches_cooperatively = false;
};
/// Throws UnavailableError, which begins with `name`, where this build has nothing for the device.
void require_usable(const std::string& name, const DeviceAbilities& abilities);

/// Devices that this process may use; 0 where none can be used.
[[nodiscard]] int count_devices();
/// A context that takes `memory_limit` bytes at most. Throws UnavailableError where there is no
/// such device, or none that this build has code for.
[[nodiscard]] std::unique_ptr<DeviceObject> open_context(int number, std::uint64_t memory_limit,
                                                         DeviceFacts& facts);
[[nodiscard]] std::uint64_t free_bytes(const DeviceObject& context);
/// Of the device's memory, by this process.
[[nodiscard]] std::uint64_t taken_bytes(const DeviceObject& context);
[[nodiscard]] std::uint64_t num_launches(const DeviceObject& context);

}  // namespace strider::detail::on_cuda
