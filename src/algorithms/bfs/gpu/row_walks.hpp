// Ways of the lanes of a warp through rows, for any visitor (search_view.hpp).
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Follows the arcs from u to those of `targets` whose bits are set in `there`. All looks are made
/// before any of them is waited for. Bit i of the result: targets[i] is to be kept.
template <u32 Most, class Visitor>
STRIDER_DEVICE_FUNCTION u32 visit_all(const Visitor& visitor, u32 u, const u32 (&targets)[Most],
                                      u32 there) {
  u32 seem_new = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((there >> i & 1U) != 0 && visitor.seems_new(targets[i])) seem_new |= 1U << i;
  }
  u32 kept = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((seem_new >> i & 1U) != 0 && visitor.visit(u, targets[i])) kept |= 1U << i;
  }
  return kept;
}

/// Follows up to kArcsTogether arcs of u, `stride` apart. All lanes of the warp call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void follow_arcs(const u32* targets, u32 u, u64 edge, u64 end, u32 stride,
                                         const Visitor& visitor) {
  u32 heads[kArcsTogether] = {};
  u32 there = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < kArcsTogether; ++i) {
    const u64 place = edge + i * stride;
    if (place >= end) continue;
    heads[i] = simt::load_constant(&targets[place]);
    there |= 1U << i;
  }
  visitor.keep_all(heads, visit_all(visitor, u, heads, there));
}

/// Walks one row with `lanes` threads, of which the caller is number `lane`. Whole warps call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void walk_row_together(const u32* targets, u32 u, Row row, u32 lane,
                                               u32 lanes, const Visitor& visitor) {
  for (u64 base = row.begin; base < row.end; base += u64{lanes} * kArcsTogether) {
    follow_arcs(targets, u, base + lane, row.end, lanes, visitor);
  }
}

/// Walks the rows of 32 vertices side by side, one a lane, until the longest is done. Lanes without
/// a vertex give an empty row. All lanes call it.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void walk_rows_of_warp(const u32* targets, u32 u, Row row,
                                               const Visitor& visitor) {
  while (simt::any(simt::kFullMask, row.begin < row.end)) {
    follow_arcs(targets, u, row.begin, row.end, 1, visitor);
    row.begin += kArcsTogether;
  }
}

/// The same, but rows of `by_warp` arcs or more, at least one, are walked by the whole warp, one
/// after the other.
template <class Visitor>
STRIDER_DEVICE_FUNCTION void walk_rows_by_length(const u32* targets, u32 u, Row row, u64 by_warp,
                                                 const Visitor& visitor) {
  for (u32 rest = simt::ballot(simt::kFullMask, row.end - row.begin >= by_warp); rest != 0;
       rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const Row chosen{simt::shfl(simt::kFullMask, row.begin, lane),
                     simt::shfl(simt::kFullMask, row.end, lane)};
    walk_row_together(targets, simt::shfl(simt::kFullMask, u, lane), chosen, simt::lane_id(),
                      simt::kWarp, visitor);
    if (lane == simt::lane_id()) row.begin = row.end;
  }
  walk_rows_of_warp(targets, u, row, visitor);
}

}  // namespace strider::detail::STRIDER_DEVICE
