// Label propagation on one device.
#include "strider/label_propagation.hpp"

#include "algorithms/label_propagation/gpu/propagation.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"

namespace strider {

LabelPropagationResult label_propagation(const DeviceGraph& graph,
                                         const LabelPropagationOptions& options) {
  using namespace detail;
  if (graph.directedness() == Directedness::kDirected) {
    throw UsageError(
        "label propagation on devices needs an undirected graph: read it with --undirected, or use "
        "the host");
  }
  const DeviceObject& arrays = *graph.state().arrays;
  return on_device(
      graph.device(), [&] { return on_cuda::propagate(arrays, options.iterations); },
      [&] { return on_simt::propagate(arrays, options.iterations); });
}

}  // namespace strider
