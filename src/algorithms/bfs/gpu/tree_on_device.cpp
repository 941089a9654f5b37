#include "algorithms/bfs/gpu/tree_on_device.hpp"

#include <array>

#include "algorithms/bfs/gpu/examined_arcs.hpp"
#include "algorithms/bfs/gpu/tree_results.hpp"
#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

STRIDER_DEVICE_FUNCTION void put_source(const TreeView& tree, u32 source) {
  tree.parents[source] = source;
  tree.levels[source] = 0;
  simt::atomic_or(&tree.visited[source / 32], 1U << source % 32);
}
/// Most searches have one source: nothing is copied to the device for it.
STRIDER_KERNEL put_one_source(TreeView tree, u32 source, u32* frontier) {
  if (simt::global_id() != 0) return;
  put_source(tree, source);
  frontier[0] = source;
}
STRIDER_KERNEL put_sources(TreeView tree, const u32* frontier, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size())
    put_source(tree, frontier[i]);
}

constexpr std::size_t kSums = 2;

}  // namespace

TreeOnDevice::TreeOnDevice(Workspace& workspace, const GraphArrays& graph) : graph_(graph) {
  Context& context = graph.context();
  workspace.declare("the parents", parents_, graph.num_vertices(), context);
  workspace.declare("the levels", levels_, graph.num_vertices(), context);
  workspace.declare("the visited vertices", visited_, bitmap_words(graph.num_vertices()), context);
  workspace.declare("the sums", sums_, kSums, context);
}

void TreeOnDevice::start(Queue& queue, std::span<const Vertex> sources, u32* frontier) const {
  queue.fill(visited_.data(), 0, visited_.size_bytes());
  if (sources.size() == 1) {
    simt::launch(queue.handle(), {.grid = 1, .block = simt::kWarp}, put_one_source, view(),
                 sources.front(), frontier);
    return;
  }
  const auto count = static_cast<u32>(sources.size());
  upload_bytes(queue, frontier, sources.data(), sources.size_bytes());
  simt::launch(queue.handle(), shape_for(graph_.context(), count, simt::kWarp), put_sources, view(),
               frontier, count);
}

bool TreeOnDevice::has_visited(Queue& queue, Vertex v) const {
  u32 word = 0;
  download_bytes(queue, &word, visited_.data() + v / 32, sizeof(word));
  return (word >> v % 32 & 1U) != 0;
}
bool TreeOnDevice::has_parent(Queue& queue, Vertex v) const {
  u32 parent = 0;
  download_bytes(queue, &parent, parents_.data() + v, sizeof(parent));
  return parent != kNoParent;
}

simt::LaunchShape TreeOnDevice::shape() const {
  // Small graphs get one small block: an emulated barrier costs as many switches as it has threads.
  constexpr u32 kMostThreads = 256;
  const u32 n = graph_.num_vertices();
  const u32 threads =
      n < kMostThreads ? (n + simt::kWarp - 1) / simt::kWarp * simt::kWarp : kMostThreads;
  return shape_for(graph_.context(), n, threads);
}

void TreeOnDevice::download_parents(Queue& queue, std::span<Vertex> parents, u32* room) const {
  simt::launch(queue.handle(), shape(), copy_reached<u32>, visited_.data(), parents_.data(), room,
               graph_.num_vertices());
  download_bytes(queue, parents.data(), room, parents.size_bytes());
}
template <class T>
void TreeOnDevice::download_levels(Queue& queue, std::span<T> levels, u32* room) const {
  T* const copied = reinterpret_cast<T*>(room);
  simt::launch(queue.handle(), shape(), copy_reached<T>, visited_.data(), levels_.data(), copied,
               graph_.num_vertices());
  download_bytes(queue, levels.data(), copied, levels.size_bytes());
}
template void TreeOnDevice::download_levels(Queue&, std::span<std::uint8_t>, u32*) const;
template void TreeOnDevice::download_levels(Queue&, std::span<Level>, u32*) const;

ReachedArcs TreeOnDevice::count_reached_arcs(Queue& queue) const {
  queue.fill(sums_.data(), 0, sums_.size_bytes());
  graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(), shape(), sum_degrees<Offset>, rows, visited_.data(),
                 graph_.num_self_loops() > 0, sums_.data());
  });
  std::array<u64, kSums> counted{};
  download<u64>(queue, counted, sums_);
  return {counted[0], counted[1]};
}

std::vector<LevelWork> TreeOnDevice::count_by_level(Queue& queue, u32 num_levels, u64* room) const {
  std::vector<u64> counted(2 * std::size_t{num_levels});
  const std::size_t bytes = counted.size() * sizeof(u64);
  queue.fill(room, 0, bytes);
  graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(), shape(), sum_by_level<Offset>, rows, visited_.data(),
                 levels_.data(), room, room + num_levels);
  });
  download_bytes(queue, counted.data(), room, bytes);
  std::vector<LevelWork> work;
  for (u32 level = 0; level < num_levels; ++level) {
    work.push_back({counted[level], counted[num_levels + level]});
  }
  return work;
}

void TreeOnDevice::count_examined(Queue& queue, u32 level, u64* sum) const {
  graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    simt::launch(queue.handle(), shape(), sum_examined<Offset>, rows, graph_.layout(),
                 FoundLevel{view(), level}, sum);
  });
}

}  // namespace strider::detail::STRIDER_DEVICE
