// The whole search top-down in one cooperative kernel, for graphs of high diameter: a level costs a
// barrier, where it would cost launches and a look from the host. While the frontier is small, one
// block goes on by itself, and a level costs a barrier of that block.
#pragma once

#include "algorithms/bfs/gpu/level_control.hpp"
#include "algorithms/bfs/gpu/twc.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct PersistentSearch {
  TreeView tree;
  u32* queues[2];
  LevelControl* control;
  LevelRecord* records;  ///< as in DirectedSearch
  DegreeClasses classes;
  u32 alone;  ///< vertices of a frontier up to which one block goes on by itself
};

/// Expands the part of the frontier that belongs to block `block` of `blocks`.
template <class Offset>
STRIDER_DEVICE_FUNCTION void expand_share(const Rows<Offset>& rows, const PersistentSearch& search,
                                          u32 level, u32 size, u32 block, u32 blocks) {
  const u32* const frontier = search.queues[level % 2];
  const VertexQueue next{search.queues[(level + 1) % 2], slot(search.control->vertices, level + 1)};
  const u32 width = simt::block_dim();
  for (u32 base = block * width; base < size; base += blocks * width) {
    const u32 i = base + simt::thread_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    expand_tile(rows, u, begin, end, search.classes, search.tree, level + 1, next);
  }
}

/// control as for search_both_ways.
template <class Offset>
STRIDER_KERNEL search_persistently(Rows<Offset> rows, PersistentSearch search) {
  LevelControl& control = *search.control;
  u32 reached = 0;
  u32 level = 0;
  for (;;) {
    const u32 size = simt::load(slot(control.vertices, level));
    if (size == 0) break;
    if (size > search.alone) {
      reached += size;
      if (simt::global_id() == 0) {
        simt::store(slot(control.vertices, level + 2), 0);
        record(search.records, level, false);
      }
      expand_share(rows, search, level, size, simt::block_id(), simt::grid_dim());
      simt::grid_sync();
      ++level;
      continue;
    }
    if (simt::block_id() == 0) {
      u32 own_size = size;
      while (own_size != 0 && own_size <= search.alone) {
        reached += own_size;
        if (simt::thread_id() == 0) {
          simt::store(slot(control.vertices, level + 2), 0);
          record(search.records, level, false);
        }
        expand_share(rows, search, level, own_size, 0, 1);
        simt::syncthreads();
        ++level;
        own_size = simt::load(slot(control.vertices, level));
      }
      if (simt::thread_id() == 0) {
        simt::store(&control.num_levels, level);
        simt::store(&control.num_reached, reached);
      }
    }
    simt::grid_sync();
    level = simt::load(&control.num_levels);
    reached = simt::load(&control.num_reached);
    simt::grid_sync();  // before the block writes them again
  }
  if (simt::global_id() == 0) {
    simt::store(&control.num_levels, level);
    simt::store(&control.num_reached, reached);
    record(search.records, level, false);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
