#include "graph/weight_order.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace strider {
namespace {

template <class W>
std::vector<W> ascending_weights() {
  using Limits = std::numeric_limits<W>;
  if constexpr (std::is_integral_v<W>) {
    return {0, 1, 2, 254, 1U << 31U, Limits::max() - 1, Limits::max()};
  } else {
    return {-Limits::infinity(),
            Limits::lowest(),
            W{-2},
            W{-1},
            -Limits::min(),
            -Limits::denorm_min(),
            W{0},
            Limits::denorm_min(),
            Limits::min(),
            W{1},
            W{1} + Limits::epsilon(),
            Limits::max(),
            Limits::infinity()};
  }
}

template <class W>
class OrderOfWeights : public testing::Test {};
using Types = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(OrderOfWeights, Types);

TYPED_TEST(OrderOfWeights, KeysAscendAsWeightsDo) {
  const auto weights = ascending_weights<TypeParam>();
  const WeightOrder<TypeParam> ascending(MsfObjective::kMinimum);
  const WeightOrder<TypeParam> descending(MsfObjective::kMaximum);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    EXPECT_EQ(ascending.weight(ascending.key(weights[i])), weights[i]);
    EXPECT_EQ(descending.weight(descending.key(weights[i])), weights[i]);
    EXPECT_TRUE(ascending.is_number(ascending.key(weights[i])));
    EXPECT_TRUE(descending.is_number(descending.key(weights[i])));
    if (i == 0) continue;
    EXPECT_LT(ascending.key(weights[i - 1]), ascending.key(weights[i]));
    EXPECT_GT(descending.key(weights[i - 1]), descending.key(weights[i]));
  }
}

TEST(WeightOrder, ZerosAreOne) {
  for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const WeightOrder<float> order(objective);
    EXPECT_EQ(order.key(-0.0F), order.key(0.0F));
    EXPECT_FALSE(std::signbit(order.weight(order.key(-0.0F))));
  }
}

TEST(WeightOrder, KnowsNan) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const WeightOrder<double> order(objective);
    EXPECT_FALSE(order.is_number(order.key(kNan)));
    EXPECT_FALSE(order.is_number(order.key(std::copysign(kNan, -1.0))));
  }
}

}  // namespace
}  // namespace strider
