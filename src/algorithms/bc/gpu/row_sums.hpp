// Rows of vertices that a block goes through, a thread or a warp a row, and sums over them in an
// order that only the row decides.
#pragma once

#include <type_traits>

#include "algorithms/bc/gpu/source_workspace.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows from so many arcs on are a warp's.
inline constexpr u32 kWarpRow = 32;

/// take(v, row, together) for the rows of the lanes' vertices, one each: first of those from
/// kWarpRow arcs on, by the whole warp, a lane from its own arc on, then of the others, by a lane
/// by itself; the type of `together` says which. All lanes call it.
template <class Rows, class Take>
STRIDER_DEVICE_FUNCTION void for_rows_of_warp(const Rows& rows, bool has, u32 v, const Take& take) {
  const Row row = row_of(rows, has, v);
  const bool by_warp = row.end - row.begin >= kWarpRow;
  for (u32 rest = simt::ballot(simt::kFullMask, by_warp); rest != 0; rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u32 chosen = simt::shfl(simt::kFullMask, v, lane);
    const u64 begin = simt::shfl(simt::kFullMask, row.begin, lane);
    const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
    take(chosen, Row{begin + simt::lane_id(), end}, std::true_type{});
  }
  if (has && !by_warp) take(v, row, std::false_type{});
}
/// The same of the vertices that vertex(place) names for places [begin, end), by all warps of a
/// team.
template <class Rows, class VertexAt, class Take>
STRIDER_DEVICE_FUNCTION void for_rows_of_queue(const BlockTeam& team, const Rows& rows, u32 begin,
                                               u32 end, const VertexAt& vertex, const Take& take) {
  for (u32 base = begin + (team.rank() - simt::lane_id()); base < end; base += team.size()) {
    const u32 place = base + simt::lane_id();
    const bool has = place < end;
    for_rows_of_warp(rows, has, has ? vertex(place) : 0, take);
  }
}
/// body(w, arc) for the arcs of the row that the calling lane has.
template <class Rows, class Together, class Body>
STRIDER_DEVICE_FUNCTION void for_arcs(const Rows& rows, Row row, Together /*by a warp*/,
                                      const Body& body) {
  constexpr u32 kStride = Together::value ? simt::kWarp : 1;
  for (u64 arc = row.begin; arc < row.end; arc += kStride) {
    body(simt::load_constant(&rows.targets[arc]), arc);
  }
}

/// Of the arcs of v's row that the calling lane has (for_arcs). What terms.start() says of v, each
/// term gets.
template <class Rows, class Together, class Terms>
STRIDER_DEVICE_FUNCTION PathCount sum_of_row(const Rows& rows, u32 v, Row row, Together together,
                                             const Terms& terms) {
  const auto own = terms.start(v);
  PathCount sum;
  for_arcs(rows, row, together, [&](u32 w, u64 arc) { terms.add(own, arc, w, sum); });
  return sum;
}

/// finish(v, sum of the terms of v's row), for the vertices at places [begin, end) of a queue, by
/// all warps of a team.
template <class Rows, class Terms, class Finish>
STRIDER_DEVICE_FUNCTION void add_up_rows(const BlockTeam& team, const Rows& rows, const u32* queue,
                                         u32 begin, u32 end, const Terms& terms,
                                         const Finish& finish) {
  const auto vertex = [&](u32 place) { return queue[place]; };
  for_rows_of_queue(team, rows, begin, end, vertex, [&](u32 v, Row row, auto together) {
    constexpr bool kTogether = decltype(together)::value;
    PathCount sum = sum_of_row(rows, v, row, together, terms);
    if constexpr (kTogether) sum = sum_of_teams(sum);
    if (!kTogether || simt::lane_id() == 0) finish(v, sum);
  });
}

}  // namespace strider::detail::STRIDER_DEVICE
