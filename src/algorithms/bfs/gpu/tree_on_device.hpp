// The tree of a search, in the device's memory, and what every engine does with it.
#pragma once

#include <span>
#include <vector>

#include "algorithms/bfs/gpu/engine.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/kernels.hpp"
#include "gpu/buffer.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

class TreeOnDevice {
 public:
  TreeOnDevice(Workspace& workspace, const GraphArrays& graph);

  [[nodiscard]] TreeView view() const { return {parents_.data(), levels_.data(), visited_.data()}; }
  /// Forgets the last search; the sources are visited, and the vertices of `frontier`.
  void start(Queue& queue, std::span<const Vertex> sources, u32* frontier) const;
  // Before a search by methods that look at more than the bitmap: every vertex gets kNoParent, or
  // the largest level.
  void forget_parents(Queue& queue) const {
    queue.fill(parents_.data(), 0xFF, parents_.size_bytes());
  }
  void forget_levels(Queue& queue) const { queue.fill(levels_.data(), 0xFF, levels_.size_bytes()); }
  // Both wait for the queue; the second is for methods that forget parents.
  [[nodiscard]] bool has_visited(Queue& queue, Vertex v) const;
  [[nodiscard]] bool has_parent(Queue& queue, Vertex v) const;

  // What is fetched is made in `room` first, for a number a vertex, so that no search ends without
  // the memory to fetch its result.
  void download_parents(Queue& queue, std::span<Vertex> parents, u32* room) const;
  /// T is std::uint8_t or Level.
  template <class T>
  void download_levels(Queue& queue, std::span<T> levels, u32* room) const;
  [[nodiscard]] ReachedArcs count_reached_arcs(Queue& queue) const;
  /// Vertices and adjacency entries of each level. `room`: for two numbers a level.
  [[nodiscard]] std::vector<LevelWork> count_by_level(Queue& queue, u32 num_levels,
                                                      u64* room) const;
  /// Adds to *sum, on the device, the arcs that the level looked at if it was expanded bottom-up.
  void count_examined(Queue& queue, u32 level, u64* sum) const;

 private:
  [[nodiscard]] simt::LaunchShape shape() const;

  const GraphArrays& graph_;
  DeviceBuffer<u32> parents_;
  DeviceBuffer<u32> levels_;
  DeviceBuffer<u32> visited_;
  DeviceBuffer<u64> sums_;  // arcs, self-loops
};

}  // namespace strider::detail::STRIDER_DEVICE
