#include "base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace strider {
namespace {

TEST(CounterRng, StreamsAreReproducibleAndDiffer) {
  CounterRng first(1, 2);
  CounterRng same(1, 2);
  CounterRng other_stream(1, 3);
  CounterRng other_seed(2, 2);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = first.next();
    ASSERT_EQ(value, same.next());
    equal += value == other_stream.next() ? 1 : 0;
    equal += value == other_seed.next() ? 1 : 0;
  }
  EXPECT_EQ(equal, 0);
}

TEST(CounterRng, IsUniformBelowABound) {
  constexpr int kDraws = 100000;
  std::array<int, 10> counts{};
  CounterRng rng(11, 0);
  for (int i = 0; i < kDraws; ++i) ++counts.at(rng.below(10));
  double chi_square = 0;
  for (const int count : counts) {
    const double deviation = count - kDraws / 10.0;
    chi_square += deviation * deviation / (kDraws / 10.0);
  }
  EXPECT_LT(chi_square, 27.9);  // 9 degrees of freedom, p = 0.001
}

TEST(CounterRng, UnitIntervalHasMeanOneHalf) {
  CounterRng rng(3, 9);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = rng.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.005);
}

TEST(Mix64, FlippingOneBitFlipsHalf) {
  int flipped = 0;
  for (unsigned bit = 0; bit < 64; ++bit) {
    flipped +=
        std::popcount(mix64(0x1234567890ABCDEFULL) ^ mix64(0x1234567890ABCDEFULL ^ (1ULL << bit)));
  }
  EXPECT_NEAR(flipped / 64.0, 32.0, 3.0);
}

}  // namespace
}  // namespace strider
