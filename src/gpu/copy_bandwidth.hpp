// The bandwidth of a device's memory, for code that knows no kind of device.
#pragma once

#include <cstdint>

#include "gpu/device_object.hpp"

namespace strider::detail {

// As measure_copy_bandwidth of strider/device.hpp; of a Context of the same kind of device.
namespace on_cuda {
[[nodiscard]] double copy_bandwidth(DeviceObject& context, std::uint64_t bytes, int repetitions);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] double copy_bandwidth(DeviceObject& context, std::uint64_t bytes, int repetitions);
}  // namespace on_simt

}  // namespace strider::detail
