// Rows of vertices that a block goes through, and least lengths of its threads.
#pragma once

#include <type_traits>

#include "algorithms/bc/gpu/row_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// take(v, row, together) for the rows of the lanes' vertices, one each: first of long ones, by the
/// whole warp, a lane from its own arc on, then of the others, by a lane alone; the type of
/// `together` says which. All lanes call it.
template <class Rows, class Take>
STRIDER_DEVICE_FUNCTION void for_rows_of_warp(const Rows& rows, bool has, u32 v, const Take& take) {
  const Row row = row_of(rows, has, v);
  const bool is_long = row.end - row.begin >= kLongRow;
  for (u32 rest = simt::ballot(simt::kFullMask, is_long); rest != 0; rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u32 chosen = simt::shfl(simt::kFullMask, v, lane);
    const u64 begin = simt::shfl(simt::kFullMask, row.begin, lane);
    const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
    take(chosen, Row{begin + simt::lane_id(), end}, std::true_type{});
  }
  if (has && !is_long) take(v, row, std::false_type{});
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

/// What `lane` brings. All lanes call it.
template <class Length>
STRIDER_DEVICE_FUNCTION Length length_of_lane(Length mine, u32 lane) {
  const u64 low = simt::shfl(simt::kFullMask, static_cast<u64>(mine), lane);
  if constexpr (sizeof(Length) <= sizeof(u64)) {
    return low;
  } else {
    const u64 high = simt::shfl(simt::kFullMask, static_cast<u64>(mine >> 64U), lane);
    return static_cast<Length>(high) << 64U | low;
  }
}
/// The smallest of a warp, in all its lanes, which call it together.
template <class Length>
STRIDER_DEVICE_FUNCTION Length least_of_warp(Length least) {
  STRIDER_UNROLL
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    const Length other = length_of_lane(least, simt::lane_id() ^ distance);
    if (other < least) least = other;
  }
  return least;
}
/// The smallest of a block, in all its threads, which call it together. `of_warps` is shared; a
/// barrier comes between two calls.
template <class Length>
STRIDER_DEVICE_FUNCTION Length least_of_block(const BlockTeam& team, Length least,
                                              Length (&of_warps)[simt::kWarp]) {
  least = least_of_warp(least);
  if (simt::lane_id() == 0) of_warps[simt::warp_id()] = least;
  team.sync();
  const bool has = simt::lane_id() < team.size() / simt::kWarp;
  return least_of_warp(has ? of_warps[simt::lane_id()] : ~Length{0});
}

}  // namespace strider::detail::STRIDER_DEVICE
