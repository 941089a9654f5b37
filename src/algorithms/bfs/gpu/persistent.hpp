// The whole search top-down in one cooperative kernel, for graphs of high diameter: a level costs a
// barrier, where it would cost launches and a look from the host.
#pragma once

#include "algorithms/bfs/gpu/frontier_walk.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// control is that of a search whose source is in queues[0] and visited, all else 0.
template <class Offset>
STRIDER_KERNEL search_persistently(Rows<Offset> rows, FrontierWalk walk) {
  LevelControl& control = *walk.control;
  Progress at{0, 0};
  for (;;) {
    const u32 size = simt::load(slot(control.vertices, at.level));
    if (size == 0) break;
    if (size <= walk.alone) {
      at = walk_alone(rows, walk, at, size);
      continue;
    }
    at.reached += size;
    if (simt::global_id() == 0) {
      simt::store(slot(control.vertices, at.level + 2), 0);
      record(walk.records, at.level, false);
    }
    expand_share(rows, walk, at.level, size, simt::block_id(), simt::grid_dim());
    simt::grid_sync();
    ++at.level;
  }
  if (simt::global_id() == 0) {
    simt::store(&control.num_levels, at.level);
    simt::store(&control.num_reached, at.reached);
    record(walk.records, at.level, false);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
