// Emulated devices, for code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/device_facts.hpp"
#include "gpu/device_object.hpp"
#include "simt/emulator/device.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// Device::simt() with all that the emulator can be set to: for tests.
[[nodiscard]] Device open_emulated(const simt::emulator::Settings& settings);

namespace on_simt {
/// A context.
[[nodiscard]] std::unique_ptr<DeviceObject> open_context(const simt::emulator::Settings& settings,
                                                         DeviceFacts& facts);
[[nodiscard]] std::uint64_t free_bytes(const DeviceObject& context);
[[nodiscard]] std::uint64_t num_launches(const DeviceObject& context);
[[nodiscard]] std::uint64_t num_waits(const DeviceObject& context);
/// Of the device's memory, by this process.
[[nodiscard]] std::uint64_t taken_bytes(const DeviceObject& context);
}  // namespace on_simt

}  // namespace strider::detail
