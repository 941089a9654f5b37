// Components on one device.
#include "algorithms/components/afforest.hpp"
#include "gpu/dispatch.hpp"

namespace strider {

std::unique_ptr<detail::Forest> detail::make_forest(Workspace& workspace, const Device& device,
                                                    const ComponentRows& rows) {
  return on_device(
      device, [&] { return on_cuda::make_forest(workspace, device, rows); },
      [&] { return on_simt::make_forest(workspace, device, rows); });
}

ComponentsResult components(const DeviceGraph& graph, const ComponentsOptions& /*options*/) {
  using namespace detail;
  const DeviceObject& arrays = *graph.state().arrays;
  const auto forest = on_device(
      graph.device(), [&] { return on_cuda::make_forest(arrays); },
      [&] { return on_simt::make_forest(arrays); });
  return connect_here(*forest, graph.num_vertices(), graph.directedness());
}

}  // namespace strider
