// Distances as words that atomics compare.
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// The bits of a distance of type D that is not below 0: ordered as the distances are, reals
/// included, whose bits ascend from 0 to infinity.
template <class D>
using KeyOf = std::conditional_t<sizeof(D) == sizeof(u32), u32, u64>;

template <class D>
[[nodiscard]] constexpr KeyOf<D> key_of(D distance) {
  return std::bit_cast<KeyOf<D>>(distance);
}
template <class D>
[[nodiscard]] constexpr D distance_of(KeyOf<D> key) {
  return std::bit_cast<D>(key);
}

/// Of a vertex that has not been reached: infinity, or the largest number.
template <class D>
inline constexpr KeyOf<D> kUnreachedKey = std::bit_cast<KeyOf<D>>(
    std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                         : std::numeric_limits<D>::max());

/// That of `from` with `delta` more; kUnreachedKey where it is too large for a D.
template <class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> raised(KeyOf<D> from, D delta) {
  if constexpr (std::is_integral_v<D>) {
    return delta > kUnreachedKey<D> - from ? kUnreachedKey<D> : from + delta;
  } else {
    return key_of(distance_of<D>(from) + delta);
  }
}

/// That of a path of the length `from`, and one more arc.
template <class D, class W>
STRIDER_DEVICE_FUNCTION KeyOf<D> lengthened(KeyOf<D> from, W weight) {
  return key_of(static_cast<D>(distance_of<D>(from) + weight));
}

template <class Key>
STRIDER_DEVICE_FUNCTION Key smaller(Key a, Key b) {
  return b < a ? b : a;
}
/// The smallest of a warp, for all its lanes, which call it together.
template <class Key>
STRIDER_DEVICE_FUNCTION Key smallest_of_warp(Key value) {
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    value = smaller(value, simt::shfl(simt::kFullMask, value, simt::lane_id() ^ distance));
  }
  return value;
}

/// What stands at `place`, or what stood there earlier, larger numbers all of them: places only
/// fall.
template <class Key>
STRIDER_DEVICE_FUNCTION Key load_falling(const Key* place) {
  return simt::load_stale(place);
}
/// Puts `value` where a larger one stands; false where it is none. The plain read first: most edges
/// lower nothing, and an atomic takes longer.
template <class Key>
STRIDER_DEVICE_FUNCTION bool lower(Key* place, Key value) {
  return value < load_falling(place) && simt::atomic_min(place, value) > value;
}

}  // namespace strider::detail::STRIDER_DEVICE
