// Core numbers on a device, for each kind of device.
#pragma once

#include <cstdint>

#include "gpu/device_object.hpp"
#include "strider/array.hpp"

namespace strider::detail {

namespace on_cuda {
/// Of the arrays of an undirected graph (GraphArrays). Throws MemoryError.
[[nodiscard]] Array<std::uint32_t> peel(const DeviceObject& graph);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] Array<std::uint32_t> peel(const DeviceObject& graph);
}  // namespace on_simt

}  // namespace strider::detail
