// Label propagation on a device, for each kind of device.
#pragma once

#include "gpu/device_object.hpp"
#include "strider/label_propagation.hpp"

namespace strider::detail {

namespace on_cuda {
/// In the arrays of an undirected graph (GraphArrays). Throws MemoryError, InterruptedError.
[[nodiscard]] LabelPropagationResult propagate(const DeviceObject& graph, std::uint32_t iterations);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] LabelPropagationResult propagate(const DeviceObject& graph, std::uint32_t iterations);
}  // namespace on_simt

}  // namespace strider::detail
