// What vertices of a device add up while searches find them: compiled once for each kind of device.
#include "algorithms/closeness/gpu/device_sums.hpp"

#include <algorithm>

#include "gpu/batched_bfs.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

STRIDER_KERNEL add_found(SomeRows found, const u64* searches, u64 weight, u32* reached,
                         u64* weights) {
  for (u32 i = simt::global_id(); i < found.size; i += simt::global_size()) {
    const u32 v = found[i];
    const u32 count = simt::popcount(searches[v]);
    reached[v] += count;
    weights[v] += count * weight;
  }
}

}  // namespace

SumsOfVertices add_distances(const DeviceObject& graph, const SumsRequest& request) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  const u32 n = arrays.num_vertices();
  Workspace workspace;
  BatchedBfs searches(workspace, arrays);
  DeviceBuffer<u32> reached;
  DeviceBuffer<u64> weights;
  SumsOfVertices sums;
  workspace.declare("the vertices reached", reached, n, arrays.context());
  workspace.declare("the sums of distances", weights, n, arrays.context());
  workspace.declare("the vertices reached", sums.reached, n);
  workspace.declare("the sums of distances", sums.weights, n);
  workspace.take("closeness", HostMemory(), arrays.context());
  Queue& queue = searches.queue();
  queue.fill(reached.data(), 0, reached.size_bytes());
  queue.fill(weights.data(), 0, weights.size_bytes());
  for (std::size_t first = 0; first < request.sources.size(); first += BatchedBfs::kSources) {
    const std::size_t size = std::min(BatchedBfs::kSources, request.sources.size() - first);
    searches.search(request.sources.subspan(first, size),
                    [&](const SomeRows& found, const u64* by, Level level) {
                      simt::launch(queue.handle(), searches.shape(found.size), &add_found, found,
                                   by, request.weight(level), reached.data(), weights.data());
                    });
    if (request.on_progress) request.on_progress(first + size);
  }
  download(queue, sums.reached.span(), reached);
  download(queue, sums.weights.span(), weights);
  return sums;
}

}  // namespace strider::detail::STRIDER_DEVICE
