// What stands for the parent of a normal vertex on the device: a ParentTag, or why there is none.
#pragma once

#include <cstdint>

#include "simt/types.hpp"

namespace strider::detail {

inline constexpr simt::u32 kNoParentTag = 0xFFFF'FFFFU;
/// Of an own delegate that other ranks found.
inline constexpr simt::u32 kOpenTag = 0xFFFF'FFFEU;

/// Of a vertex that came from rank `rank`.
[[nodiscard]] constexpr simt::u32 arrived_tag(int rank) {
  return kOpenTag - 1 - static_cast<simt::u32>(rank);
}
[[nodiscard]] constexpr bool is_arrived_tag(simt::u32 tag, int ranks) {
  return tag >= arrived_tag(ranks - 1) && tag < kOpenTag;
}
/// From an arrived_tag and back.
[[nodiscard]] constexpr simt::u32 rank_of_arrived(simt::u32 tag) {
  return kOpenTag - 1 - tag;
}

}  // namespace strider::detail
