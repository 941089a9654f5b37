// What every engine has on its device: a tree, two queues of vertices, a queue of operations.
#pragma once

#include <array>
#include <optional>

#include "algorithms/bfs/gpu/engine.hpp"
#include "algorithms/bfs/gpu/tree_on_device.hpp"

namespace strider::detail::STRIDER_DEVICE {

class EngineOnDevice : public DeviceBfsEngine {
 public:
  /// `more_bytes` are what the engine itself takes besides. Throws MemoryError before any is taken.
  EngineOnDevice(const GraphArrays& graph, const DeviceBfsOptions& options,
                 std::uint64_t more_bytes)
      : graph_(graph),
        options_(options),
        queue_(graph.context()),
        bytes_(TreeOnDevice::predict_bytes(graph) +
               2 * sizeof(u32) * std::uint64_t{graph.num_vertices()} + more_bytes) {
    graph.context().require(bytes_, "a breadth-first search");
    tree_.emplace(graph);
    for (auto& vertices : queues_) {
      vertices = DeviceBuffer<u32>(graph.context(), graph.num_vertices());
    }
  }

  void download_parents(std::span<Vertex> parents) final {
    tree_->download_parents(queue_, parents, queues_[0].data());
  }
  void download_levels(std::span<std::uint8_t> levels) final {
    tree_->download_levels(queue_, levels, queues_[0].data());
  }
  void download_levels(std::span<Level> levels) final {
    tree_->download_levels(queue_, levels, queues_[0].data());
  }
  [[nodiscard]] ReachedArcs count_reached_arcs() final { return tree_->count_reached_arcs(queue_); }
  [[nodiscard]] std::uint64_t bytes() const final { return bytes_; }

 protected:
  [[nodiscard]] bool tracing() const { return options_.trace == BfsTrace::kLevels; }

  const GraphArrays& graph_;
  const DeviceBfsOptions options_;
  Queue queue_;
  std::optional<TreeOnDevice> tree_;
  std::array<DeviceBuffer<u32>, 2> queues_;  // after a search, room for what is made of its tree

 private:
  std::uint64_t bytes_;
};

}  // namespace strider::detail::STRIDER_DEVICE
