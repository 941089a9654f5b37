// Strong components on one device.
#include "strider/strong_components.hpp"

#include "algorithms/components/gpu/device_signatures.hpp"
#include "gpu/dispatch.hpp"
#include "strider/device.hpp"

namespace strider {

ComponentsResult strong_components(const DeviceGraph& graph, const ComponentsOptions& options) {
  using namespace detail;
  if (graph.directedness() == Directedness::kUndirected) return components(graph, options);
  const DeviceObject& arrays = *graph.state().arrays;
  return ComponentsResult(on_device(
      graph.device(), [&] { return on_cuda::find_strong_components(arrays); },
      [&] { return on_simt::find_strong_components(arrays); }));
}

}  // namespace strider
