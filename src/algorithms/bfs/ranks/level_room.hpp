// Room for what is noted of a level, asked for where all ranks learn of a failure.
#pragma once

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/traffic.hpp"

namespace strider::detail {

/// That traffic of `level`, and its entry in the tree's trace where there is one, need no more
/// memory. Throws MemoryError on this rank only.
inline void make_room_for_level(Level level, BfsTrace trace, comm::Traffic& traffic,
                                DistBfsTree& tree) {
  traffic.make_room_for_level(level);
  if (trace == BfsTrace::kLevels && tree.trace.capacity() <= level) {
    tree.trace.reserve(2 * std::size_t{level} + 2);
  }
}

}  // namespace strider::detail
