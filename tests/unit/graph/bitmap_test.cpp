#include "graph/bitmap.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <vector>

#include "base/random.hpp"

namespace strider {
namespace {

class BitmapOfSize : public testing::TestWithParam<std::size_t> {};

TEST_P(BitmapOfSize, EqualsASet) {
  const std::size_t n = GetParam();
  Bitmap bitmap(n);
  bitmap.clear(2);
  EXPECT_EQ(bitmap.num_words(), (n + 63) / 64);
  EXPECT_EQ(bitmap.count(2), 0U);
  std::set<Vertex> expected;
  CounterRng rng(1, n);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const auto v = static_cast<Vertex>(rng.below(n));
    bitmap.set(v);
    expected.insert(v);
  }
  for (Vertex v = 0; v < n; ++v) {
    ASSERT_EQ(bitmap.test(v), expected.contains(v));
    ASSERT_EQ(bitmap.test_atomic(v), expected.contains(v));
  }
  EXPECT_EQ(bitmap.count(1), expected.size());
  EXPECT_EQ(bitmap.count(3), expected.size());
  std::vector<Vertex> listed;
  bitmap.for_each_in_words(0, bitmap.num_words(), [&](Vertex v) { listed.push_back(v); });
  EXPECT_EQ(listed, std::vector<Vertex>(expected.begin(), expected.end()));
}

TEST_P(BitmapOfSize, ValidBitsAreThoseOfVertices) {
  const Bitmap bitmap(GetParam());
  std::size_t valid = 0;
  for (std::size_t w = 0; w < bitmap.num_words(); ++w) {
    valid += static_cast<std::size_t>(std::popcount(bitmap.valid_bits(w)));
  }
  EXPECT_EQ(valid, GetParam());
}

TEST_P(BitmapOfSize, ThreadsClaimEachVertexOnce) {
  const std::size_t n = GetParam();
  Bitmap bitmap(n);
  bitmap.clear();
  std::vector<std::atomic<int>> claims(n);
  parallel_region(4, [&](int thread, int) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto v = static_cast<Vertex>(thread % 2 == 0 ? i : n - 1 - i);
      if (bitmap.claim_atomic(v)) ++claims[v];
    }
  });
  for (const auto& claim : claims) ASSERT_EQ(claim, 1);
  EXPECT_EQ(bitmap.count(), n);
}

TEST_P(BitmapOfSize, ThreadsSetBitsOfSharedWords) {
  const std::size_t n = GetParam();
  Bitmap bitmap(n);
  bitmap.clear();
  parallel_region(4, [&](int thread, int threads) {
    for (auto v = static_cast<std::size_t>(thread); v < n; v += static_cast<std::size_t>(threads)) {
      bitmap.set_atomic(static_cast<Vertex>(v));
    }
  });
  EXPECT_EQ(bitmap.count(), n);
}

INSTANTIATE_TEST_SUITE_P(Sizes, BitmapOfSize, testing::Values(1, 2, 63, 64, 65, 128, 1000, 4097));

TEST(Bitmap, ClearsAndCountsRangesOfWords) {
  Bitmap bitmap(256);
  for (std::size_t w = 0; w < 4; ++w) bitmap.set_word(w, ~Bitmap::Word{0});
  bitmap.clear_words(1, 3);
  EXPECT_EQ(bitmap.count_words(0, 4), 128U);
  EXPECT_EQ(bitmap.count_words(1, 3), 0U);
  EXPECT_TRUE(bitmap.test(63));
  EXPECT_FALSE(bitmap.test(64));
  EXPECT_TRUE(bitmap.test(192));
}

TEST(Bitmap, MayBeEmpty) {
  Bitmap bitmap(0);
  bitmap.clear(2);
  EXPECT_EQ(bitmap.count(2), 0U);
}

}  // namespace
}  // namespace strider
