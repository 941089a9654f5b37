// Sums over the rows of vertices, a thread or a warp a row, in an order that only the row decides.
#pragma once

#include "algorithms/bc/gpu/warp_rows.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

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
