// A renaming of 2^scale vertices that needs no table.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A bijection of 0 .. 2^scale - 1, another for each seed. Each of its steps is invertible on that
/// many bits: adding a constant, multiplying by an odd one, folding the high half onto the low.
/// Precondition: vertex < 2^scale, scale in 1 .. 63.
[[nodiscard]] inline GlobalVertex scramble_vertex(GlobalVertex vertex, int scale,
                                                  std::uint64_t seed) {
  const auto bits = static_cast<unsigned>(scale);
  const std::uint64_t mask = (1ULL << bits) - 1;
  const unsigned half = (bits + 1) / 2;
  std::uint64_t key = mix64(seed);
  for (int round = 0; round < 3; ++round) {
    vertex = (vertex + key) & mask;
    vertex ^= vertex >> half;
    vertex = (vertex * (key | 1U)) & mask;
    vertex ^= vertex >> half;
    key = mix64(key);
  }
  return vertex;
}

}  // namespace strider::detail
