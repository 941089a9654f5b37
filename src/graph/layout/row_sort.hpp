// Sorting the rows of a layout by weight.
#pragma once

#include <hwy/contrib/sort/vqsort.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// An arc as a number: by weight, then by target. Preconditions: no weight is below zero, or -0.
/// The bits of reals of one sign are in the order of the reals.
template <class Arc>
struct ArcKey;
template <>
struct ArcKey<std::uint32_t> {
  using type = std::uint32_t;
};
template <>
struct ArcKey<WeightedArc<std::uint32_t>> {
  using type = std::uint64_t;
};
template <>
struct ArcKey<WeightedArc<float>> {
  using type = std::uint64_t;
};
template <>
struct ArcKey<WeightedArc<double>> {
  using type = hwy::uint128_t;
};

/// The most keys that are sorted by rank: their places are bits of a word, and the work grows with
/// the square. Of more, Highway's quicksort is faster.
inline constexpr std::size_t kMostRankedKeys = 64;

/// One thread's: keeps a buffer of the longest row.
template <class Arc>
class RowSorter {
 public:
  /// By ascending weight, of equal weights by target.
  void sort(std::span<Arc> row);

 private:
  using Key = typename ArcKey<Arc>::type;

  void sort_keys(std::span<Key> keys);

  std::vector<Key> keys_;
  hwy::Sorter long_rows_;
};

}  // namespace strider::detail
