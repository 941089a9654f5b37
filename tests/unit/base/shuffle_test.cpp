#include "base/shuffle.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

TEST(Shuffle, IsTheIdentityByDefault) {
  const Shuffle shuffle;
  EXPECT_TRUE(shuffle.is_identity());
  EXPECT_EQ(shuffle.hide(12345), 12345U);
  EXPECT_EQ(shuffle.reveal(12345), 12345U);
}

TEST(Shuffle, IsABijectionOfAnyNumber) {
  std::vector<std::uint64_t> sizes{1000, 1023, 1024, 1025, 4097, 65536, 100003};
  for (std::uint64_t n = 1; n <= 130; ++n) sizes.push_back(n);
  for (const std::uint64_t n : sizes) {
    for (const std::uint64_t seed : {0ULL, 1ULL, ~0ULL}) {
      const Shuffle shuffle(n, seed);
      std::vector<bool> met(n, false);
      for (std::uint64_t v = 0; v < n; ++v) {
        const GlobalVertex name = shuffle.hide(v);
        ASSERT_LT(name, n);
        ASSERT_FALSE(met[name]) << n << ' ' << v;
        met[name] = true;
        ASSERT_EQ(shuffle.reveal(name), v);
      }
    }
  }
}

TEST(Shuffle, GoesBackOnLargeNumbers) {
  for (const std::uint64_t n :
       {(1ULL << 33U) + 1, (1ULL << 40U) - 5, 1ULL << 62U, (1ULL << 61U) + 1, (1ULL << 62U) - 1}) {
    const Shuffle shuffle(n, 7);
    for (std::uint64_t i = 0; i < 1000; ++i) {
      for (const std::uint64_t v : {i, n - 1 - i, n / 2 + i}) {
        const GlobalVertex name = shuffle.hide(v);
        ASSERT_LT(name, n);
        ASSERT_EQ(shuffle.reveal(name), v);
      }
    }
  }
}

TEST(Shuffle, SpreadsNeighboursEvenly) {
  // 64 consecutive vertices over 8 parts, for many places: no part gets far more than its eighth.
  const std::uint64_t n = 1 << 20;
  const Shuffle shuffle(n, 3);
  std::vector<std::uint64_t> in_part(8, 0);
  for (std::uint64_t v = 0; v < 4096; ++v) ++in_part[shuffle.hide(v) * 8 / n];
  for (const std::uint64_t count : in_part) {
    EXPECT_GT(count, 400U);
    EXPECT_LT(count, 624U);
  }
}

TEST(Shuffle, DependsOnTheSeed) {
  const Shuffle a(1 << 20, 1);
  const Shuffle b(1 << 20, 2);
  int equal = 0;
  for (std::uint64_t v = 0; v < 1000; ++v) equal += a.hide(v) == b.hide(v) ? 1 : 0;
  EXPECT_LT(equal, 5);
}

TEST(Shuffle, RefusesMoreThanItsBitsHold) {
  EXPECT_THROW(Shuffle((1ULL << 62U) + 1, 0), UsageError);
}

}  // namespace
}  // namespace strider::detail
