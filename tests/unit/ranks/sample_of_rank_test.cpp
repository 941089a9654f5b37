// How many elements ranks draw and gather.
#include "ranks/search/sample_of_rank.hpp"

#include <gtest/gtest.h>

namespace strider::detail {
namespace {

TEST(SampleOfRank, IsWhatIsWantedOnFewRanks) {
  for (const int ranks : {1, 3, 64, 256}) EXPECT_EQ(sample_of_rank(ranks, 256), 256U) << ranks;
}

/// All of them are gathered on every rank.
TEST(SampleOfRank, DoesNotGrowWithTheRanks) {
  for (const int ranks : {1, 3, 64, 257, 1000, 10'000, 65'536}) {
    const std::size_t all = static_cast<std::size_t>(ranks) * sample_of_rank(ranks, 1024);
    EXPECT_LE(all, kSampleOfAll) << ranks;
    if (ranks >= 64) {
      EXPECT_GT(all, kSampleOfAll / 2) << ranks;
    }
  }
}

TEST(SampleOfRank, IsNeverEmpty) {
  EXPECT_EQ(sample_of_rank(1'000'000, 64), 1U);
  EXPECT_EQ(sample_of_rank(64, 1), 1U);
}

}  // namespace
}  // namespace strider::detail
