// A thread, a warp or a block for each vertex of the frontier, by its degree (Merrill, Garland and
// Grimshaw 2012, "Scalable GPU graph traversal", section 5).
#pragma once

#include "algorithms/bfs/gpu/row_walks.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Degrees from which a vertex gets a warp, and a block.
struct DegreeClasses {
  u32 warp;
  u32 block;
};

/// One vertex a thread, u with its row or an empty one: those of a high class are taken up by the
/// whole block or by the warp, one after the other. All threads of the block call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void expand_tile(const u32* targets, u32 u, Row row,
                                         const DegreeClasses& classes, const Visitor& visitor) {
  STRIDER_SHARED(u32, claimant, 1);
  STRIDER_SHARED(u32, block_vertex, 1);
  STRIDER_SHARED(u64, block_row, 2);

  // The block's: threads put themselves forward, and the last to do so is taken. The barrier of the
  // vote stands between the claims and the look at them, and before the row of the next.
  for (;;) {
    const bool claims = row.end - row.begin >= classes.block;
    if (claims) simt::atomic_exchange(&claimant[0], simt::thread_id());
    if (!simt::syncthreads_or(claims)) break;
    if (simt::load(&claimant[0]) == simt::thread_id()) {
      block_vertex[0] = u;
      block_row[0] = row.begin;
      block_row[1] = row.end;
      row.begin = row.end;  // it is taken care of
    }
    simt::syncthreads();
    walk_row_together(targets, block_vertex[0], {block_row[0], block_row[1]}, simt::thread_id(),
                      simt::block_dim(), visitor);
  }
  walk_rows_by_length(targets, u, row, classes.warp, visitor);
}

/// Rows has offsets and targets, as gpu/graph_arrays.hpp's.
template <class Rows, class Visitor>
STRIDER_KERNEL expand_by_classes(Rows rows, const u32* frontier, u32 size, DegreeClasses classes,
                                 Visitor visitor) {
  // A small frontier is spread over all blocks.
  const u32 chunk = 1 + (size - 1) / simt::grid_dim();
  const u32 width = chunk < simt::block_dim() ? chunk : simt::block_dim();
  for (u32 base = simt::block_id() * width; base < size; base += simt::grid_dim() * width) {
    const u32 i = base + simt::thread_id();
    const bool has_vertex = simt::thread_id() < width && i < size;
    const u32 u = has_vertex ? frontier[i] : 0;
    expand_tile(rows.targets, u, row_of(rows, has_vertex, u), classes, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
