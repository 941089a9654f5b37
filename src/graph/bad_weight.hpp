// An input edge whose weight shortest paths cannot have.
#pragma once

#include <limits>
#include <tuple>

namespace strider::detail {

/// Whether no search takes the weight: it is negative or no number.
template <class W>
[[nodiscard]] constexpr bool is_bad_weight(W weight) {
  return !(weight >= W{0});
}

/// The first such edge by its ends, which are vertices V, and of parallel ones the lightest; none
/// at first.
template <class V, class W>
struct BadWeight {
  static constexpr V kNone = std::numeric_limits<V>::max();

  V from = kNone;
  V to = kNone;
  W weight{};

  [[nodiscard]] bool found() const { return from != kNone; }
  void merge(const BadWeight& other) {
    if (std::tie(other.from, other.to) < std::tie(from, to) ||
        (other.from == from && other.to == to && other.weight < weight)) {
      *this = other;
    }
  }
};

}  // namespace strider::detail
