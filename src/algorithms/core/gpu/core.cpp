// Core numbers on one device.
#include "strider/core.hpp"

#include <algorithm>

#include "algorithms/core/gpu/peel.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"

namespace strider {

CoreResult core_numbers(const DeviceGraph& graph, const CoreOptions& /*options*/) {
  using namespace detail;
  if (graph.directedness() == Directedness::kDirected) {
    throw UsageError(
        "core numbers on devices need an undirected graph: read it with --undirected, or use the "
        "host");
  }
  const DeviceObject& arrays = *graph.state().arrays;
  CoreResult result;
  result.cores = on_device(
      graph.device(), [&] { return on_cuda::peel(arrays); }, [&] { return on_simt::peel(arrays); });
  if (!result.cores.empty()) result.degeneracy = std::ranges::max(result.cores.span());
  return result;
}

}  // namespace strider
