#include "algorithms/bfs/gpu/engine_on_device.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {

namespace {

std::unique_ptr<DeviceBfsEngine> make_engine(Workspace& workspace, const GraphArrays& graph,
                                             const DeviceBfsOptions& options) {
  switch (options.method) {
    case DeviceBfsMethod::kEdgeMapped:
    case DeviceBfsMethod::kVertexMapped:
    case DeviceBfsMethod::kTwc:
    case DeviceBfsMethod::kMergePath:
    case DeviceBfsMethod::kVertexParallel:
    case DeviceBfsMethod::kScatterCompact:
      return make_level_by_level(workspace, graph, options);
    case DeviceBfsMethod::kAuto:
    case DeviceBfsMethod::kDirectionOptimizing:
    case DeviceBfsMethod::kPersistent:
      return make_cooperative(workspace, graph, options);
  }
  throw UsageError("method: not a method of breadth-first search on a device");
}

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_device_bfs(const DeviceObject& arrays,
                                                 const DeviceBfsOptions& options) {
  const auto& graph = static_cast<const GraphArrays&>(arrays);
  Workspace workspace;
  auto engine = make_engine(workspace, graph, options);
  workspace.take("a breadth-first search", HostMemory(), graph.context());
  return engine;
}

}  // namespace strider::detail::STRIDER_DEVICE
