#include "graph/layout/row_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace strider::detail {
namespace {

template <class W>
auto as_tuple(const WeightedArc<W>& arc) {
  return std::make_pair(arc.weight, arc.target);
}
std::uint32_t as_tuple(std::uint32_t arc) {
  return arc;
}

/// Of few different weights, so that many are equal, or of many; with the least and the greatest.
template <class Arc>
Arc random_arc(std::mt19937& random, bool few) {
  const auto number = [&](auto largest) {
    const auto draw = static_cast<std::uint32_t>(random());
    if (draw % 16 == 0) return largest;
    return static_cast<decltype(largest)>(few ? draw % 4 : draw);
  };
  if constexpr (std::is_same_v<Arc, std::uint32_t>) {
    return number(std::numeric_limits<std::uint32_t>::max());
  } else {
    using W = decltype(Arc::weight);
    const W largest = std::numeric_limits<W>::has_infinity ? std::numeric_limits<W>::infinity()
                                                           : std::numeric_limits<W>::max();
    return {number(largest), number(std::numeric_limits<Vertex>::max())};
  }
}

template <class Arc>
class RowSort : public testing::Test {};
using ArcTypes = testing::Types<std::uint32_t, WeightedArc<std::uint32_t>, WeightedArc<float>,
                                WeightedArc<double>>;
TYPED_TEST_SUITE(RowSort, ArcTypes);

// All lengths up to those that no rule looks at any more, and a long one.
TYPED_TEST(RowSort, OrdersByWeightThenByTarget) {
  std::mt19937 random(1);
  RowSorter<TypeParam> sorter;
  std::vector<std::size_t> lengths(150);
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i;
  lengths.push_back(5000);
  for (const std::size_t length : lengths) {
    for (const bool few : {true, false}) {
      std::vector<TypeParam> row(length);
      for (TypeParam& arc : row) arc = random_arc<TypeParam>(random, few);
      std::vector<decltype(as_tuple(row[0]))> expected;
      for (const TypeParam& arc : row) expected.push_back(as_tuple(arc));
      std::sort(expected.begin(), expected.end());
      sorter.sort(row);
      for (std::size_t i = 0; i < length; ++i) {
        ASSERT_EQ(as_tuple(row[i]), expected[i]) << "arc " << i << " of " << length;
      }
    }
  }
}

}  // namespace
}  // namespace strider::detail
