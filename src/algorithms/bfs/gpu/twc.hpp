// A thread, a warp or a block for each vertex of the frontier, by its degree (Merrill, Garland and
// Grimshaw 2012, "Scalable GPU graph traversal", section 5).
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/gpu/vertex_mapped.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Degrees from which a vertex gets a warp, and a block.
struct DegreeClasses {
  u32 warp;
  u32 block;
};

/// Walks one row with `lanes` threads, of which the caller is number `lane`. Whole warps call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void walk_row_together(const u32* targets, u32 u, u64 begin, u64 end,
                                               u32 lane, u32 lanes, const Visitor& visitor) {
  for (u64 base = begin; base < end; base += lanes) {
    const u64 edge = base + lane;
    const u32 v = edge < end ? targets[edge] : 0;
    const bool found = edge < end && visitor.visit(u, v);
    visitor.keep(found, v);
  }
}

/// One vertex a thread, u with row begin..end or none: those of a high class are taken up by the
/// whole block or by the warp, one after the other. All threads of the block call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void expand_tile(const u32* targets, u32 u, u64 begin, u64 end,
                                         const DegreeClasses& classes, const Visitor& visitor) {
  STRIDER_SHARED(u32, claimant, 1);
  STRIDER_SHARED(u32, block_vertex, 1);
  STRIDER_SHARED(u64, block_row, 2);
  constexpr u32 kNobody = 0xFFFF'FFFFU;

  // The block's: threads put themselves forward, and one at a time is taken.
  for (;;) {
    if (simt::thread_id() == 0) simt::store(&claimant[0], kNobody);
    simt::syncthreads();
    if (end - begin >= classes.block) simt::atomic_min(&claimant[0], simt::thread_id());
    simt::syncthreads();
    const u32 chosen = simt::load(&claimant[0]);
    if (chosen == kNobody) break;
    if (chosen == simt::thread_id()) {
      block_vertex[0] = u;
      block_row[0] = begin;
      block_row[1] = end;
      begin = end;  // its row is taken care of
    }
    simt::syncthreads();
    walk_row_together(targets, block_vertex[0], block_row[0], block_row[1], simt::thread_id(),
                      simt::block_dim(), visitor);
  }

  // The warps', each by itself.
  for (u32 large = simt::ballot(simt::kFullMask, end - begin >= classes.warp); large != 0;
       large &= large - 1) {
    const u32 lane = simt::lowest_bit(large);
    walk_row_together(
        targets, simt::shfl(simt::kFullMask, u, lane), simt::shfl(simt::kFullMask, begin, lane),
        simt::shfl(simt::kFullMask, end, lane), simt::lane_id(), simt::kWarp, visitor);
    if (lane == simt::lane_id()) begin = end;
  }

  walk_rows_of_warp(targets, u, begin, end, visitor);
}

/// Rows has offsets and targets, as gpu/graph_arrays.hpp's.
template <class Rows, class Visitor>
STRIDER_KERNEL expand_by_classes(Rows rows, const u32* frontier, u32 size, DegreeClasses classes,
                                 Visitor visitor) {
  for (u32 base = simt::block_id() * simt::block_dim(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::thread_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    expand_tile(rows.targets, u, begin, end, classes, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
