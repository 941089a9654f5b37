// Opens an emulated device.
#pragma once

#include <cstdint>
#include <memory>

#include "simt/emulator/device.hpp"

namespace strider::detail {

struct EmulatedOptions {
  simt::emulator::Settings emulator;
  /// What the device pretends to have.
  std::uint64_t memory_bytes = std::uint64_t{1} << 40U;
};

namespace on_simt {
class Context;
[[nodiscard]] std::unique_ptr<Context> open_context(const EmulatedOptions& options = {});
}  // namespace on_simt

}  // namespace strider::detail
