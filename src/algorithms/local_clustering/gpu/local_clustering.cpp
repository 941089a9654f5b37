// Local clustering on one device.
#include "strider/local_clustering.hpp"

#include <utility>

#include "algorithms/local_clustering/coefficients.hpp"
#include "algorithms/local_clustering/gpu/triangles.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"

namespace strider {

LocalClusteringResult local_clustering(const DeviceGraph& graph,
                                       const LocalClusteringOptions& /*options*/) {
  using namespace detail;
  if (graph.directedness() == Directedness::kDirected) {
    throw UsageError(
        "local clustering on devices needs an undirected graph: read it with --undirected, or use "
        "the host");
  }
  const DeviceObject& arrays = *graph.state().arrays;
  Triangles found = on_device(
      graph.device(), [&] { return on_cuda::count_triangles(arrays); },
      [&] { return on_simt::count_triangles(arrays); });
  const auto n = static_cast<Vertex>(found.degrees.size());
  LocalClusteringResult result{{}, Array<double>(n), std::move(found.corners)};
  ClusteringSums sums;
  for (Vertex v = 0; v < n; ++v) {
    result.coefficients[v] =
        coefficient(found.degrees[v], result.links[v], Directedness::kUndirected);
    sums.add(result.coefficients[v], result.links[v]);
  }
  static_cast<LocalClusteringSummary&>(result) = sums.summary(n, Directedness::kUndirected);
  return result;
}

}  // namespace strider
