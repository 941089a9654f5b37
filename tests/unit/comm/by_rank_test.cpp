// Elements grouped by rank.
#include "comm/by_rank.hpp"

#include <gtest/gtest.h>

namespace strider::comm {
namespace {

TEST(ByRank, BeginsAreSumsOfWhatComesBefore) {
  EXPECT_EQ(begins_by_rank(std::vector<std::uint64_t>{3, 0, 2, 5}),
            (std::vector<std::uint64_t>{0, 3, 3, 5}));
  EXPECT_TRUE(begins_by_rank({}).empty());
}

TEST(ByRank, GroupsKeepTheirOrder) {
  const std::vector<int> elements{32, 10, 31, 30, 11, 12};
  std::vector<int> grouped(elements.size());
  const auto counts = group_by_rank(
      std::span<const int>(elements), 4, [](int element) { return element / 10; },
      std::span(grouped));
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{0, 3, 0, 3}));
  EXPECT_EQ(grouped, (std::vector<int>{10, 11, 12, 32, 31, 30}));
}

TEST(ByRank, NothingIsForNoRank) {
  const auto counts = group_by_rank(
      std::span<const int>(), 2, [](int) { return 0; }, std::span<int>());
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{0, 0}));
}

}  // namespace
}  // namespace strider::comm
