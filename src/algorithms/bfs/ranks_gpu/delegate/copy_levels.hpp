// Levels as results have them: bytes where a search was not deep.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Levels of vertices without a parent become the largest number.
template <class T>
STRIDER_KERNEL copy_levels(const u32* parents, const u32* levels, T* to, u32 num_vertices) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    to[v] = parents[v] == kNoParent ? static_cast<T>(~T{0}) : static_cast<T>(levels[v]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
