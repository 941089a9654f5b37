// The whole search top-down in one cooperative kernel, for graphs of high diameter: a level costs a
// barrier, where it would cost launches and a look from the host.
//
//   frontier = the sources
//   while the frontier is not empty, nor at the depth asked for, nor the target seen:
//     small:  a single block expands level after level until one is large or empty
//     large:  each thread of the grid, for each arc (u, v) of its share of the frontier's:
//       if v is not visited, claim it: parent(v) = u, and v joins the next frontier
//     a barrier of the grid; within the single block, of the block
//
// Invariant: between two levels all threads have the same `Progress`, so that they decide alike.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/advance_by_grid.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Where a search has got to: the frontier's level and vertices, and the vertices reached before.
struct Progress {
  u32 level;
  u32 reached;
  u32 size;

  STRIDER_DEVICE_FUNCTION u32 step() const { return level; }
};

/// What the threads tell each other from level to level, in the slots of the levels.
struct LevelControl {
  Counter<u32> vertices[kSlots];  ///< of the frontier
  Counter<u64> edges[kSlots];     ///< of these, where they are counted
  Counter<u32> open[kSlots];   ///< unvisited vertices that found no parent among their candidates
  Counter<u64> split[kSlots];  ///< of the expansion, as ByGrid counts them
  Progress stopped_at;         ///< by the single block
  u32 num_reached;
  u32 num_levels;
  u32 end_level;  ///< not expanded, as the target was seen before; 0: it was not
};

/// When a level began, and in which direction it is expanded.
struct LevelRecord {
  u64 nanoseconds;
  u32 bottom_up;
};

/// What every search in one kernel works on.
struct FrontierWalk {
  TreeView tree;
  u32* queues[2];  ///< the frontier of even levels, of odd levels
  LevelControl* control;
  LevelRecord* records;  ///< one a level, and one more; null where it is not asked for
  SplitRows split;       ///< room for all rows of `split_degree` arcs or more
  u32 warp_degree;       ///< from which a vertex gets a warp
  u32 split_degree;      ///< from which all warps share it
  u32 max_degree;        ///< of all vertices
  u32 num_sources;
  u32 depth;   ///< the last level
  u32 target;  ///< kNoParent: none
  SingleBlock single_block;
};

/// What the expansion of `level` adds to is 0 before; this makes it so for the level after, from
/// what the level before has left. One thread of the grid calls it, at any time of the level.
STRIDER_DEVICE_FUNCTION void clear_next_slots(LevelControl& control, u32 level) {
  simt::store(slot(control.vertices, level + 2), 0);
  simt::store(slot(control.edges, level + 1), 0);
  simt::store(slot(control.open, level + 1), 0);
  simt::store(slot(control.split, level + 1), 0);
}
/// The same for a search that continues at `level` without having expanded the one before.
STRIDER_DEVICE_FUNCTION void clear_slots(LevelControl& control, u32 level) {
  simt::store(slot(control.vertices, level + 1), 0);
  simt::store(slot(control.edges, level), 0);
  simt::store(slot(control.open, level), 0);
  simt::store(slot(control.split, level), 0);
}

/// After the barrier that ends a level. `found` counts the next frontier.
STRIDER_DEVICE_FUNCTION Progress next_level(const Progress& at, const u32* found) {
  return {at.level + 1, at.reached + at.size, simt::load(found)};
}

STRIDER_DEVICE_FUNCTION void record(LevelRecord* records, u32 level, bool bottom_up) {
  if (records != nullptr) records[level] = {simt::clock_nanoseconds(), bottom_up ? 1U : 0U};
}

/// Whether the frontier is to be expanded. All threads get the same: what note_target() wrote
/// concerns the levels after the one that they are at.
STRIDER_DEVICE_FUNCTION bool is_to_expand(const FrontierWalk& walk, const Progress& at) {
  if (at.size == 0 || at.level >= walk.depth) return false;
  if (walk.target == kNoParent) return true;
  const u32 end = simt::load(&walk.control->end_level);
  return end == 0 || at.level < end;
}

/// One thread of the grid calls it in each level. The target may be found at any time of a level:
/// if not in this one, it is seen in the next.
STRIDER_DEVICE_FUNCTION void note_target(const FrontierWalk& walk, const Progress& at) {
  if (walk.target == kNoParent || simt::load(&walk.control->end_level) != 0) return;
  const u32 word = simt::load(&walk.tree.visited[walk.target / 32]);
  if ((word >> walk.target % 32 & 1U) != 0) simt::store(&walk.control->end_level, at.level + 1);
}

/// One thread of the grid calls it at the end. What is left of the frontier was reached.
STRIDER_DEVICE_FUNCTION void tell_end(const FrontierWalk& walk, Progress at) {
  if (at.size != 0) {
    record(walk.records, at.level, false);
    at = {at.level + 1, at.reached + at.size, 0};
  }
  simt::store(&walk.control->num_levels, at.level);
  simt::store(&walk.control->num_reached, at.reached);
  record(walk.records, at.level, false);
}

STRIDER_DEVICE_FUNCTION SomeRows frontier_of(const FrontierWalk& walk, const Progress& at) {
  return {by_turns(walk.queues, at.level), at.size};
}

/// One level by the threads of a mapping. `found` counts the next frontier.
template <class Offset, class Mapping>
STRIDER_DEVICE_FUNCTION void grow(const Rows<Offset>& rows, const FrontierWalk& walk,
                                  const Progress& at, u32* found, const Mapping& mapping) {
  const VertexQueue next{by_turns(walk.queues, at.level + 1), found};
  advance(rows, frontier_of(walk, at), GrowTree{walk.tree, at.level + 1}, next, mapping);
}

/// Expands the frontier with all threads of the grid. The slots of the level are clear before.
template <class Offset>
STRIDER_DEVICE_FUNCTION Progress expand_top_down(const Rows<Offset>& rows, const FrontierWalk& walk,
                                                 const Progress& at) {
  u32* const found = slot(walk.control->vertices, at.level + 1);
  grow(
      rows, walk, at, found,
      ByGrid{walk.warp_degree, walk.split_degree, walk.split, slot(walk.control->split, at.level)});
  return next_level(at, found);
}

template <class Offset>
STRIDER_DEVICE_FUNCTION bool is_for_one_block(const Rows<Offset>& rows, const FrontierWalk& walk,
                                              const Progress& at) {
  return walk.single_block.is_enough_for(rows, frontier_of(walk, at), walk.max_degree);
}

/// Continues while the frontier is small. Returns, to all threads of the grid, where it stopped: at
/// a frontier that is large or empty.
template <class Offset>
STRIDER_DEVICE_FUNCTION Progress walk_in_single_block(const Rows<Offset>& rows,
                                                      const FrontierWalk& walk, Progress at) {
  LevelControl& control = *walk.control;
  at = step_in_single_block(
      at, &control.stopped_at,
      [&](const Progress& now, u32* found) {
        if (simt::thread_id() == 0) {
          record(walk.records, now.level, false);
          note_target(walk, now);
        }
        grow(rows, walk, now, found, ByBlock{walk.warp_degree});
        simt::syncthreads();
        return next_level(now, found);
      },
      [&](const Progress& now) {
        return is_to_expand(walk, now) && is_for_one_block(rows, walk, now);
      });
  // Between these barriers no thread looks at the slots.
  if (simt::global_id() == 0) clear_slots(control, at.level);
  simt::grid_sync();
  return at;
}

/// The sources are in queues[0] and visited, and control is all 0.
template <class Offset>
STRIDER_KERNEL search_persistently(Rows<Offset> rows, FrontierWalk walk) {
  // All threads have the same progress, and decide alike.
  Progress at{0, 0, walk.num_sources};
  while (is_to_expand(walk, at)) {
    if (is_for_one_block(rows, walk, at)) {
      at = walk_in_single_block(rows, walk, at);
      continue;
    }
    if (simt::global_id() == 0) {
      clear_next_slots(*walk.control, at.level);
      record(walk.records, at.level, false);
      note_target(walk, at);
    }
    at = expand_top_down(rows, walk, at);
  }
  if (simt::global_id() == 0) tell_end(walk, at);
}

}  // namespace strider::detail::STRIDER_DEVICE
