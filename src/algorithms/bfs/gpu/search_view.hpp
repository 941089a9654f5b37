// What every kernel of a breadth-first search reads and writes.
#pragma once

#include "gpu/graph_arrays.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The parent of a vertex that has none.
inline constexpr u32 kNoParent = 0xFFFF'FFFFU;

/// Vertices of one level, in any order, and how many.
struct VertexQueue {
  u32* vertices;
  u32* size;
};

/// Parents and levels, and the bitmap of those that have them. Levels of others are not written.
struct TreeView {
  u32* parents;
  u32* levels;
  u32* visited;
};

/// True for the one thread that finds `v`. The plain read first: most edges lead to vertices that
/// have been found, and an atomic takes longer (Bisson et al. 2014, Algorithm 3).
STRIDER_DEVICE_FUNCTION bool claim(u32* visited, u32 v) {
  const u32 bit = 1U << v % 32;
  return (simt::load(&visited[v / 32]) & bit) == 0 &&
         (simt::atomic_or(&visited[v / 32], bit) & bit) == 0;
}

/// Follows the edge from u to v; true where v is found by it.
STRIDER_DEVICE_FUNCTION bool visit(const TreeView& tree, u32 u, u32 v, u32 level) {
  if (!claim(tree.visited, v)) return false;
  tree.parents[v] = u;
  tree.levels[v] = level;
  return true;
}

/// Appends the values of the lanes that have one: one atomic a warp. All lanes call it.
STRIDER_DEVICE_FUNCTION void append(bool wanted, u32 value, const VertexQueue& queue) {
  const u32 takers = simt::ballot(simt::kFullMask, wanted);
  if (takers == 0) return;
  const u32 leader = simt::lowest_bit(takers);
  u32 begin = 0;
  if (simt::lane_id() == leader) begin = simt::atomic_add(queue.size, simt::popcount(takers));
  begin = simt::shfl(simt::kFullMask, begin, leader);
  if (wanted) queue.vertices[begin + simt::popcount(takers & simt::lanes_below())] = value;
}

/// The same of up to `Most` values a lane.
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&values)[Most], u32 wanted,
                                        const VertexQueue& queue) {
  const u32 mine = simt::popcount(wanted);
  const u32 through = simt::warp_scan(mine);
  const u32 total = simt::shfl(simt::kFullMask, through, simt::kWarp - 1);
  if (total == 0) return;
  u32 begin = 0;
  if (simt::lane_id() == 0) begin = simt::atomic_add(queue.size, total);
  begin = simt::shfl(simt::kFullMask, begin, 0) + through - mine;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((wanted >> i & 1U) != 0) queue.vertices[begin++] = values[i];
  }
}

// A visitor is what kernels that walk rows do with an arc. visit(u, v) follows the arc from u to v,
// which leads to a column that the rows name v, and is true where v is to be kept; keep(wanted, v)
// and keep_all(values, wanted) put what is wanted away, and are called by all lanes of a warp.

/// Grows a tree by one level.
struct TreeVisitor {
  TreeView tree;
  u32 level;  ///< of what is found
  VertexQueue next;

  STRIDER_DEVICE_FUNCTION bool visit(u32 u, u32 v) const {
    return STRIDER_DEVICE::visit(tree, u, v, level);
  }
  STRIDER_DEVICE_FUNCTION void keep(bool found, u32 v) const { append(found, v, next); }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&values)[Most], u32 found) const {
    append_all(values, found, next);
  }
};

/// Arcs of `v`.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 degree(const Rows<Offset>& rows, u32 v) {
  return static_cast<u32>(rows.offsets[v + 1] - rows.offsets[v]);
}

}  // namespace strider::detail::STRIDER_DEVICE
