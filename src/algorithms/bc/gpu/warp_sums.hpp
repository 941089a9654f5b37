// Sums over the lanes of a warp, in an order that only the places of the lanes decide. A warp is
// teams of `width` lanes side by side, a power of two. Where the width is a constant nvcc unrolls
// the loops by itself; asked to, it would where it is none, at twice the registers.
#pragma once

#include "algorithms/bc/path_count.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;

/// What a lane has. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount count_of_lane(const PathCount& own, u32 lane) {
  PathCount count;
  count.mantissa = simt::shfl(simt::kFullMask, own.mantissa, lane);
  count.exponent = simt::shfl(simt::kFullMask, own.exponent, lane);
  return count;
}

/// The sums over the teams of a warp, in the first team; of teams of one lane: over the warp, in
/// lane 0. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount sum_of_teams(PathCount sum, u32 width = 1) {
  for (u32 distance = simt::kWarp / 2; distance >= width; distance /= 2) {
    const PathCount other = count_of_lane(sum, (simt::lane_id() + distance) % simt::kWarp);
    if (simt::lane_id() < distance) sum += other;
  }
  return sum;
}
/// The sum over the lanes of each team, in its first; of one team: over the warp, in lane 0. All
/// lanes call it.
STRIDER_DEVICE_FUNCTION double sum_of_team(double value, u32 width = simt::kWarp) {
  for (u32 distance = width / 2; distance > 0; distance /= 2) {
    const u32 from = (simt::lane_id() + distance) % simt::kWarp;
    const double other = simt::shfl(simt::kFullMask, value, from);
    if (simt::lane_id() % width < distance) value += other;
  }
  return value;
}

}  // namespace strider::detail::STRIDER_DEVICE
