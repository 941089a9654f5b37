// A thread for each vertex of the frontier: the plainest mapping, for comparison and low degrees.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Walks the rows of 32 vertices side by side, one a lane, until the longest is done. Lanes without
/// a vertex give an empty row. All lanes call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void walk_rows_of_warp(const u32* targets, u32 u, u64 edge, u64 end,
                                               const Visitor& visitor) {
  while (simt::any(simt::kFullMask, edge < end)) {
    const u32 v = edge < end ? targets[edge] : 0;
    const bool found = edge < end && visitor.visit(u, v);
    visitor.keep(found, v);
    ++edge;
  }
}

/// Rows has offsets and targets, as gpu/graph_arrays.hpp's.
template <class Rows, class Visitor>
STRIDER_KERNEL expand_by_vertices(Rows rows, const u32* frontier, u32 size, Visitor visitor) {
  for (u32 base = simt::global_id() - simt::lane_id(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    walk_rows_of_warp(rows.targets, u, begin, end, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
