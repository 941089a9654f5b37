// Light edges, and which of two ranks keeps an edge between them.
#pragma once

#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// Which edges are light: those of lesser keys than `key`, and those of this key whose smaller end
/// is below `end` in the input's numbers. A limit can so lie inside a great class of equal weights.
template <class Key>
struct EdgeLimit {
  Key key = static_cast<Key>(~Key{0});
  GlobalVertex end = ~GlobalVertex{0};
  [[nodiscard]] bool parts_a_class() const { return end != ~GlobalVertex{0}; }
};

/// Whether the rank of the lower of two vertices keeps the edge between them, by numbers that both
/// ranks have for the ends: true for half of all edges.
[[nodiscard]] constexpr bool lower_keeps(std::uint32_t low, std::uint32_t high) {
  constexpr std::uint32_t kLowFactor = 0x9E3779B1U;
  constexpr std::uint32_t kHighFactor = 0x85EBCA77U;
  return ((low * kLowFactor) ^ (high * kHighFactor)) >> 31U == 0;
}

}  // namespace strider::detail
