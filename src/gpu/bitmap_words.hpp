// How long a bitmap on a device is.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Words of 32 bits of a bitmap of so many vertices: whole blocks of 64, as messages and the degree
/// layout have them.
[[nodiscard]] constexpr simt::u32 bitmap_words(simt::u32 num_vertices) {
  return (num_vertices + 63) / 64 * 2;
}

}  // namespace strider::detail::STRIDER_DEVICE
