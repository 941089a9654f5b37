// The tree of a search, in the device's memory, and what every engine does with it.
#pragma once

#include <vector>

#include "algorithms/bfs/gpu/engine.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/kernels.hpp"
#include "gpu/buffer.hpp"
#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

class TreeOnDevice {
 public:
  explicit TreeOnDevice(const GraphArrays& graph);

  [[nodiscard]] TreeView view() const { return {parents_.data(), levels_.data(), visited_.data()}; }
  /// Forgets the last search; `source` is visited, and the one vertex of `frontier`.
  void start(Queue& queue, u32 source, u32* frontier) const;
  void download_parents(Queue& queue, std::span<Vertex> parents) const;
  /// T is std::uint8_t or Level. Takes as much of the device's memory, for as long as it takes.
  template <class T>
  void download_levels(Queue& queue, std::span<T> levels) const;
  [[nodiscard]] ReachedArcs count_reached_arcs(Queue& queue) const;
  /// Vertices and adjacency entries of each level.
  [[nodiscard]] std::vector<LevelWork> count_by_level(Queue& queue, u32 num_levels) const;

  [[nodiscard]] static std::uint64_t predict_bytes(const GraphArrays& graph);

 private:
  const GraphArrays& graph_;
  DeviceBuffer<u32> parents_;
  DeviceBuffer<u32> levels_;
  DeviceBuffer<u32> visited_;
};

/// Words of a bitmap of so many vertices: whole blocks of 64, as the degree layout has them.
[[nodiscard]] constexpr u32 bitmap_words(u32 num_vertices) {
  return (num_vertices + 63) / 64 * 2;
}

/// Enough that every multiprocessor has blocks to wait behind.
inline constexpr u32 kBlocksEach = 32;
/// Blocks of so many threads that `work` threads make, up to `blocks_each` a multiprocessor.
[[nodiscard]] simt::LaunchShape shape_for(const Context& context, u64 work, u32 block_threads,
                                          u32 blocks_each = kBlocksEach);

}  // namespace strider::detail::STRIDER_DEVICE
