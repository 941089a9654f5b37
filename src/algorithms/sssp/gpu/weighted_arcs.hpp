// Rows of arcs with their weights, and the ways of a warp's lanes through them.
#pragma once

#include "gpu/last_not_above.hpp"
#include "gpu/row_chunks.hpp"
#include "gpu/vertex_queue.hpp"
#include "gpu/weighted_rows.hpp"
#include "simt/grid_sync.hpp"
#include "strider/types.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// WeightedRows of either offsets: which of them is asked once a row, where a second set of kernels
/// would take as long again to compile.
template <class W>
struct WeightedArcs {
  u32 num_vertices;
  const u32* small_offsets;  ///< null: the large ones
  const u64* large_offsets;
  const u32* targets;
  const W* weights;

  STRIDER_DEVICE_FUNCTION u64 offset(u32 v) const {
    return small_offsets != nullptr ? simt::load_constant(&small_offsets[v])
                                    : simt::load_constant(&large_offsets[v]);
  }
  /// That of `v`; an empty one where `v` is none.
  STRIDER_DEVICE_FUNCTION Row row(bool is_vertex, u32 v) const {
    if (!is_vertex) return {0, 0};
    return {offset(v), offset(v + 1)};
  }
};

/// How rows are shared out by their length.
struct RowClasses {
  u32 warp_degree;   ///< from which a row gets a warp
  u32 split_degree;  ///< from which all warps share it
};

// A visitor is what is done with arcs. from(u) is what it wants to know of the near end u;
// follow(u, from, heads, weights, there) follows the arcs to those of `heads` whose bits are set in
// `there`, and is called by all lanes of a warp, each with arcs of its own.

/// Follows up to kArcsTogether arcs of u, `stride` apart. All lanes of the warp call it.
template <class W, class Visitor>
STRIDER_DEVICE_FUNCTION void follow_weighted_arcs(const WeightedArcs<W>& arcs, u32 u,
                                                  typename Visitor::From from, u64 edge, u64 end,
                                                  u32 stride, Visitor& visitor) {
  u32 heads[kArcsTogether] = {};
  W weights[kArcsTogether] = {};
  u32 there = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < kArcsTogether; ++i) {
    const u64 place = edge + i * stride;
    if (place >= end) continue;
    heads[i] = simt::load_constant(&arcs.targets[place]);
    weights[i] = simt::load_constant(&arcs.weights[place]);
    there |= 1U << i;
  }
  visitor.follow(u, from, heads, weights, there);
}

/// Walks one row with all lanes of a warp.
template <class W, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_weighted_row(const WeightedArcs<W>& arcs, u32 u,
                                               typename Visitor::From from, Row row,
                                               Visitor& visitor) {
  for (u64 base = row.begin; base < row.end; base += u64{simt::kWarp} * kArcsTogether) {
    follow_weighted_arcs(arcs, u, from, base + simt::lane_id(), row.end, simt::kWarp, visitor);
  }
}

/// Walks the rows of 32 vertices, one a lane, side by side; those of `by_warp` arcs or more, at
/// least one, by the whole warp, one after the other. Lanes without a vertex give an empty row. All
/// lanes call it.
template <class W, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_weighted_rows(const WeightedArcs<W>& arcs, u32 u,
                                                typename Visitor::From from, Row row, u64 by_warp,
                                                Visitor& visitor) {
  for (u32 rest = simt::ballot(simt::kFullMask, row.end - row.begin >= by_warp); rest != 0;
       rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const Row chosen{simt::shfl(simt::kFullMask, row.begin, lane),
                     simt::shfl(simt::kFullMask, row.end, lane)};
    walk_weighted_row(arcs, simt::shfl(simt::kFullMask, u, lane),
                      simt::shfl(simt::kFullMask, from, lane), chosen, visitor);
    if (lane == simt::lane_id()) row.begin = row.end;
  }
  while (simt::any(simt::kFullMask, row.begin < row.end)) {
    follow_weighted_arcs(arcs, u, from, row.begin, row.end, 1, visitor);
    row.begin += kArcsTogether;
  }
}

/// Walks the rows that fall to warp `warp` of `warps`: those of vertex_at(0) .. vertex_at(size - 1)
/// that are no kNoVertex. on_long(wanted, u, row), called by all lanes, takes those away that have
/// `split_degree` arcs or more, where it is true.
template <class W, class VertexAt, class OnLong, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_chunk(const WeightedArcs<W>& arcs, const RowClasses& classes,
                                        u32 size, const VertexAt& vertex_at, u32 warp, u32 warps,
                                        const OnLong& on_long, Visitor& visitor) {
  const u32 chunk = items_a_turn(size, warps);
  // A warp with one vertex has nothing better to do than to walk its row together, where a lane
  // would not be done with it in one turn.
  const u32 by_warp = chunk == 1 ? kArcsTogether + 1 : classes.warp_degree;
  for (u32 base = warp * chunk; base < size; base += warps * chunk) {
    const u32 i = base + simt::lane_id();
    const u32 u = simt::lane_id() < chunk && i < size ? vertex_at(i) : kNoVertex;
    const bool has_vertex = u != kNoVertex;
    Row row = arcs.row(has_vertex, u);
    const bool is_long = row.end - row.begin >= classes.split_degree;
    if (on_long(is_long, u, row)) row.begin = row.end;
    walk_weighted_rows(arcs, u, has_vertex ? visitor.from(u) : typename Visitor::From{0}, row,
                       by_warp, visitor);
  }
}

/// Walks the rows of a list with all warps of the grid, after a barrier.
template <class W, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_weighted_chunks(const WeightedArcs<W>& arcs,
                                                  const SplitRows& list, u64 count,
                                                  Visitor& visitor) {
  const auto num_rows = static_cast<u32>(count >> 32);
  const auto num_chunks = static_cast<u32>(count);
  for (u32 chunk = warp_of_grid(); chunk < num_chunks; chunk += warps_of_grid()) {
    const u32 i = last_not_above(list.first_chunk, num_rows, chunk);
    const u32 u = list.vertices[i];
    const Row row = chunk_of(arcs.row(true, u), chunk, list.first_chunk[i]);
    walk_weighted_row(arcs, u, visitor.from(u), row, visitor);
  }
}

/// Walks the rows of vertex_at(0) .. vertex_at(size - 1) with all threads of the grid, long ones in
/// chunks. `count` is 0 before; visitor.finish() is called by all lanes before each barrier.
/// Returns after a barrier.
template <class W, class VertexAt, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_by_grid(const WeightedArcs<W>& arcs, const RowClasses& classes,
                                          const SplitRows& list, u64* count, u32 size,
                                          const VertexAt& vertex_at, Visitor& visitor) {
  walk_chunk(
      arcs, classes, size, vertex_at, warp_of_grid(), warps_of_grid(),
      [&](bool is_long, u32 u, const Row& row) {
        split(is_long, u, row, list, count);
        return is_long;
      },
      visitor);
  visitor.finish();
  simt::grid_sync();
  const u64 chunks = simt::load(count);
  if (chunks == 0) return;
  walk_weighted_chunks(arcs, list, chunks, visitor);
  visitor.finish();
  simt::grid_sync();
}

}  // namespace strider::detail::STRIDER_DEVICE
