// Random numbers of the emulator: fast, and not for anything else.
#pragma once

#include "simt/types.hpp"

namespace strider::simt::emulator {

/// A state that is not 0, whatever the seed.
[[nodiscard]] constexpr u64 first_random(u64 seed) {
  return (seed + 1) * 0x9E37'79B9'7F4A'7C15U | 1U;
}
/// xorshift64 (Marsaglia 2003).
constexpr u64 next_random(u64& state) {
  state ^= state << 13U;
  state ^= state >> 7U;
  state ^= state << 17U;
  return state;
}
/// Below `count`, which is less than 2^32: its upper bits, without a division.
constexpr u64 random_below(u64& state, u64 count) {
  return (next_random(state) >> 32U) * count >> 32U;
}

}  // namespace strider::simt::emulator
