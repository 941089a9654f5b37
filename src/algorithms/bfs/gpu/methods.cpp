#include "algorithms/bfs/gpu/engines.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {

std::unique_ptr<DeviceBfsEngine> make_device_bfs(const DeviceObject& arrays,
                                                 const DeviceBfsOptions& options) {
  const auto& graph = static_cast<const GraphArrays&>(arrays);
  switch (options.method) {
    case DeviceBfsMethod::kEdgeMapped:
    case DeviceBfsMethod::kVertexMapped:
    case DeviceBfsMethod::kTwc:
    case DeviceBfsMethod::kMergePath:
      return make_level_by_level(graph, options);
    case DeviceBfsMethod::kAuto:
    case DeviceBfsMethod::kDirectionOptimizing:
      return make_direction_optimizing(graph, options);
    case DeviceBfsMethod::kPersistent:
      return make_persistent(graph, options);
  }
  throw UsageError("method: not a method of breadth-first search on a device");
}

}  // namespace strider::detail::STRIDER_DEVICE
