// A thread for each vertex of the frontier: the plainest mapping, for comparison and low degrees.
#pragma once

#include "algorithms/bfs/gpu/row_walks.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows has offsets and targets, as gpu/graph_arrays.hpp's.
template <class Rows, class Visitor>
STRIDER_KERNEL expand_by_vertices(Rows rows, const u32* frontier, u32 size, Visitor visitor) {
  for (u32 base = simt::global_id() - simt::lane_id(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 u = i < size ? frontier[i] : 0;
    walk_rows_of_warp(rows.targets, u, row_of(rows, i < size, u), visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
