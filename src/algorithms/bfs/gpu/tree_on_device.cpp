#include "algorithms/bfs/gpu/tree_on_device.hpp"

#include <algorithm>
#include <array>

#include "algorithms/bfs/gpu/copy_levels.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

STRIDER_KERNEL put_source(TreeView tree, u32 source, u32* frontier) {
  if (simt::global_id() != 0) return;
  tree.parents[source] = source;
  tree.levels[source] = 0;
  tree.visited[source / 32] = 1U << source % 32;
  frontier[0] = source;
}

/// sums: the adjacency entries of the vertices reached and, where anybody wants to know, those that
/// lead back.
template <class Offset>
STRIDER_KERNEL sum_degrees(Rows<Offset> rows, const u32* parents, bool count_loops, u64* sums) {
  u64 arcs = 0;
  u64 loops = 0;
  for (u32 v = simt::global_id(); v < rows.num_vertices; v += simt::global_size()) {
    if (parents[v] == kNoParent) continue;
    arcs += degree(rows, v);
    for (u64 i = rows.offsets[v]; count_loops && i < rows.offsets[v + 1]; ++i) {
      loops += rows.targets[i] == v ? 1 : 0;
    }
  }
  if (arcs != 0) simt::atomic_add(&sums[0], arcs);
  if (loops != 0) simt::atomic_add(&sums[1], loops);
}

template <class Offset>
STRIDER_KERNEL sum_by_level(Rows<Offset> rows, const u32* parents, const u32* levels, u64* vertices,
                            u64* edges) {
  for (u32 v = simt::global_id(); v < rows.num_vertices; v += simt::global_size()) {
    if (parents[v] == kNoParent) continue;
    simt::atomic_add(&vertices[levels[v]], 1);
    simt::atomic_add(&edges[levels[v]], degree(rows, v));
  }
}

constexpr u32 kThreads = 256;

}  // namespace

simt::LaunchShape shape_for(const Context& context, u64 work, u32 block_threads, u32 blocks_each) {
  const u64 blocks = (work + block_threads - 1) / block_threads;
  const u64 most = blocks_each * std::max<u64>(1, context.facts().multiprocessors);
  return {.grid = static_cast<u32>(std::min(blocks, most)), .block = block_threads};
}

std::uint64_t TreeOnDevice::predict_bytes(const GraphArrays& graph) {
  return 2 * sizeof(u32) * std::uint64_t{graph.num_vertices()} +
         sizeof(u32) * std::uint64_t{bitmap_words(graph.num_vertices())};
}

TreeOnDevice::TreeOnDevice(const GraphArrays& graph)
    : graph_(graph),
      parents_(graph.context(), graph.num_vertices()),
      levels_(graph.context(), graph.num_vertices()),
      visited_(graph.context(), bitmap_words(graph.num_vertices())) {}

void TreeOnDevice::start(Queue& queue, u32 source, u32* frontier) const {
  queue.fill(parents_.data(), 0xFF, parents_.size_bytes());
  queue.fill(visited_.data(), 0, visited_.size_bytes());
  simt::launch(queue.handle(), {.grid = 1, .block = simt::kWarp}, put_source, view(), source,
               frontier);
}

void TreeOnDevice::download_parents(Queue& queue, std::span<Vertex> parents) const {
  download<u32>(queue, parents, parents_);
}
template <class T>
void TreeOnDevice::download_levels(Queue& queue, std::span<T> levels) const {
  const u32 n = graph_.num_vertices();
  const DeviceBuffer<T> copied(graph_.context(), n);
  simt::launch(queue.handle(), shape_for(graph_.context(), n, kThreads), copy_levels<T>,
               parents_.data(), levels_.data(), copied.data(), n);
  download<T>(queue, levels, copied);
}
template void TreeOnDevice::download_levels(Queue&, std::span<std::uint8_t>) const;
template void TreeOnDevice::download_levels(Queue&, std::span<Level>) const;

ReachedArcs TreeOnDevice::count_reached_arcs(Queue& queue) const {
  const DeviceBuffer<u64> sums(graph_.context(), 2);
  queue.fill(sums.data(), 0, sums.size_bytes());
  graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(), shape_for(graph_.context(), graph_.num_vertices(), kThreads),
                 sum_degrees<Offset>, rows, parents_.data(), graph_.num_self_loops() > 0,
                 sums.data());
  });
  std::array<u64, 2> counted{};
  download<u64>(queue, counted, sums);
  return {counted[0], counted[1]};
}

std::vector<LevelWork> TreeOnDevice::count_by_level(Queue& queue, u32 num_levels) const {
  const DeviceBuffer<u64> sums(graph_.context(), 2 * std::size_t{num_levels});
  queue.fill(sums.data(), 0, sums.size_bytes());
  graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(), shape_for(graph_.context(), graph_.num_vertices(), kThreads),
                 sum_by_level<Offset>, rows, parents_.data(), levels_.data(), sums.data(),
                 sums.data() + num_levels);
  });
  std::vector<u64> counted(sums.size());
  download<u64>(queue, counted, sums);
  std::vector<LevelWork> work;
  for (u32 level = 0; level < num_levels; ++level) {
    work.push_back({counted[level], counted[num_levels + level]});
  }
  return work;
}

}  // namespace strider::detail::STRIDER_DEVICE
