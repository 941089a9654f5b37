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

STRIDER_DEVICE_FUNCTION bool has_bit(const u32* bits, u32 v) {
  return (bits[v / 32] >> v % 32 & 1U) != 0;
}

/// False only where the bit of v is set. What others set meanwhile may be missed.
STRIDER_DEVICE_FUNCTION bool seems_unset(const u32* bits, u32 v) {
  return (simt::load_stale(&bits[v / 32]) >> v % 32 & 1U) == 0;
}
/// True for the one thread that sets the bit of `v`. The cheap look first: most edges lead to
/// vertices that have been found, and an atomic takes longer (Bisson et al. 2014, Algorithm 3).
STRIDER_DEVICE_FUNCTION bool claim(u32* bits, u32 v) {
  const u32 bit = 1U << v % 32;
  return seems_unset(bits, v) && (simt::atomic_or(&bits[v / 32], bit) & bit) == 0;
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

/// `through`: values of the lanes up to the caller's. Where the place after its last one is.
STRIDER_DEVICE_FUNCTION u32 take_places(u32 through, u32* size) {
  constexpr u32 kLast = simt::kWarp - 1;
  u32 begin = 0;
  if (simt::lane_id() == kLast) begin = simt::atomic_add(size, through);
  return simt::shfl(simt::kFullMask, begin, kLast) + through;
}

/// The same of up to `Most` values a lane.
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&values)[Most], u32 wanted,
                                        const VertexQueue& queue) {
  if (!simt::any(simt::kFullMask, wanted != 0)) return;
  const u32 mine = simt::popcount(wanted);
  const u32 through = simt::warp_scan(mine);
  u32 begin = take_places(through, queue.size) - mine;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((wanted >> i & 1U) != 0) queue.vertices[begin++] = values[i];
  }
}

/// Appends the vertices whose bits are set: a lane has those of 32 vertices from `first` on.
STRIDER_DEVICE_FUNCTION void append_bits(u32 bits, u32 first, const VertexQueue& queue) {
  if (!simt::any(simt::kFullMask, bits != 0)) return;
  const u32 mine = simt::popcount(bits);
  u32 place = take_places(simt::warp_scan(mine), queue.size) - mine;
  for (u32 rest = bits; rest != 0; rest &= rest - 1) {
    queue.vertices[place++] = first + simt::lowest_bit(rest);
  }
}

/// How many of `items` a warp takes at a time, a lane each: fewer where there are few, so that
/// every warp has some.
STRIDER_DEVICE_FUNCTION u32 items_a_turn(u32 items, u32 warps) {
  const u32 share = items == 0 ? 1 : 1 + (items - 1) / warps;
  return share < simt::kWarp ? share : simt::kWarp;
}
STRIDER_DEVICE_FUNCTION u32 warp_of_grid() {
  return simt::global_id() / simt::kWarp;
}
STRIDER_DEVICE_FUNCTION u32 warps_of_grid() {
  return simt::global_size() / simt::kWarp;
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

/// Where the arcs of a vertex stand.
struct Row {
  u64 begin;
  u64 end;
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
