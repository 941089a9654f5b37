#include "model/level_profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace strider::model {
namespace {

double sum_of_vertices(const std::vector<SearchLevel>& levels) {
  double sum = 0;
  for (const SearchLevel& level : levels) sum += level.vertices;
  return sum;
}

/// Searches from vertices of as few neighbours differ: these may be hubs, or hardly any.
TEST(LevelProfile, TheLawGivesTheLevelsThatWereCounted) {
  for (int scale = kFirstCountedScale; scale <= kLastCountedScale; ++scale) {
    const DegreeLaw law(scale, 16);
    const std::vector<SearchLevel> counted = counted_levels(scale);
    const std::vector<SearchLevel> expected = levels_by_law(law, counted[1].vertices);
    ASSERT_LE(counted.size(), expected.size() + 1);
    ASSERT_LE(expected.size(), counted.size() + 1);
    EXPECT_NEAR(expected[1].vertices, counted[1].vertices, 0.01 * counted[1].vertices);
    EXPECT_NEAR(sum_of_vertices(expected), sum_of_vertices(counted), 0.01 * law.num_connected());
    for (std::size_t l = 2; l < std::min(counted.size(), expected.size()); ++l) {
      EXPECT_NEAR(expected[l].vertices, counted[l].vertices, 0.07 * law.num_connected())
          << scale << " " << l;
    }
  }
}

/// 7.0 levels at scale 20, and about one more where the graph is a million times as large.
TEST(LevelProfile, LevelsGrowSlowly) {
  EXPECT_EQ(counted_levels(20).size(), 7U);
  const DegreeLaw law(40, 16);
  EXPECT_LE(typical_levels(law, 40, 16).size(), 10U);
  EXPECT_NEAR(sum_of_vertices(typical_levels(law, 40, 16)), law.num_connected(),
              0.01 * law.num_connected());
  // Half as many edges: nothing was counted.
  EXPECT_GT(typical_levels(DegreeLaw(16, 8), 16, 8).size(), 4U);
}

TEST(LevelProfile, LargeLevelsAreExpandedBottomUp) {
  const DegreeLaw law(20, 16);
  const auto directions = [](const std::vector<SearchLevel>& levels) {
    std::vector<BfsDirection> of_levels;
    for (const SearchLevel& level : levels) of_levels.push_back(level.direction);
    return of_levels;
  };
  constexpr auto kDown = BfsDirection::kTopDown;
  constexpr auto kUp = BfsDirection::kBottomUp;
  std::vector<SearchLevel> levels = counted_levels(20);
  choose_directions_1d(law, levels);
  EXPECT_EQ(directions(levels), (std::vector{kDown, kDown, kUp, kUp, kUp, kUp, kDown}));
  choose_directions_2d(law, {4, 4}, levels);
  EXPECT_EQ(directions(levels), (std::vector{kDown, kDown, kUp, kUp, kUp, kDown, kDown}));
}

TEST(LevelProfile, ADegreeHistogramGivesAboutTheLevelsOfTheLaw) {
  const DegreeLaw law(30, 16);
  const std::vector<SearchLevel> exact = levels_by_law(law, 6);
  const std::vector<SearchLevel> coarse = levels_by_law(DegreeLaw(law.histogram()), 6);
  ASSERT_NEAR(static_cast<double>(coarse.size()), static_cast<double>(exact.size()), 1);
  EXPECT_NEAR(sum_of_vertices(coarse), sum_of_vertices(exact), 0.2 * law.num_connected());
}

}  // namespace
}  // namespace strider::model
