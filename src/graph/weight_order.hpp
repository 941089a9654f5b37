// Weights as unsigned numbers, so that one comparison orders edges of any kind of weight.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "strider/msf.hpp"

namespace strider {

template <class W>
using WeightKey = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;

/// The order in which a forest looks at weights: ascending keys, best first. -0.0 and 0.0 have the
/// same key; the keys of NaN lie outside of all others.
template <class W>
class WeightOrder {
 public:
  using Key = WeightKey<W>;

  explicit constexpr WeightOrder(MsfObjective objective)
      : flip_(objective == MsfObjective::kMaximum ? static_cast<Key>(~Key{0}) : Key{0}) {}

  [[nodiscard]] constexpr Key key(W weight) const { return ascending(weight) ^ flip_; }
  /// The weight of a key; 0.0 for both zeros.
  [[nodiscard]] constexpr W weight(Key key) const {
    key ^= flip_;
    if constexpr (std::is_floating_point_v<W>) {
      return std::bit_cast<W>((key & kSign) != 0 ? static_cast<Key>(key ^ kSign)
                                                 : static_cast<Key>(~key));
    } else {
      return key;
    }
  }
  /// Whether the weight of a key is not NaN.
  [[nodiscard]] constexpr bool is_number(Key key) const {
    if constexpr (std::is_floating_point_v<W>) {
      constexpr W kInfinity = std::numeric_limits<W>::infinity();
      key ^= flip_;
      return ascending(-kInfinity) <= key && key <= ascending(kInfinity);
    } else {
      return true;
    }
  }
  /// What keys are xored with: all ones where the order is reversed.
  [[nodiscard]] constexpr Key flip() const { return flip_; }

 private:
  static constexpr Key kSign = Key{1} << (8 * sizeof(Key) - 1);

  // IEEE 754: numbers of one sign are ordered as their bits are; negative ones the other way round.
  static constexpr Key ascending(W weight) {
    if constexpr (std::is_floating_point_v<W>) {
      const auto bits = std::bit_cast<Key>(weight + W{0});  // -0.0 becomes 0.0
      return (bits & kSign) != 0 ? static_cast<Key>(~bits) : static_cast<Key>(bits | kSign);
    } else {
      return weight;
    }
  }

  Key flip_;
};

}  // namespace strider
