// Sums over rows, in an order that only the row decides.
#pragma once

#include "algorithms/bc/gpu/source_workspace.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows from so many arcs on are a warp's.
inline constexpr u32 kWarpRow = 32;

/// Of the arcs of v's row that are `stride` apart. What terms.start() says of v, each term gets.
template <class Rows, class Terms>
STRIDER_DEVICE_FUNCTION typename Terms::Sum sum_of_row(const Rows& rows, u32 v, Row row, u32 stride,
                                                       const Terms& terms) {
  const auto own = terms.start(v);
  typename Terms::Sum sum;
  for (u64 arc = row.begin; arc < row.end; arc += stride) {
    terms.add(own, arc, simt::load_constant(&rows.targets[arc]), sum);
  }
  return sum;
}

/// finish(v, sum of the terms of v's row) for a list of vertices, by all warps of a team: rows of
/// kWarpRow arcs and more by a whole warp, the others by a lane.
template <class Rows, class Terms, class Finish>
STRIDER_DEVICE_FUNCTION void add_up_rows(const BlockTeam& team, const Rows& rows,
                                         const SomeRows& some, const Terms& terms,
                                         const Finish& finish) {
  for (u32 base = team.rank() - simt::lane_id(); base < some.size; base += team.size()) {
    const u32 i = base + simt::lane_id();
    const bool is_row = i < some.size;
    const u32 v = is_row ? some[i] : 0;
    const Row row = row_of(rows, is_row, v);
    const bool by_warp = row.end - row.begin >= kWarpRow;
    for (u32 rest = simt::ballot(simt::kFullMask, by_warp); rest != 0; rest &= rest - 1) {
      const u32 lane = simt::lowest_bit(rest);
      const u32 chosen = simt::shfl(simt::kFullMask, v, lane);
      const u64 begin = simt::shfl(simt::kFullMask, row.begin, lane);
      const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
      const auto sum = sum_of_teams(
          sum_of_row(rows, chosen, {begin + simt::lane_id(), end}, simt::kWarp, terms));
      if (simt::lane_id() == 0) finish(chosen, sum);
    }
    if (is_row && !by_warp) finish(v, sum_of_row(rows, v, row, 1, terms));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
