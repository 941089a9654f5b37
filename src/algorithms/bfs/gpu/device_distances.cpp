// Levels as searches side by side find them: compiled once for each kind of device.
#include "algorithms/bfs/gpu/device_distances.hpp"

#include <algorithm>

#include "gpu/batched_bfs.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// A row for each search.
STRIDER_KERNEL write_levels(SomeRows found, const u64* searches, u32 level, u32* levels, u64 n) {
  for (u32 i = simt::global_id(); i < found.size; i += simt::global_size()) {
    const u32 v = found[i];
    for (u64 rest = searches[v], row = 0; rest != 0; rest >>= 1U, ++row) {
      if ((rest & 1U) != 0) levels[row * n + v] = level;
    }
  }
}

}  // namespace

void find_distances(const DeviceObject& graph, std::span<const Vertex> sources,
                    std::span<Level> levels) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  const std::size_t n = arrays.num_vertices();
  const std::size_t most = std::min(BatchedBfs::kSources, sources.size());
  Workspace workspace;
  BatchedBfs searches(workspace, arrays);
  DeviceBuffer<u32> rows;
  workspace.declare("the distances", rows, most * n, arrays.context());
  workspace.take("a matrix of distances", HostMemory(), arrays.context());
  Queue& queue = searches.queue();
  for (std::size_t first = 0; first < sources.size(); first += most) {
    const std::span<const Vertex> batch =
        sources.subspan(first, std::min(most, sources.size() - first));
    queue.fill(rows.data(), 0xFF, batch.size() * n * sizeof(Level));  // kUnreached
    searches.search(batch, [&](const SomeRows& found, const u64* by, Level level) {
      simt::launch(queue.handle(), searches.shape(found.size), &write_levels, found, by, level,
                   rows.data(), u64{n});
    });
    download_bytes(queue, levels.data() + first * n, rows.data(), batch.size() * n * sizeof(Level));
    for (std::size_t i = 0; i < batch.size(); ++i) levels[(first + i) * n + batch[i]] = 0;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
