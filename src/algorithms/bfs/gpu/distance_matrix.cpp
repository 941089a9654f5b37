// A matrix of distances by one device.
#include "strider/distance_matrix.hpp"

#include "algorithms/bfs/gpu/device_distances.hpp"
#include "base/workspace.hpp"
#include "gpu/dispatch.hpp"
#include "graph/sources.hpp"

namespace strider {

DistanceMatrix distances(const DeviceGraph& graph, std::span<const Vertex> sources) {
  using namespace detail;
  const Vertex n = graph.num_vertices();
  require_sources(sources, n);
  DistanceMatrix matrix{sources.size(), n, {}};
  Workspace workspace;
  workspace.declare("the distances", matrix.levels, sources.size() * n);
  workspace.take("a matrix of distances", HostMemory());
  if (sources.empty()) return matrix;
  const DeviceObject& arrays = *graph.state().arrays;
  on_device(
      graph.device(), [&] { on_cuda::find_distances(arrays, sources, matrix.levels.span()); },
      [&] { on_simt::find_distances(arrays, sources, matrix.levels.span()); });
  return matrix;
}

}  // namespace strider
