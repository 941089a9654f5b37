// The least lengths that the threads of a block have.
#pragma once

#include "algorithms/bc/gpu/source_workspace.hpp"

namespace strider::detail::STRIDER_DEVICE {

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
