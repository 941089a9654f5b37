// Numbers of shortest paths: far beyond 2^64, and beyond the range of double.
#pragma once

#include <cmath>
#include <cstdint>

namespace strider::detail {

/// mantissa * 2^(512 * exponent), or zero. A lattice of 2000 levels has 10^600 paths between its
/// corners; double ends at 10^308, and scaling all counts of a level alike does not help, as they
/// lie as far apart as the range of double is wide. Constexpr, so that kernels may call it, too.
///
/// Normalized counts have mantissas in [1, 2^512), so that larger counts have no smaller exponents.
/// Sums of up to 2^500 normalized counts stay in range; normalize() comes after the sum.
struct PathCount {
  static constexpr double kTooLarge = 0x1p512;
  static constexpr double kStepDown = 0x1p-512;

  double mantissa = 0;
  std::int32_t exponent = 0;

  constexpr void normalize() {
    if (mantissa >= kTooLarge) {
      mantissa *= kStepDown;
      ++exponent;
    }
  }

  constexpr PathCount& operator+=(const PathCount& other) {
    if (other.exponent == exponent) [[likely]] {
      mantissa += other.mantissa;
    } else {
      add_unlike(other);
    }
    return *this;
  }

 private:
  constexpr void add_unlike(const PathCount& other);
};

/// 2^(-512 * steps). Precondition: steps >= 0. What is smaller than double can say is zero: it is
/// below half a unit of whatever it is added to.
[[nodiscard]] constexpr double steps_down(std::int32_t steps) {
  return steps == 0 ? 1 : steps == 1 ? PathCount::kStepDown : steps == 2 ? 0x1p-1022 * 0x1p-2 : 0;
}

constexpr void PathCount::add_unlike(const PathCount& other) {
  if (mantissa == 0) {
    *this = other;
  } else if (other.exponent > exponent) {
    mantissa = mantissa * steps_down(other.exponent - exponent) + other.mantissa;
    exponent = other.exponent;
  } else {
    mantissa += other.mantissa * steps_down(exponent - other.exponent);
  }
}

/// What each shortest path to a vertex brings to the vertices on it: (weight + dependency) / count,
/// kept as coefficient * 2^(-512 * exponent) with the exponent of the count.
///
/// The dependency that `vertex` gets from a successor: count(vertex) * coefficient. Its exponent is
/// no larger than the successor's, whose count includes its own.
[[nodiscard]] constexpr double share_of_successor(std::int32_t exponent, double coefficient,
                                                  std::int32_t successor_exponent) {
  if (exponent == successor_exponent) [[likely]] {
    return coefficient;
  }
  return coefficient * steps_down(successor_exponent - exponent);
}

}  // namespace strider::detail
