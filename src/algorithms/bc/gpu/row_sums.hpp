// Sums over the rows of vertices, a thread or a warp a row, in an order that the row alone decides.
#pragma once

#include "algorithms/bc/gpu/slice.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows from so many arcs on are added up by a warp.
inline constexpr u32 kLongRow = 32;

/// Every `stride`th of a row's terms, from its arc `place` on. `own` is what terms.start() says of
/// the vertex.
template <class Terms, class Own>
STRIDER_DEVICE_FUNCTION PathCount sum_of_row(const u32* targets, u64 place, u64 end, u32 stride,
                                             const Terms& terms, Own own) {
  PathCount sum;
  for (; place < end; place += stride) {
    terms.add(own, place, simt::load_constant(&targets[place]), sum);
  }
  return sum;
}

/// finish(v, sum of the terms of v's row), for the vertices that the lanes of a warp have, one
/// each. All lanes call it.
template <class Rows, class Terms, class Finish>
STRIDER_DEVICE_FUNCTION void add_up_rows_of_warp(const Rows& rows, bool has, u32 v,
                                                 const Terms& terms, const Finish& finish) {
  const Row row = row_of(rows, has, v);
  const bool is_long = row.end - row.begin >= kLongRow;
  for (u32 rest = simt::ballot(simt::kFullMask, is_long); rest != 0; rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u32 chosen = simt::shfl(simt::kFullMask, v, lane);
    const u64 begin = simt::shfl(simt::kFullMask, row.begin, lane);
    const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
    const PathCount sum = sum_of_teams(sum_of_row(rows.targets, begin + simt::lane_id(), end,
                                                  simt::kWarp, terms, terms.start(chosen)));
    if (simt::lane_id() == 0) finish(chosen, sum);
  }
  if (!has || is_long) return;
  finish(v, sum_of_row(rows.targets, row.begin, row.end, 1, terms, terms.start(v)));
}

/// The same for the vertices at places [begin, end) of a queue, by all warps of a team.
template <class Rows, class Terms, class Finish>
STRIDER_DEVICE_FUNCTION void add_up_rows(const BlockTeam& team, const Rows& rows, const u32* queue,
                                         u32 begin, u32 end, const Terms& terms,
                                         const Finish& finish) {
  for (u32 base = begin + (team.rank() - simt::lane_id()); base < end; base += team.size()) {
    const u32 place = base + simt::lane_id();
    const bool has = place < end;
    add_up_rows_of_warp(rows, has, has ? queue[place] : 0, terms, finish);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
