// The walk of all warps of the grid through chunks of long rows.
#pragma once

#include "algorithms/bfs/gpu/row_walks.hpp"
#include "gpu/last_not_above.hpp"
#include "gpu/row_chunks.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Walks the rows of the list with all warps of the grid, after a barrier.
template <class Rows, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_chunks(const Rows& rows, const SplitRows& list, u64 count,
                                         const Visitor& visitor) {
  const auto num_rows = static_cast<u32>(count >> 32);
  const auto num_chunks = static_cast<u32>(count);
  for (u32 chunk = warp_of_grid(); chunk < num_chunks; chunk += warps_of_grid()) {
    const u32 i = last_not_above(list.first_chunk, num_rows, chunk);
    const u32 u = list.vertices[i];
    const Row row = chunk_of(row_of(rows, true, u), chunk, list.first_chunk[i]);
    walk_row_together(rows.targets, u, row, simt::lane_id(), simt::kWarp, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
