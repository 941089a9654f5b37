// What kernels make of a tree when its search is over. Only the bitmap tells who was reached: what
// parents and levels hold of others is of an earlier search, or anything.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/block_sum.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// By vertex: the largest number of T where the search did not come.
template <class T>
STRIDER_KERNEL copy_reached(const u32* visited, const u32* from, T* to, u32 num_vertices) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    to[v] = has_bit(visited, v) ? static_cast<T>(from[v]) : static_cast<T>(~T{0});
  }
}

/// sums: the adjacency entries of the vertices reached and, where a caller wants to know, those
/// that lead back.
template <class Offset>
STRIDER_KERNEL sum_degrees(Rows<Offset> rows, const u32* visited, bool count_loops, u64* sums) {
  constexpr u32 kLongRow = 64;
  u64 arcs = 0;
  u64 loops = 0;
  // Whole warps: long rows are walked by all lanes together.
  for (u32 base = simt::global_id() - simt::lane_id(); base < rows.num_vertices;
       base += simt::global_size()) {
    const u32 v = base + simt::lane_id();
    const bool reached = v < rows.num_vertices && has_bit(visited, v);
    const u64 begin = reached ? rows.offsets[v] : 0;
    const u64 end = reached ? rows.offsets[v + 1] : 0;
    arcs += end - begin;
    if (!count_loops) continue;
    const bool is_long = end - begin >= kLongRow;
    for (u64 i = begin; !is_long && i < end; ++i) loops += rows.targets[i] == v ? 1 : 0;
    for (u32 left = simt::ballot(simt::kFullMask, is_long); left != 0; left &= left - 1) {
      const u32 lane = simt::lowest_bit(left);
      const u64 row_end = simt::shfl(simt::kFullMask, end, lane);
      for (u64 i = simt::shfl(simt::kFullMask, begin, lane) + simt::lane_id(); i < row_end;
           i += simt::kWarp) {
        loops += rows.targets[i] == base + lane ? 1 : 0;
      }
    }
  }
  add_from_block(&sums[0], arcs);
  if (count_loops) add_from_block(&sums[1], loops);
}

/// Vertices and adjacency entries of each level.
template <class Offset>
STRIDER_KERNEL sum_by_level(Rows<Offset> rows, const u32* visited, const u32* levels, u64* vertices,
                            u64* edges) {
  for (u32 base = simt::global_id() - simt::lane_id(); base < rows.num_vertices;
       base += simt::global_size()) {
    const u32 v = base + simt::lane_id();
    const bool reached = v < rows.num_vertices && has_bit(visited, v);
    add_by_place(reached, reached ? levels[v] : 0, reached ? degree(rows, v) : 0, vertices, edges);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
