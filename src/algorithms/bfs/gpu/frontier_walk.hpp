// Top-down steps inside of a kernel for a whole search: by all blocks or, while the frontier is
// small, by a single one, for which a level costs a barrier of the block.
#pragma once

#include "algorithms/bfs/gpu/level_control.hpp"
#include "algorithms/bfs/gpu/split_rows.hpp"
#include "gpu/block_sum.hpp"
#include "simt/grid_sync.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct FrontierWalk {
  TreeView tree;
  u32* queues[2];  ///< the frontier of even levels, of odd levels
  LevelControl* control;
  LevelRecord* records;       ///< one a level, and one more; null where it is not asked for
  SplitRows split;            ///< room for all rows of `split_degree` arcs or more
  u32 warp_degree;            ///< from which a vertex gets a warp
  u32 split_degree;           ///< from which all warps share it
  u32 max_degree;             ///< of all vertices
  u32 single_block_vertices;  ///< vertices of a frontier up to which a single block continues; 0:
                              ///< it never does
  u64 single_block_edges;     ///< and their edges
};

STRIDER_DEVICE_FUNCTION u32* queue_of(const FrontierWalk& walk, u32 level) {
  // Arguments that are indexed by a variable would be copied to memory.
  return level % 2 == 0 ? walk.queues[0] : walk.queues[1];
}

/// What a level does with the arcs of its frontier. `found` counts the vertices of the next.
STRIDER_DEVICE_FUNCTION TreeVisitor visitor_of(const FrontierWalk& walk, u32 level, u32* found) {
  return {walk.tree, level + 1, {queue_of(walk, level + 1), found}};
}

/// The edges of a frontier of a few vertices, else an upper bound of them. All lanes of a warp call
/// it, and every warp gets the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION u64 edges_at_most(const Rows<Offset>& rows, const FrontierWalk& walk,
                                          const Progress& at) {
  if (at.size > simt::kWarp) return u64{at.size} * walk.max_degree;
  const bool has_vertex = simt::lane_id() < at.size;
  const u32 u = has_vertex ? queue_of(walk, at.level)[simt::lane_id()] : 0;
  const Row row = row_of(rows, has_vertex, u);
  return sum_of_warp(row.end - row.begin);
}

/// Expands the rows of the frontier that fall to warp `warp` of `warps`, but for those of
/// `split_degree` arcs or more: on_long(wanted, u, row), called by all lanes, takes these away.
template <class Offset, class OnLong>
STRIDER_DEVICE_FUNCTION void expand_rows(const Rows<Offset>& rows, const FrontierWalk& walk,
                                         const Progress& at, u32 warp, u32 warps,
                                         const TreeVisitor& visitor, const OnLong& on_long) {
  const u32* const frontier = queue_of(walk, at.level);
  const u32 chunk = items_a_turn(at.size, warps);
  // A warp with one vertex has nothing better to do than to walk its row together, where a lane
  // would not be done with it in one turn.
  const u32 by_warp = chunk == 1 ? kArcsTogether + 1 : walk.warp_degree;
  for (u32 base = warp * chunk; base < at.size; base += warps * chunk) {
    const u32 i = base + simt::lane_id();
    const bool has_vertex = simt::lane_id() < chunk && i < at.size;
    const u32 u = has_vertex ? frontier[i] : 0;
    Row row = row_of(rows, has_vertex, u);
    const bool is_long = row.end - row.begin >= walk.split_degree;
    if (on_long(is_long, u, row)) row.begin = row.end;
    walk_rows_by_length(rows.targets, u, row, by_warp, visitor);
  }
}

/// Expands the frontier with all threads of the grid. The slots of the level are clear before.
template <class Offset>
STRIDER_DEVICE_FUNCTION Progress expand_top_down(const Rows<Offset>& rows, const FrontierWalk& walk,
                                                 const Progress& at) {
  LevelControl& control = *walk.control;
  const TreeVisitor visitor = visitor_of(walk, at.level, slot(control.vertices, at.level + 1));
  u64* const count = slot(control.split, at.level);
  expand_rows(rows, walk, at, warp_of_grid(), warps_of_grid(), visitor,
              [&](bool is_long, u32 u, const Row& row) {
                split(is_long, u, row, walk.split, count);
                return is_long;
              });
  simt::grid_sync();
  const u64 chunks = simt::load(count);
  if (chunks != 0) {
    walk_chunks(rows, walk.split, chunks, visitor);
    simt::grid_sync();
  }
  return next_level(control, at);
}

/// Whether one block expands the frontier faster than all can synchronize at a barrier. All threads
/// get the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool is_for_one_block(const Rows<Offset>& rows, const FrontierWalk& walk,
                                              const Progress& at) {
  return at.size <= walk.single_block_vertices &&
         edges_at_most(rows, walk, at) <= walk.single_block_edges;
}

/// The first block continues while the frontier is small, and the others wait. Returns, to all
/// threads of the grid, where it stopped: at a frontier that is large or empty.
template <class Offset>
STRIDER_DEVICE_FUNCTION Progress walk_in_single_block(const Rows<Offset>& rows,
                                                      const FrontierWalk& walk, Progress at) {
  // Not the slots of the grid: others may still be reading the size of the frontier there.
  STRIDER_SHARED(u32, found, LevelControl::kSlots);
  LevelControl& control = *walk.control;
  // The block's second level overwrites the queue that others may still be deciding by.
  simt::grid_sync();
  if (simt::block_id() == 0) {
    if (simt::thread_id() == 0) simt::store(&found[(at.level + 1) % LevelControl::kSlots], 0);
    simt::syncthreads();
    do {
      u32* const next = &found[(at.level + 1) % LevelControl::kSlots];
      if (simt::thread_id() == 0) {
        simt::store(&found[(at.level + 2) % LevelControl::kSlots], 0);
        record(walk.records, at.level, false);
      }
      expand_rows(rows, walk, at, simt::warp_id(), simt::block_dim() / simt::kWarp,
                  visitor_of(walk, at.level, next),
                  [](bool /*is_long*/, u32 /*u*/, const Row& /*row*/) { return false; });
      simt::syncthreads();
      at = {at.level + 1, at.reached + at.size, simt::load(next)};
    } while (at.size != 0 && is_for_one_block(rows, walk, at));
    if (simt::thread_id() == 0) control.stopped_at = at;
  }
  simt::grid_sync();
  at = control.stopped_at;
  // Between these barriers no thread looks at the slots.
  if (simt::global_id() == 0) clear_slots(control, at.level);
  simt::grid_sync();
  return at;
}

}  // namespace strider::detail::STRIDER_DEVICE
