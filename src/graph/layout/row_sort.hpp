// Sorting the rows of a layout by weight.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Numbers in the order of weights; of packed arcs, the weight is in the upper bits. Precondition:
/// no weight is below zero, or -0.
[[nodiscard]] inline std::uint32_t weight_key(std::uint32_t packed) {
  return packed;
}
[[nodiscard]] inline std::uint32_t weight_key(const WeightedArc<std::uint32_t>& arc) {
  return arc.weight;
}
// The bits of reals of one sign are in the order of the reals.
[[nodiscard]] inline std::uint32_t weight_key(const WeightedArc<float>& arc) {
  return std::bit_cast<std::uint32_t>(arc.weight);
}
[[nodiscard]] inline std::uint64_t weight_key(const WeightedArc<double>& arc) {
  return std::bit_cast<std::uint64_t>(arc.weight);
}

/// One thread's: keeps a buffer of the longest row.
template <class Arc>
class RowSorter {
 public:
  /// Bits of the key below `first_bit` do not count.
  explicit RowSorter(unsigned first_bit) : first_bit_(first_bit) {}

  /// By ascending weight; the order of equal ones depends only on the row.
  void sort(std::span<Arc> row) {
    if (row.size() < kLong) {
      std::sort(row.begin(), row.end(), [](const Arc& a, const Arc& b) { return before(a, b); });
    } else {
      sort_by_digits(row);
    }
  }

 private:
  using Key = decltype(weight_key(std::declval<Arc>()));
  static constexpr unsigned kDigitBits = 8;
  static constexpr std::size_t kDigits = 1U << kDigitBits;
  /// Below, comparisons cost less than counting digits.
  static constexpr std::size_t kLong = 256;

  static bool before(const Arc& a, const Arc& b) {
    if constexpr (std::is_same_v<Arc, std::uint32_t>) {
      return a < b;
    } else {
      if (weight_key(a) != weight_key(b)) return weight_key(a) < weight_key(b);
      return a.target < b.target;
    }
  }

  /// From the last digit to the first, each time keeping the order of equal ones.
  void sort_by_digits(std::span<Arc> row) {
    if (buffer_.size() < row.size()) buffer_.resize(row.size());
    std::span<Arc> from = row;
    std::span<Arc> to(buffer_.data(), row.size());
    for (unsigned shift = first_bit_; shift < 8 * sizeof(Key); shift += kDigitBits) {
      const auto digit = [shift](const Arc& arc) {
        return static_cast<std::size_t>(weight_key(arc) >> shift) % kDigits;
      };
      std::array<std::size_t, kDigits> next{};
      for (const Arc& arc : from) ++next[digit(arc)];
      if (next[digit(from.front())] == from.size()) continue;  // the same in all
      std::size_t sum = 0;
      for (std::size_t& count : next) sum += std::exchange(count, sum);
      for (const Arc& arc : from) to[next[digit(arc)]++] = arc;
      std::swap(from, to);
    }
    if (from.data() != row.data()) std::copy(from.begin(), from.end(), row.begin());
  }

  unsigned first_bit_;
  std::vector<Arc> buffer_;
};

}  // namespace strider::detail
