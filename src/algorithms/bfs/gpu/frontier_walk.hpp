// Top-down steps inside of a kernel for a whole search: by all blocks or, while the frontier is
// small, by one of them alone, for which a level costs a barrier of the block.
#pragma once

#include "algorithms/bfs/gpu/level_control.hpp"
#include "algorithms/bfs/gpu/twc.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct FrontierWalk {
  TreeView tree;
  u32* queues[2];  ///< the frontier of even levels, of odd levels
  LevelControl* control;
  LevelRecord* records;  ///< one a level, and one more; null where nobody asks
  DegreeClasses classes;
  u32 alone;  ///< vertices of a frontier up to which one block goes on alone; 0: it never does
  u64 alone_edges;  ///< and their edges
};

/// Where a search has got to: the level of the frontier, and the vertices reached before it.
struct Progress {
  u32 level;
  u32 reached;
};

/// What a level does with the arcs of its frontier.
STRIDER_DEVICE_FUNCTION TreeVisitor visitor_of(const FrontierWalk& walk, u32 level) {
  return {walk.tree,
          level + 1,
          {walk.queues[(level + 1) % 2], slot(walk.control->vertices, level + 1)}};
}

/// Expands what belongs to block `block` of `blocks`. All threads of the block call it.
template <class Offset>
STRIDER_DEVICE_FUNCTION void expand_share(const Rows<Offset>& rows, const FrontierWalk& walk,
                                          u32 level, u32 size, u32 block, u32 blocks) {
  const u32* const frontier = walk.queues[level % 2];
  const TreeVisitor visitor = visitor_of(walk, level);
  const u32 width = simt::block_dim();
  for (u32 base = block * width; base < size; base += blocks * width) {
    const u32 i = base + simt::thread_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    expand_tile(rows.targets, u, begin, end, walk.classes, visitor);
  }
}

/// Edges of the frontier, counted by one block. All threads of it call, and get the sum.
template <class Offset>
STRIDER_DEVICE_FUNCTION u64 edges_by_block(const Rows<Offset>& rows, const u32* frontier,
                                           u32 size) {
  STRIDER_SHARED(u64, sum, 1);
  if (simt::thread_id() == 0) simt::store(&sum[0], 0);
  simt::syncthreads();
  u64 mine = 0;
  for (u32 i = simt::thread_id(); i < size; i += simt::block_dim()) {
    mine += degree(rows, frontier[i]);
  }
  if (mine != 0) simt::atomic_add(&sum[0], mine);
  simt::syncthreads();
  const u64 edges = simt::load(&sum[0]);
  simt::syncthreads();  // the next call clears it
  return edges;
}

/// The first block goes on while the frontier is small, and the others wait. Returns, to all
/// threads of the grid, where it left off: at a frontier that is large or empty.
template <class Offset>
STRIDER_DEVICE_FUNCTION Progress walk_alone(const Rows<Offset>& rows, const FrontierWalk& walk,
                                            Progress at, u32 size) {
  LevelControl& control = *walk.control;
  if (simt::block_id() == 0) {
    while (size != 0 && size <= walk.alone &&
           edges_by_block(rows, walk.queues[at.level % 2], size) <= walk.alone_edges) {
      at.reached += size;
      if (simt::thread_id() == 0) {
        simt::store(slot(control.vertices, at.level + 2), 0);
        record(walk.records, at.level, false);
      }
      expand_share(rows, walk, at.level, size, 0, 1);
      simt::syncthreads();
      ++at.level;
      size = simt::load(slot(control.vertices, at.level));
    }
    if (simt::thread_id() == 0) {
      simt::store(&control.num_levels, at.level);
      simt::store(&control.num_reached, at.reached);
      // The levels walked alone have not kept these up.
      simt::store(slot(control.edges, at.level), 0);
      simt::store(slot(control.open, at.level), 0);
    }
  }
  simt::grid_sync();
  at = {simt::load(&control.num_levels), simt::load(&control.num_reached)};
  simt::grid_sync();  // before the block writes them again
  return at;
}

}  // namespace strider::detail::STRIDER_DEVICE
