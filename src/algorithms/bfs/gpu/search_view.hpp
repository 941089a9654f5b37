// What every kernel of a breadth-first search reads and writes.
#pragma once

#include "gpu/graph_arrays.hpp"
#include "gpu/row_chunks.hpp"
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

/// Follows the edge from u to v; true where v is found by it.
STRIDER_DEVICE_FUNCTION bool visit(const TreeView& tree, u32 u, u32 v, u32 level) {
  if (!claim(tree.visited, v)) return false;
  tree.parents[v] = u;
  tree.levels[v] = level;
  return true;
}

// A visitor is what kernels that walk rows do with an arc. visit(u, v) follows the arc from u to v,
// which leads to a column that the rows name v, and is true where v is to be kept; seems_new(v) is
// false only where visit(u, v) would have no effect, and is cheap; keep_all(values, wanted) puts
// what is wanted away, and is called by all lanes of a warp.

/// Grows a tree by one level.
struct TreeVisitor {
  TreeView tree;
  u32 level;  ///< of what is found
  VertexQueue next;

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 v) const { return seems_unset(tree.visited, v); }
  STRIDER_DEVICE_FUNCTION bool visit(u32 u, u32 v) const {
    return STRIDER_DEVICE::visit(tree, u, v, level);
  }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&values)[Most], u32 found) const {
    append_all(values, found, next);
  }
};

/// That of `v`; an empty one where `v` is none.
template <class Rows>
STRIDER_DEVICE_FUNCTION Row row_of(const Rows& rows, bool is_vertex, u32 v) {
  if (!is_vertex) return {0, 0};
  return {simt::load_constant(&rows.offsets[v]), simt::load_constant(&rows.offsets[v + 1])};
}

/// Arcs of `v`.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 degree(const Rows<Offset>& rows, u32 v) {
  return static_cast<u32>(simt::load_constant(&rows.offsets[v + 1]) -
                          simt::load_constant(&rows.offsets[v]));
}

}  // namespace strider::detail::STRIDER_DEVICE
