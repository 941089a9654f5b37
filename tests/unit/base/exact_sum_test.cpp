#include "base/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"

namespace strider {
namespace {

double sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

TEST(ExactSum, LosesNothing) {
  EXPECT_EQ(sum_of({}), 0);
  EXPECT_EQ(sum_of({1e100, 1, -1e100}), 1);
  EXPECT_EQ(sum_of({1e308, 1e308, -1e308}), 1e308);
  EXPECT_EQ(sum_of({0x1p1023, 0x1p-1074, -0x1p1023}), 0x1p-1074);
  EXPECT_EQ(sum_of({-3, -4.5}), -7.5);
  EXPECT_EQ(sum_of({5, -5}), 0);
  EXPECT_EQ(sum_of({0x1p-1074, 0x1p-1074}), 0x1p-1073);
  EXPECT_EQ(sum_of(std::vector<double>(1000, 0.1)), 100.00000000000000555);
}

TEST(ExactSum, RoundsToTheNearest) {
  EXPECT_EQ(sum_of({1, 0x1p-53}), 1) << "a tie, to the even one";
  EXPECT_EQ(sum_of({1, 0x1p-53, 0x1p-1000}), 1 + 0x1p-52) << "just above a tie";
  EXPECT_EQ(sum_of({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51) << "a tie, to the even one";
  EXPECT_EQ(sum_of({-1, -0x1p-53, -0x1p-200}), -1 - 0x1p-52);
  EXPECT_EQ(sum_of({1, 0x1p-53, -0x1p-1074}), 1) << "just below a tie";
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(sum_of({kMax, 1}), kMax);
  EXPECT_EQ(sum_of({kMax, kMax}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(sum_of({-kMax, -kMax}), -std::numeric_limits<double>::infinity());
}

// Integers of 128 bits say what the sum of numbers of limited exponents is.
TEST(ExactSum, EqualsIntegers) {
  __extension__ using Wide = __int128;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    CounterRng rng(seed, 1);
    const std::uint64_t size = 1 + rng.below(20);
    ExactSum sum;
    Wide expected = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto mantissa = static_cast<std::int64_t>(rng.below(1ULL << 53U)) -
                            static_cast<std::int64_t>(1ULL << 52U);
      const auto exponent = static_cast<unsigned>(rng.below(60));
      expected += static_cast<Wide>(mantissa) * (Wide{1} << exponent);
      sum.add(std::ldexp(static_cast<double>(mantissa), static_cast<int>(exponent) - 40));
    }
    // Compilers convert to the nearest, ties to even.
    ASSERT_EQ(sum.value(), std::ldexp(static_cast<double>(expected), -40)) << "seed " << seed;
  }
}

TEST(ExactSum, DoesNotDependOnOrderOrParts) {
  CounterRng rng(4, 2);
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) {
    const auto bits = rng.next();
    const auto value = std::bit_cast<double>(bits);
    values.push_back(std::isfinite(value) ? value / 4 : 1.0);
  }
  const double expected = sum_of(values);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
    ExactSum left;
    ExactSum right;
    for (std::size_t i = 0; i < values.size(); ++i) (i % 3 == 0 ? left : right).add(values[i]);
    left.add(right);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(left.value()), std::bit_cast<std::uint64_t>(expected));
  }
}

TEST(ExactSum, OfWhatIsNotFinite) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sum_of({1, kInfinity, -5}), kInfinity);
  EXPECT_EQ(sum_of({-kInfinity, 1e308}), -kInfinity);
  EXPECT_TRUE(std::isnan(sum_of({kInfinity, -kInfinity})));
  EXPECT_TRUE(std::isnan(sum_of({1, std::numeric_limits<double>::quiet_NaN()})));
}

}  // namespace
}  // namespace strider
