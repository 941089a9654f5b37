// By how much searches of near-far piles raise the bound up to which vertices are near.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace strider::detail {

/// As many light arcs a vertex as a warp has lanes (Davidson, Baxter, Garland, Owens 2014), for a
/// graph of one arc at least, whose arcs' mean length is given.
[[nodiscard]] inline double near_far_delta(double mean_length, std::uint64_t num_vertices,
                                           std::uint64_t num_arcs) {
  constexpr double kLanes = 32;
  const double degree = static_cast<double>(num_arcs) / static_cast<double>(num_vertices);
  return kLanes * mean_length / degree;
}

/// The same as an unsigned integer: at least 1, and the largest where there is none so large.
template <class Length>
[[nodiscard]] Length whole_near_far_delta(double mean_length, std::uint64_t num_vertices,
                                          std::uint64_t num_arcs) {
  const double delta = near_far_delta(mean_length, num_vertices, num_arcs);
  const double past = std::ldexp(1.0, 8 * static_cast<int>(sizeof(Length)));
  return delta < past ? static_cast<Length>(std::max(1.0, delta)) : ~Length{0};
}

}  // namespace strider::detail
