// Searches from many sources on a device, and what vertices add up meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "gpu/device_object.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// By vertex: see distance_sums.hpp.
struct SumsOfVertices {
  Array<std::uint32_t> reached;
  Array<std::uint64_t> weights;
};
struct SumsRequest {
  std::span<const Vertex> sources;                  ///< none twice
  std::function<std::uint64_t(Level)> weight = {};  ///< of a source on that level
  std::function<void(std::uint64_t done)> on_progress = {};
};

// Of the arrays of a graph (GraphArrays). Throw MemoryError, InterruptedError.
namespace on_cuda {
[[nodiscard]] SumsOfVertices add_distances(const DeviceObject& graph, const SumsRequest& request);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] SumsOfVertices add_distances(const DeviceObject& graph, const SumsRequest& request);
}  // namespace on_simt

}  // namespace strider::detail
