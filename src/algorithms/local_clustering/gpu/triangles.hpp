// Triangles on a device, for each kind of device.
#pragma once

#include <cstdint>

#include "gpu/device_object.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// By vertex.
struct Triangles {
  Array<Vertex> degrees;         ///< neighbours, each counted once
  Array<std::uint64_t> corners;  ///< triangles that the vertex is a corner of
};

namespace on_cuda {
/// In the arrays of an undirected graph (GraphArrays). Throws MemoryError, InterruptedError.
[[nodiscard]] Triangles count_triangles(const DeviceObject& graph);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] Triangles count_triangles(const DeviceObject& graph);
}  // namespace on_simt

}  // namespace strider::detail
