// The levels of many searches of a device, for each kind of device.
#pragma once

#include <span>

#include "gpu/device_object.hpp"
#include "strider/types.hpp"

namespace strider::detail {

// Of the arrays of a graph (GraphArrays): fills `levels`, a row for each source. Throw MemoryError,
// InterruptedError.
namespace on_cuda {
void find_distances(const DeviceObject& graph, std::span<const Vertex> sources,
                    std::span<Level> levels);
}  // namespace on_cuda
namespace on_simt {
void find_distances(const DeviceObject& graph, std::span<const Vertex> sources,
                    std::span<Level> levels);
}  // namespace on_simt

}  // namespace strider::detail
