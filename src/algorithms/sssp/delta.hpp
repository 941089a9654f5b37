// The width of a bucket.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "algorithms/sssp/tree.hpp"

namespace strider::detail {

/// The options' delta, or one that suits the weights and degrees: larger than 0. Whatever it is,
/// results are right; it decides how much is done twice, and how often threads synchronize.
template <class W>
[[nodiscard]] double bucket_width(const SsspContext<W>& context);

/// The width nearest to `delta` whose inverse is a number, too: widths below would put all
/// distances into one bucket, or none.
[[nodiscard]] inline double usable_width(double delta) {
  return std::clamp(delta, std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
}

/// Bucket b holds distances from about b * delta to (b + 1) * delta; rounding moves its ends. What
/// counts is that a larger distance never has a smaller number.
template <class D>
class BucketMap {
 public:
  explicit BucketMap(double delta) : per_delta_(1 / usable_width(delta)) {}
  [[nodiscard]] constexpr std::uint64_t bucket_of(D distance) const {
    return static_cast<std::uint64_t>(
        std::min(static_cast<double>(distance) * per_delta_, kLastBucket));
  }

 private:
  static constexpr double kLastBucket = 0x1.0p62;

  double per_delta_;
};

/// The same without leaving the integers. Below 1 all deltas are alike.
template <>
class BucketMap<std::uint32_t> {
 public:
  explicit BucketMap(double delta)
      : per_delta_(static_cast<std::uint64_t>(kOne / std::max(delta, 1.0))) {}
  [[nodiscard]] constexpr std::uint64_t bucket_of(std::uint32_t distance) const {
    return distance * per_delta_ >> kBits;
  }

 private:
  static constexpr unsigned kBits = 32;
  static constexpr double kOne = 0x1.0p32;

  std::uint64_t per_delta_;  // in units of 2^-32
};

}  // namespace strider::detail
