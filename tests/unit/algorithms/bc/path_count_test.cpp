#include "algorithms/bc/path_count.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace strider::detail {
namespace {

PathCount power_of_two(int exponent) {
  PathCount count{1, 0};
  for (; exponent > 0; --exponent) {
    count += PathCount(count);
    count.normalize();
  }
  return count;
}

double log2_of(const PathCount& count) {
  return std::log2(count.mantissa) + 512.0 * count.exponent;
}

TEST(PathCount, DoublesFarBeyondDouble) {
  for (const int exponent : {1, 511, 512, 513, 1024, 5000}) {
    EXPECT_DOUBLE_EQ(log2_of(power_of_two(exponent)), exponent);
  }
}

TEST(PathCount, AddsLargeAndSmall) {
  PathCount sum = power_of_two(512);
  sum += power_of_two(500);
  EXPECT_EQ(sum.mantissa, 1 + 0x1p-12);
  PathCount other = power_of_two(500);
  other += power_of_two(512);
  EXPECT_EQ(other.mantissa, sum.mantissa);
  EXPECT_EQ(other.exponent, sum.exponent);
  sum += power_of_two(3000);
  EXPECT_EQ(log2_of(sum), 3000);
}

TEST(PathCount, NothingIsLostInZero) {
  PathCount sum;
  sum += power_of_two(2000);
  EXPECT_EQ(log2_of(sum), 2000);
  sum += PathCount{};
  EXPECT_EQ(log2_of(sum), 2000);
}

TEST(PathCount, SharesOfLargeCountsAreRatios) {
  const PathCount vertex = power_of_two(1020);
  const PathCount successor = power_of_two(1030);
  const double coefficient = 3 / successor.mantissa;
  EXPECT_EQ(vertex.mantissa * share_of_successor(vertex.exponent, coefficient, successor.exponent),
            3 * 0x1p-10);
}

}  // namespace
}  // namespace strider::detail
