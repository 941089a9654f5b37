// Breadth-first searches side by side on a device, 64 at once, a bit of a word each
// (graph/batched_bfs.hpp has the listing of one machine). Levels are pushed only: 64 searches share
// a row that is read, and a level of many vertices keeps all threads busy.
//
//   seen[s] = own[s] = the search that begins at s
//   until nothing is found:
//     for u of the frontier, for neighbours v: next[v] |= own[u] & ~seen[v]; the first lists v
//     own = none; for v of the list: seen[v] |= next[v]; tell which searches found v
#pragma once

#include <span>
#include <utility>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "gpu/advance.hpp"
#include "gpu/buffer.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"
#include "strider/types.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Adds the searches of a vertex to the ends of its arcs.
struct SpreadSearches {
  using From = u64;
  const u64* own;
  const u64* seen;  ///< of earlier levels
  u64* next;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION u64 from(u32 u) const { return simt::load(&own[u]); }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u64 searches, u32 v) const {
    const u64 fresh = searches & ~seen[v];
    return fresh != 0 && (fresh & ~simt::load(&next[v])) != 0;
  }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION u64 attempt(u32 /*u*/, u64 searches, u32 v) const {
    return simt::atomic_or(&next[v], searches & ~seen[v]);
  }
  /// True once a level for each vertex found: where it had no search before.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool keep(u32 /*u*/, u64 /*searches*/, u32 /*v*/,
                                                  u64 old) const {
    return old == 0;
  }
};

STRIDER_KERNEL begin_searches(const u32* sources, u32 size, u64* seen, u64* own) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    // A source may come again.
    simt::atomic_or(&seen[sources[i]], u64{1} << i);
    simt::atomic_or(&own[sources[i]], u64{1} << i);
  }
}
STRIDER_KERNEL end_level(SomeRows earlier, u64* own, SomeRows found, const u64* next, u64* seen) {
  for (u32 i = simt::global_id(); i < earlier.size; i += simt::global_size()) own[earlier[i]] = 0;
  for (u32 i = simt::global_id(); i < found.size; i += simt::global_size()) {
    seen[found[i]] |= next[found[i]];
  }
}

class BatchedBfs {
 public:
  static constexpr std::size_t kSources = 64;

  BatchedBfs(Workspace& workspace, const GraphArrays& graph)
      : graph_(graph), queue_(graph.context()) {
    const u32 n = graph.num_vertices();
    Context& context = graph.context();
    workspace.declare("the searches that have seen a vertex", seen_, n, context);
    for (auto& sets : sets_) workspace.declare("the frontiers of searches", sets, n, context);
    // Sources may repeat, and those of a small graph are more than its vertices.
    const std::size_t most = n < kSources ? kSources : n;
    for (auto& list : lists_) workspace.declare("the frontier", list, most, context);
    workspace.declare("the sizes", size_, 1, context);
    workspace.declare("the sizes", seen_size_, 1, context);
    workspace.when_taken([this] {
      for (auto& sets : sets_) queue_.fill(sets.data(), 0, sets.size_bytes());
    });
  }

  [[nodiscard]] Queue& queue() { return queue_; }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(queue_.context(), work, kThreads);
  }

  /// Searches from up to kSources sources. Calls found(vertices, searches, level) for each level
  /// above 0: bit i of searches[v], which lies on the device, says whether the search from source i
  /// has found v of the list there. Kernels that it launches on queue() run before the next level.
  template <class Found>
  void search(std::span<const Vertex> sources, const Found& found) {
    queue_.fill(seen_.data(), 0, seen_.size_bytes());
    upload_bytes(queue_, lists_[0].data(), sources.data(), sources.size_bytes());
    SomeRows frontier{lists_[0].data(), static_cast<u32>(sources.size())};
    simt::launch(queue_.handle(), shape(frontier.size), &begin_searches, frontier.list,
                 frontier.size, seen_.data(), sets_[0].data());
    for (Level level = 1; frontier.size > 0; ++level) {
      throw_if_stopped();
      u64* const own = sets_[(level + 1) % 2].data();
      u64* const next = sets_[level % 2].data();
      u32* const list = lists_[level % 2].data();
      const SomeRows reached{list, spread(frontier, own, next, list)};
      const u32 work = reached.size > frontier.size ? reached.size : frontier.size;
      simt::launch(queue_.handle(), shape(work), &end_level, frontier, own, reached, next,
                   seen_.data());
      if (reached.size > 0) found(reached, next, level);
      frontier = reached;
    }
  }

 private:
  static constexpr u32 kThreads = 256;

  /// Returns how many vertices were found.
  u32 spread(const SomeRows& frontier, const u64* own, u64* next, u32* found) {
    queue_.fill(size_.data(), 0, size_.size_bytes());
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(u64{frontier.size} * simt::kWarp),
                   &advance_rows<Rows<Offset>, SomeRows, SpreadSearches, VertexQueue, ByWarps>,
                   rows, frontier, SpreadSearches{own, seen_.data(), next},
                   VertexQueue{found, size_.data()}, ByWarps{});
    });
    queue_.copy(seen_size_.data(), size_.data(), size_.size_bytes());
    queue_.wait();
    return seen_size_[0];
  }

  const GraphArrays& graph_;
  Queue queue_;
  DeviceBuffer<u64> seen_;
  DeviceBuffer<u64> sets_[2];   ///< of the levels before odd ones, and before even ones
  DeviceBuffer<u32> lists_[2];  ///< of the vertices that have some in these
  DeviceBuffer<u32> size_;
  PinnedBuffer<u32> seen_size_;
};

}  // namespace strider::detail::STRIDER_DEVICE
