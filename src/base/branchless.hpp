// Conditions for inner loops whose branches could not be predicted.
#pragma once

namespace strider {

/// a && b, both of them evaluated.
[[nodiscard]] constexpr bool both(bool a, bool b) {
  return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0;
}

}  // namespace strider
