// What every engine has on its device: a tree, two queues of vertices, a queue of operations.
#pragma once

#include <array>

#include "algorithms/bfs/gpu/engine.hpp"
#include "algorithms/bfs/gpu/tree_on_device.hpp"

namespace strider::detail::STRIDER_DEVICE {

class EngineOnDevice : public DeviceBfsEngine {
 public:
  EngineOnDevice(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : graph_(graph), options_(options), queue_(graph.context()), tree_(workspace, graph) {
    for (auto& vertices : queues_) {
      workspace.declare("the frontier", vertices, graph.num_vertices(), graph.context());
    }
  }

  void download_parents(std::span<Vertex> parents) final {
    tree_.download_parents(queue_, parents, queues_[0].data());
  }
  void download_levels(std::span<std::uint8_t> levels) final {
    tree_.download_levels(queue_, levels, queues_[0].data());
  }
  void download_levels(std::span<Level> levels) final {
    tree_.download_levels(queue_, levels, queues_[0].data());
  }
  [[nodiscard]] ReachedArcs count_reached_arcs() final { return tree_.count_reached_arcs(queue_); }

 protected:
  [[nodiscard]] bool tracing() const { return options_.trace == BfsTrace::kLevels; }

  const GraphArrays& graph_;
  const DeviceBfsOptions options_;
  Queue queue_;
  TreeOnDevice tree_;
  std::array<DeviceBuffer<u32>, 2> queues_;  // after a search, room for what is made of its tree
};

/// Launches for each level: edge-mapped, vertex-mapped, twc, merge-path, vertex-parallel,
/// scatter-compact. These work once the workspace is taken.
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_level_by_level(Workspace& workspace,
                                                                   const GraphArrays& graph,
                                                                   const DeviceBfsOptions& options);
/// One kernel for the whole search: direction-optimizing, persistent, auto.
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_cooperative(Workspace& workspace,
                                                                const GraphArrays& graph,
                                                                const DeviceBfsOptions& options);

}  // namespace strider::detail::STRIDER_DEVICE
