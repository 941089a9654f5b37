// The walk of all warps of the grid through pieces of long rows.
#pragma once

#include "algorithms/bfs/gpu/row_walks.hpp"
#include "gpu/last_not_above.hpp"
#include "gpu/row_pieces.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Walks the rows of the list with all warps of the grid, after a barrier.
template <class Rows, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_pieces(const Rows& rows, const SplitRows& list, u64 count,
                                         const Visitor& visitor) {
  const auto num_rows = static_cast<u32>(count >> 32);
  const auto num_pieces = static_cast<u32>(count);
  for (u32 piece = warp_of_grid(); piece < num_pieces; piece += warps_of_grid()) {
    const u32 i = last_not_above(list.first_piece, num_rows, piece);
    const u32 u = list.vertices[i];
    const Row row = piece_of(row_of(rows, true, u), piece, list.first_piece[i]);
    walk_row_together(rows.targets, u, row, simt::lane_id(), simt::kWarp, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
