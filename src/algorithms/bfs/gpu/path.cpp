// A path from a search on a device that ends at its target.
#include "strider/gpu.hpp"
#include "strider/paths.hpp"

namespace strider {

Path shortest_path(const DeviceGraph& graph, Vertex source, Vertex target,
                   const DeviceBfsOptions& options) {
  const BfsResult result =
      BfsSolver(graph, options).run(BfsQuery{.sources = {&source, 1}, .target = target});
  return {result.path_to(target), result.num_reached()};
}

}  // namespace strider
