// Search in ascending numbers.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// The last i < size with numbers[i] <= value; 0 where there is none. Neighbouring threads mostly
/// take the same way, and read the same numbers.
template <class T>
STRIDER_DEVICE_FUNCTION u32 last_not_above(const T* numbers, u32 size, u64 value) {
  u32 low = 0;
  u32 high = size;
  while (high - low > 1) {
    const u32 middle = low + (high - low) / 2;
    if (numbers[middle] <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace strider::detail::STRIDER_DEVICE
