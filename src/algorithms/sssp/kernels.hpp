// What is decided per edge and per vertex, the same for every method.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/atomics.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

/// The distance of an unreached vertex in a type D that an engine works in: an SsspDistance, or
/// std::uint32_t where no distance is too large for it.
template <class D>
inline constexpr D kUnreachedDistance = std::numeric_limits<D>::has_infinity
                                            ? std::numeric_limits<D>::infinity()
                                            : std::numeric_limits<D>::max();

/// A distance of an engine as a result has it.
template <class D>
[[nodiscard]] D widened(D distance) {
  return distance;
}
[[nodiscard]] inline std::uint64_t widened(std::uint32_t distance) {
  return distance == kUnreachedDistance<std::uint32_t> ? kUnreachedDistance<std::uint64_t>
                                                       : distance;
}

/// Puts `value` where a larger one stands; returns what stood there. The plain read first: most
/// edges lower nothing, and a read, unlike a failed exchange, leaves the line with the others who
/// read it.
template <class T>
T fetch_min(T& place, T value) {
  T seen = load_relaxed(place);
  // Relaxed: whoever acts on the new value reads it after a barrier, or reads one lower still.
  while (value < seen &&
         !std::atomic_ref<T>(place).compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
  return seen;
}
/// Puts `value` where a larger one stands; false where it is none.
template <class T>
bool lower(T& place, T value) {
  return value < fetch_min(place, value);
}

/// The same where no other thread writes.
template <class T>
bool lower_plain(T& place, T value) {
  if (!(value < place)) return false;
  place = value;
  return true;
}

/// The distance up to which a search goes.
template <class D>
class DistanceBound {
 public:
  /// `target` is the distance of the vertex searched for, as it falls; null where all are.
  DistanceBound(D cutoff, const D* target) : cutoff_(cutoff), target_(target) {}

  /// Vertices farther than this need not be reached. It falls as the search continues.
  [[nodiscard]] D limit() const {
    return target_ == nullptr ? cutoff_ : std::min(cutoff_, load_relaxed(*target_));
  }
  [[nodiscard]] bool is_bounded() const {
    return target_ != nullptr || cutoff_ != kUnreachedDistance<D>;
  }

 private:
  D cutoff_;
  const D* target_;
};

/// The largest D that is not above `bound`.
template <class D>
[[nodiscard]] D largest_up_to(double bound) {
  constexpr D kLargest = std::numeric_limits<D>::max();
  if constexpr (std::is_integral_v<D>) {
    // 2^64 - 1 is no double: the comparison is with 2^64.
    return bound >= static_cast<double>(kLargest) ? kLargest : static_cast<D>(bound);
  } else {
    if (bound > static_cast<double>(kLargest)) return std::numeric_limits<D>::infinity();
    const D rounded = static_cast<D>(bound);
    return static_cast<double>(rounded) > bound ? std::nextafter(rounded, D{0}) : rounded;
  }
}

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
    constexpr double kLastBucket = 0x1.0p62;
    const double bucket = static_cast<double>(distance) * per_delta_;
    // By value: on a device, the reference that std::min returns is one to memory of the host.
    return static_cast<std::uint64_t>(bucket < kLastBucket ? bucket : kLastBucket);
  }

 private:
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
