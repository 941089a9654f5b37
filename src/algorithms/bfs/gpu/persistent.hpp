// The whole search top-down in one cooperative kernel, for graphs of high diameter: a level costs a
// barrier, where it would cost launches and a look from the host.
#pragma once

#include "algorithms/bfs/gpu/frontier_walk.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The source is in queues[0] and visited, and control is all 0.
template <class Offset>
STRIDER_KERNEL search_persistently(Rows<Offset> rows, FrontierWalk walk) {
  // All threads have the same progress, and decide alike.
  Progress at{0, 0, 1};
  while (at.size != 0) {
    if (is_for_one_block(rows, walk, at)) {
      at = walk_in_single_block(rows, walk, at);
      continue;
    }
    if (simt::global_id() == 0) {
      clear_next_slots(*walk.control, at.level);
      record(walk.records, at.level, false);
    }
    at = expand_top_down(rows, walk, at);
  }
  if (simt::global_id() == 0) tell_end(*walk.control, walk.records, at);
}

}  // namespace strider::detail::STRIDER_DEVICE
