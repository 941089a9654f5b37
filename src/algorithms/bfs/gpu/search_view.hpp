// The tree that kernels of a breadth-first search grow.
#pragma once

#include "gpu/advance.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/vertex_queue.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The parent of a vertex that has none.
inline constexpr u32 kNoParent = 0xFFFF'FFFFU;

/// Parents and levels, and the bitmap of those that have them. Levels of others are not written.
struct TreeView {
  u32* parents;
  u32* levels;
  u32* visited;
};

/// Grows a tree by one level; what is found goes into the output.
struct GrowTree {
  TreeView tree;
  u32 level;  ///< of what is found

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 v) const {
    return seems_unset(tree.visited, v);
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*u*/, u32 v) const { return set_bit(tree.visited, v); }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 v, u32 word) const {
    if (word_has_bit(word, v)) return false;
    tree.parents[v] = u;
    tree.levels[v] = level;
    return true;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
