// Batches of 64 searches on a device, compiled once for each kind of device (graph/batched_bfs.hpp
// has the listing of one machine). Levels are pushed only: 64 searches share a row that is read,
// and a level of many vertices keeps all threads busy.
//
//   seen[s] = own[s] = the search that begins at s
//   until nothing is found:
//     for u of the frontier, for neighbours v: next[v] |= own[u] & ~seen[v]; the first lists v
//     own = none; for v of the list: seen[v] |= next[v], add up what is found
#include "algorithms/closeness/gpu/device_sums.hpp"

#include <algorithm>
#include <utility>

#include "base/stop.hpp"
#include "gpu/advance.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;
constexpr std::size_t kSources = 64;

/// Adds the searches of a vertex to the ends of its arcs.
struct Spread {
  using From = u64;
  const u64* own;
  const u64* seen;
  u64* next;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION u64 from(u32 u) const { return simt::load(&own[u]); }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u64 searches, u32 v) const {
    return (searches & ~simt::load(&seen[v])) != 0;
  }
  /// True once a level for each vertex found: where it had no search before.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u64 searches, u32 v) const {
    const u64 fresh = searches & ~simt::load(&seen[v]);
    if ((fresh & ~simt::load(&next[v])) == 0) return false;
    return simt::atomic_or(&next[v], fresh) == 0;
  }
};

STRIDER_KERNEL begin_searches(const u32* sources, u32 size, u64* seen, u64* own) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    seen[sources[i]] = u64{1} << i;
    own[sources[i]] = u64{1} << i;
  }
}
STRIDER_KERNEL add_found(const u32* list, u32 size, const u64* next, u64* seen, u64 weight,
                         u32* reached, u64* weights) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u32 v = list[i];
    const u32 found = simt::popcount(next[v]);
    seen[v] |= next[v];
    reached[v] += found;
    weights[v] += found * weight;
  }
}
STRIDER_KERNEL forget(const u32* list, u32 size, u64* own) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) own[list[i]] = 0;
}

class SearchesOnDevice {
 public:
  SearchesOnDevice(Workspace& workspace, const GraphArrays& graph)
      : graph_(graph), queue_(graph.context()) {
    const u32 n = graph.num_vertices();
    Context& context = graph.context();
    workspace.declare("the searches that have seen a vertex", seen_, n, context);
    for (auto& sets : sets_) workspace.declare("the frontiers of searches", sets, n, context);
    for (auto& list : lists_) workspace.declare("the frontier", list, n, context);
    workspace.declare("the vertices reached", reached_, n, context);
    workspace.declare("the sums of distances", weights_, n, context);
    workspace.declare("the sizes", size_, 1, context);
    workspace.declare("the sizes", seen_size_, 1, context);
    workspace.when_taken([this] {
      for (auto& sets : sets_) queue_.fill(sets.data(), 0, sets.size_bytes());
      queue_.fill(reached_.data(), 0, reached_.size_bytes());
      queue_.fill(weights_.data(), 0, weights_.size_bytes());
    });
  }

  /// Of up to kSources sources.
  void add(std::span<const Vertex> sources, const SumsRequest& request) {
    queue_.fill(seen_.data(), 0, seen_.size_bytes());
    upload_bytes(queue_, lists_[0].data(), sources.data(), sources.size_bytes());
    auto size = static_cast<u32>(sources.size());
    launch(size, &begin_searches, lists_[0].data(), size, seen_.data(), sets_[0].data());
    for (Level level = 1; size > 0; ++level) {
      throw_if_stopped();
      u32* const list = lists_[(level + 1) % 2].data();
      u64* const own = sets_[(level + 1) % 2].data();
      u32* const next_list = lists_[level % 2].data();
      u64* const next = sets_[level % 2].data();
      const u32 earlier = std::exchange(size, spread({list, size}, own, next, next_list));
      launch(earlier, &forget, list, earlier, own);
      if (size == 0) break;
      launch(size, &add_found, next_list, size, next, seen_.data(), request.weight(level),
             reached_.data(), weights_.data());
    }
  }
  [[nodiscard]] SumsOfVertices take_sums() {
    SumsOfVertices sums{Array<std::uint32_t>(graph_.num_vertices()),
                        Array<std::uint64_t>(graph_.num_vertices())};
    download(queue_, sums.reached.span(), reached_);
    download(queue_, sums.weights.span(), weights_);
    return sums;
  }

 private:
  /// Returns how many vertices were found.
  u32 spread(const SomeRows& frontier, const u64* own, u64* next, u32* found) {
    queue_.fill(size_.data(), 0, size_.size_bytes());
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(
          queue_.handle(), shape_for(queue_.context(), u64{frontier.size} * simt::kWarp, kThreads),
          &advance_rows<Rows<Offset>, SomeRows, Spread, VertexQueue, ByWarps>, rows, frontier,
          Spread{own, seen_.data(), next}, VertexQueue{found, size_.data()}, ByWarps{});
    });
    queue_.copy(seen_size_.data(), size_.data(), size_.size_bytes());
    queue_.wait();
    return seen_size_[0];
  }
  template <class... Parameters, class... Arguments>
  void launch(u32 work, void (*kernel)(Parameters...), const Arguments&... arguments) {
    simt::launch(queue_.handle(), shape_for(queue_.context(), work, kThreads), kernel,
                 arguments...);
  }

  const GraphArrays& graph_;
  Queue queue_;
  DeviceBuffer<u64> seen_;
  DeviceBuffer<u64> sets_[2];   ///< of the levels before odd ones, and before even ones
  DeviceBuffer<u32> lists_[2];  ///< of the vertices that have some in these
  DeviceBuffer<u32> reached_;
  DeviceBuffer<u64> weights_;
  DeviceBuffer<u32> size_;
  PinnedBuffer<u32> seen_size_;
};

}  // namespace

SumsOfVertices add_distances(const DeviceObject& graph, const SumsRequest& request) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  SearchesOnDevice searches(workspace, arrays);
  workspace.count("the sums of distances",
                  std::uint64_t{arrays.num_vertices()} * (sizeof(u32) + sizeof(u64)));
  workspace.take("closeness", HostMemory(), arrays.context());
  for (std::size_t first = 0; first < request.sources.size(); first += kSources) {
    const std::size_t size = std::min(kSources, request.sources.size() - first);
    searches.add(request.sources.subspan(first, size), request);
    if (request.on_progress) request.on_progress(first + size);
  }
  return searches.take_sums();
}

}  // namespace strider::detail::STRIDER_DEVICE
