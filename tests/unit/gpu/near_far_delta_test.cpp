#include "gpu/near_far_delta.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "algorithms/bc/problem.hpp"

namespace strider::test {
namespace {

using detail::whole_near_far_delta;
using detail::WideLength;

TEST(NearFarDelta, IsOfAWarpOfLightArcs) {
  EXPECT_EQ(detail::near_far_delta(10, 400, 1600), 80);
  EXPECT_EQ(whole_near_far_delta<std::uint64_t>(10, 400, 1600), 80U);
  EXPECT_EQ(whole_near_far_delta<std::uint64_t>(0.1, 4, 400), 1U) << "no round would be raised";
}

/// 2^exponent, which the compiler does not know: a conversion past the range is undefined, and what
/// it folds may be right by chance.
double power(int exponent) {
  volatile double one = 1;
  return std::ldexp(one, exponent);
}

// Of few long arcs among many vertices it is longer than any path, and may be than any length.
TEST(NearFarDelta, IsNeverPastTheLargestLength) {
  constexpr auto kLargest = ~std::uint64_t{0};
  EXPECT_EQ(whole_near_far_delta<std::uint64_t>(power(52), 400, 4), 100 * (1ULL << 57U));
  EXPECT_EQ(whole_near_far_delta<std::uint64_t>(power(53), 400, 4), kLargest);
  EXPECT_EQ(whole_near_far_delta<std::uint64_t>(power(59), 4, 4), kLargest);
  EXPECT_TRUE(whole_near_far_delta<WideLength>(power(122), 4, 4) == WideLength{1} << 127U);
  EXPECT_TRUE(whole_near_far_delta<WideLength>(power(123), 4, 4) == ~WideLength{0});
}

}  // namespace
}  // namespace strider::test
