#include "algorithms/bfs/dist/delegate/direction.hpp"

#include <gtest/gtest.h>

namespace strider::detail {
namespace {

TEST(BackwardWork, IsThePapersEstimateOnLongRows) {
  // |U| (q + s) / q
  EXPECT_DOUBLE_EQ(backward_work(100, 10, 90, 1e9), 100 * (10 + 90) / 10.0);
  EXPECT_DOUBLE_EQ(backward_work(0, 10, 90, 1e9), 0);
}

TEST(BackwardWork, LooksAtNoMoreArcsThanThereAre) {
  EXPECT_DOUBLE_EQ(backward_work(100, 1, 999, 7), 700);
  EXPECT_DOUBLE_EQ(backward_work(100, 0, 999, 7), 700);
}

TEST(Direction, SwitchesByItsFactors) {
  constexpr SwitchFactors kFactors{0.5, 0.1};
  EXPECT_FALSE(goes_backward(false, {50, 100}, kFactors));
  EXPECT_TRUE(goes_backward(false, {51, 100}, kFactors));
  // Once backward, it stays so while the forward work is not much smaller.
  EXPECT_TRUE(goes_backward(true, {11, 100}, kFactors));
  EXPECT_FALSE(goes_backward(true, {9, 100}, kFactors));
}

}  // namespace
}  // namespace strider::detail
