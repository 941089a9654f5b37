// Emulated devices, for code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/device_facts.hpp"
#include "gpu/device_object.hpp"
#include "simt/emulator/device.hpp"

namespace strider::detail {

struct EmulatedOptions {
  simt::emulator::Settings emulator;
  /// What the device pretends to have.
  std::uint64_t memory_bytes = std::uint64_t{1} << 40U;
};

namespace on_simt {
/// A context.
[[nodiscard]] std::unique_ptr<DeviceObject> open_context(const EmulatedOptions& options,
                                                         DeviceFacts& facts);
[[nodiscard]] std::uint64_t free_bytes(const DeviceObject& context);
[[nodiscard]] std::uint64_t num_launches(const DeviceObject& context);
/// Of the device's memory, by this process.
[[nodiscard]] std::uint64_t taken_bytes(const DeviceObject& context);
}  // namespace on_simt

}  // namespace strider::detail
