// A random-looking renaming of any number of vertices that needs no table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "strider/types.hpp"

namespace strider::detail {

/// A bijection of 0 .. n-1, another for each seed, the same on every machine.
///
/// On the next power of two it is a chain of steps that are invertible on that many bits: adding a
/// constant, multiplying by an odd one, folding the high half onto the low. What falls past n is
/// renamed again until it falls below (cycle walking; Black and Rogaway 2002): fewer than two
/// steps on average, as n is more than half of the power of two.
class Shuffle {
 public:
  /// The identity.
  Shuffle() = default;
  /// Throws UsageError where n > 2^62.
  Shuffle(std::uint64_t n, std::uint64_t seed);

  [[nodiscard]] bool is_identity() const { return size_ == 0; }

  /// The new name of `vertex`. Precondition: vertex < n.
  [[nodiscard]] GlobalVertex hide(GlobalVertex vertex) const {
    if (is_identity()) return vertex;
    do {
      for (const Round& round : rounds_) {
        vertex = (vertex + round.sum) & mask_;
        vertex ^= vertex >> half_;
        vertex = (vertex * round.factor) & mask_;
        vertex ^= vertex >> half_;
      }
    } while (vertex >= size_);
    return vertex;
  }
  /// The vertex whose new name is `name`. Precondition: name < n.
  [[nodiscard]] GlobalVertex reveal(GlobalVertex name) const {
    if (is_identity()) return name;
    do {
      for (std::size_t i = rounds_.size(); i-- > 0;) {
        const auto& round = rounds_[i];
        // The high half of the bits is as it was, so folding again takes the fold away.
        name ^= name >> half_;
        name = (name * round.inverse) & mask_;
        name ^= name >> half_;
        name = (name - round.sum) & mask_;
      }
    } while (name >= size_);
    return name;
  }

 private:
  struct Round {
    std::uint64_t sum;
    std::uint64_t factor;   // odd
    std::uint64_t inverse;  // of the factor, modulo 2^64
  };
  static constexpr std::size_t kRounds = 3;

  std::uint64_t size_ = 0;  // 0: the identity
  std::uint64_t mask_ = 0;
  unsigned half_ = 1;
  std::array<Round, kRounds> rounds_{};
};

}  // namespace strider::detail
