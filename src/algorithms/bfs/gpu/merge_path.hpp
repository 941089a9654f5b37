// Vertices and edges of the frontier, merged into one path, in chunks of one length (Davidson,
// Baxter, Garland and Owens 2014; the partition is Green, McColl and Bader's of 2012): no chunk is
// longer for a vertex of high degree, nor for many without edges.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Steps of a thread.
inline constexpr u32 kMergeSteps = 8;

/// How many of the first `diagonal` steps of the path go to the next vertex: the least i that has
/// offsets[i + 1] > diagonal - i - 1, where a vertex is left once its edges are done.
STRIDER_DEVICE_FUNCTION u32 vertices_before(const u64* offsets, u32 size, u64 diagonal) {
  u32 low = 0;
  u32 high = diagonal < size ? static_cast<u32>(diagonal) : size;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    if (offsets[middle + 1] + middle + 1 <= diagonal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// offsets as in expand_by_edges. Rows has offsets and targets, as gpu/graph_arrays.hpp's.
template <class Rows, class Visitor>
STRIDER_KERNEL expand_by_merge_path(Rows rows, const u32* frontier, u32 size, const u64* offsets,
                                    Visitor visitor) {
  const u64 length = offsets[size] + size;
  const u64 step = u64{simt::global_size()} * kMergeSteps;
  const u64 first_of_warp = u64{simt::global_id() - simt::lane_id()} * kMergeSteps;
  for (u64 base = first_of_warp; base < length; base += step) {
    const u64 begin = base + simt::lane_id() * kMergeSteps;
    u32 here = begin < length ? vertices_before(offsets, size, begin) : size;
    u64 edge = begin - here;
    u32 sources[kMergeSteps] = {};
    u32 targets[kMergeSteps] = {};
    u32 there = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < kMergeSteps; ++i) {
      if (here >= size) continue;
      if (edge < offsets[here + 1]) {
        sources[i] = frontier[here];
        const u64 row = simt::load_constant(&rows.offsets[sources[i]]);
        targets[i] = simt::load_constant(&rows.targets[row + (edge - offsets[here])]);
        there |= 1U << i;
        ++edge;
      } else {
        ++here;
      }
    }
    u32 seem_new = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < kMergeSteps; ++i) {
      if ((there >> i & 1U) != 0 && visitor.seems_new(targets[i])) seem_new |= 1U << i;
    }
    u32 found = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < kMergeSteps; ++i) {
      if ((seem_new >> i & 1U) != 0 && visitor.visit(sources[i], targets[i])) found |= 1U << i;
    }
    visitor.keep_all(targets, found);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
