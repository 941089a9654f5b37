// Peeling as host/peel.cpp has it, each step by a kernel; compiled once for each kind of device.
#include <utility>

#include "algorithms/core/gpu/peel.hpp"
#include "base/stop.hpp"
#include "gpu/advance.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;

/// Lowers the degree of the far end.
struct Peel {
  u32* degrees;
  u32 k;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 v) const {
    return simt::load(&degrees[v]) > k;
  }
  /// A degree is never lowered below k.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u32 v) const {
    u32 seen = simt::load(&degrees[v]);
    while (seen > k) {
      const u32 found = simt::atomic_cas(&degrees[v], seen, seen - 1);
      if (found == seen) return seen - 1 == k;
      seen = found;
    }
    return false;
  }
};

/// All vertices remain.
template <class Offset>
STRIDER_KERNEL count_degrees(Rows<Offset> rows, bool has_self_loops, u32* degrees, u32* remaining) {
  for (u32 v = simt::global_id(); v < rows.num_vertices; v += simt::global_size()) {
    const u64 begin = simt::load_constant(&rows.offsets[v]);
    const u64 end = simt::load_constant(&rows.offsets[v + 1]);
    u32 loops = 0;
    for (u64 arc = begin; has_self_loops && arc < end; ++arc) {
      if (simt::load_constant(&rows.targets[arc]) == v) ++loops;
    }
    degrees[v] = static_cast<u32>(end - begin) - loops;
    remaining[v] = v;
  }
}
/// Of those that remained, those of a greater degree than k, and those of that degree.
STRIDER_KERNEL list_remaining(const u32* remaining, u32 size, const u32* degrees, u32 k,
                              VertexQueue greater, VertexQueue equal) {
  StagedQueues<2> staged = stage(greater, equal);
  const u32 turns = (size + simt::global_size() - 1) / simt::global_size();
  for (u32 turn = 0; turn < turns; ++turn) {
    const u32 i = turn * simt::global_size() + simt::global_id();
    const u32 v = i < size ? remaining[i] : 0;
    const u32 degree = i < size ? degrees[v] : 0;
    append(i < size && degree > k, v, staged, 0);
    append(i < size && degree == k, v, staged, 1);
  }
  flush(staged);
}

class Peeling {
 public:
  Peeling(Workspace& workspace, const GraphArrays& graph) : graph_(graph), queue_(graph.context()) {
    Context& context = graph.context();
    workspace.declare("the degrees", degrees_, graph.num_vertices(), context);
    for (auto& list : lists_) {
      workspace.declare("the vertices", list, graph.num_vertices(), context);
    }
    for (auto& list : frontiers_) {
      workspace.declare("the frontier", list, graph.num_vertices(), context);
    }
    workspace.declare("the sizes", sizes_, 2, context);
    workspace.declare("the sizes", seen_, 2, context);
  }

  Array<std::uint32_t> run() {
    u32 remaining = graph_.num_vertices();
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(remaining), &count_degrees<Offset>, rows,
                   graph_.num_self_loops() > 0, degrees_.data(), lists_[0].data());
    });
    for (u32 k = 0; remaining > 0; ++k) {
      clear_sizes();
      simt::launch(queue_.handle(), shape(remaining), &list_remaining, lists_[k % 2].data(),
                   remaining, degrees_.data(), k,
                   VertexQueue{lists_[(k + 1) % 2].data(), sizes_.data()},
                   VertexQueue{frontiers_[0].data(), sizes_.data() + 1});
      remaining = size_of(0);
      for (u32 round = 0, size = size_of(1); size > 0; ++round, size = size_of(1)) {
        throw_if_stopped();
        clear_sizes();
        peel({frontiers_[round % 2].data(), size}, k,
             {frontiers_[(round + 1) % 2].data(), sizes_.data() + 1});
      }
    }
    Array<std::uint32_t> cores(graph_.num_vertices());
    download(queue_, cores.span(), degrees_);
    return cores;
  }

 private:
  void peel(const SomeRows& frontier, u32 k, const VertexQueue& next) {
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), shape(u64{frontier.size} * simt::kWarp),
                   &advance_rows<Rows<Offset>, SomeRows, Peel, VertexQueue, ByWarps>, rows,
                   frontier, Peel{degrees_.data(), k}, next, ByWarps{});
    });
  }
  void clear_sizes() { queue_.fill(sizes_.data(), 0, sizes_.size_bytes()); }
  /// Waits for the kernels before.
  [[nodiscard]] u32 size_of(u32 list) {
    queue_.copy(seen_.data(), sizes_.data(), sizes_.size_bytes());
    queue_.wait();
    return seen_[list];
  }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(queue_.context(), work, kThreads);
  }

  const GraphArrays& graph_;
  Queue queue_;
  DeviceBuffer<u32> degrees_;
  DeviceBuffer<u32> lists_[2];      ///< of the vertices that remain at an even k, and at an odd one
  DeviceBuffer<u32> frontiers_[2];  ///< of even rounds, and of odd ones
  DeviceBuffer<u32> sizes_;         ///< of the list and the frontier that are being filled
  PinnedBuffer<u32> seen_;
};

}  // namespace

Array<std::uint32_t> peel(const DeviceObject& graph) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  Peeling peeling(workspace, arrays);
  workspace.take("core numbers", HostMemory(), arrays.context());
  return peeling.run();
}

}  // namespace strider::detail::STRIDER_DEVICE
