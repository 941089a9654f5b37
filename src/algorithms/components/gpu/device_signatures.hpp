// Strong components on a device of either kind.
#pragma once

#include "gpu/device_object.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

namespace on_cuda {
/// By vertex of a graph (GraphArrays) that is on a device: the least vertex of its component.
/// Throws MemoryError, InterruptedError.
[[nodiscard]] Array<Vertex> find_strong_components(const DeviceObject& graph);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] Array<Vertex> find_strong_components(const DeviceObject& graph);
}  // namespace on_simt

}  // namespace strider::detail
