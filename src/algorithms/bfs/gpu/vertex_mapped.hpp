// A thread for each vertex of the frontier: the plainest mapping, for comparison and low degrees.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Walks the rows of 32 vertices side by side, one a lane, until the longest is done. Lanes without
/// a vertex give an empty row. All lanes call it.
template <class Offset>
STRIDER_DEVICE_FUNCTION void walk_rows_of_warp(const Rows<Offset>& rows, u32 u, u64 edge, u64 end,
                                               const TreeView& tree, u32 level,
                                               const VertexQueue& next) {
  while (simt::any(simt::kFullMask, edge < end)) {
    const u32 v = edge < end ? rows.targets[edge] : 0;
    const bool found = edge < end && visit(tree, u, v, level);
    append(found, v, next);
    ++edge;
  }
}

template <class Offset>
STRIDER_KERNEL expand_by_vertices(Rows<Offset> rows, const u32* frontier, u32 size, TreeView tree,
                                  u32 level, VertexQueue next) {
  for (u32 base = simt::global_id() - simt::lane_id(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    walk_rows_of_warp(rows, u, begin, end, tree, level, next);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
