// Closeness on one device.
#include "strider/closeness.hpp"

#include <numeric>
#include <span>
#include <vector>

#include "algorithms/closeness/distance_sums.hpp"
#include "algorithms/closeness/gpu/device_sums.hpp"
#include "base/workspace.hpp"
#include "gpu/dispatch.hpp"

namespace strider {

ClosenessResult closeness(const DeviceGraph& graph, const ClosenessOptions& options) {
  using namespace detail;
  const Vertex n = graph.num_vertices();
  const DistanceSums sums(options, n);
  const std::vector<Vertex> drawn = sums.draw<Vertex>(options.seed);
  Array<Vertex> all;
  ClosenessResult result{.scores = {}, .num_sources = sums.num_sources(), .error = sums.error()};
  Workspace workspace;
  workspace.declare("the sources", all, sums.is_exact() ? n : 0);
  workspace.declare("the scores", result.scores, n);
  workspace.take("closeness", HostMemory());
  std::iota(all.begin(), all.end(), Vertex{0});
  const std::span<const Vertex> sources =
      sums.is_exact() ? std::span<const Vertex>(all) : std::span<const Vertex>(drawn);
  const SumsRequest request{.sources = sources,
                            .weight = [&](Level level) { return sums.weight(level); },
                            .on_progress =
                                [&](std::uint64_t done) {
                                  if (options.on_progress)
                                    options.on_progress(done, sources.size());
                                }};
  const DeviceObject& arrays = *graph.state().arrays;
  const SumsOfVertices found = on_device(
      graph.device(), [&] { return on_cuda::add_distances(arrays, request); },
      [&] { return on_simt::add_distances(arrays, request); });
  auto source = drawn.begin();
  for (Vertex v = 0; v < n; ++v) {
    const bool is_drawn = source != drawn.end() && *source == v;
    if (is_drawn) ++source;
    result.scores[v] = sums.score(found.weights[v], found.reached[v], is_drawn);
  }
  return result;
}

}  // namespace strider
