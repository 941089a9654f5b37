#include "model/search_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace strider::model {
namespace {

using comm::Phase;

/// As a search of a graph of 2^30 vertices may go.
SearchProfile profile_of(const DegreeLaw& law) {
  return SearchProfile(law,
                       {{.vertices = 1, .arcs = 1e-9},
                        {.vertices = 40, .arcs = 1e-5},
                        {.vertices = 2e6, .arcs = 0.2},
                        {.vertices = 2.6e8, .arcs = 0.79, .direction = BfsDirection::kBottomUp},
                        {.vertices = 1.4e8, .arcs = 0.01, .direction = BfsDirection::kBottomUp},
                        {.vertices = 3e5, .arcs = 1e-5, .direction = BfsDirection::kNone}},
                       law.num_connected());
}

double bytes_of(const std::vector<Step>& steps, Phase phase) {
  double sum = 0;
  for (const Step& step : steps) sum += step.phase == phase ? step.bytes : 0;
  return sum;
}

TEST(SearchSteps, OneRankSendsNothing) {
  const DegreeLaw law(30, 16);
  EXPECT_TRUE(steps_1d(law, profile_of(law), 1).empty());
  EXPECT_TRUE(steps_2d(law, profile_of(law), {1, 1}).empty());
  EXPECT_TRUE(steps_delegate(law, profile_of(law), {.ranks = 1, .threshold = 32}).empty());
}

TEST(SearchSteps, AreFiniteOnManyRanks) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  for (const int side : {2, 32, 256}) {
    const int ranks = side * side;
    std::vector<Step> all = steps_1d(law, profile, ranks);
    for (const auto& steps :
         {steps_2d(law, profile, {side, side}), steps_2d(law, profile, {ranks, 1}),
          steps_delegate(law, profile, {.ranks = ranks, .threshold = 64, .ranks_per_node = 4})}) {
      all.insert(all.end(), steps.begin(), steps.end());
    }
    for (const Step& step : all) {
      EXPECT_TRUE(std::isfinite(step.bytes) && step.bytes >= 0) << ranks;
      EXPECT_TRUE(std::isfinite(step.messages) && step.messages >= 0) << ranks;
    }
  }
}

/// What grows with the square root of the number of ranks on a square grid, and what does not with
/// that of ranks a node.
TEST(SearchSteps, GrowAsTheSchemeSays) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  EXPECT_NEAR(bytes_of(steps_2d(law, profile, {64, 64}), Phase::kExpand) /
                  bytes_of(steps_2d(law, profile, {16, 16}), Phase::kExpand),
              63.0 / 15, 0.1);
  const auto reduced = [&](int ranks, int ranks_per_node) {
    return bytes_of(
        steps_delegate(law, profile,
                       {.ranks = ranks, .threshold = 64, .ranks_per_node = ranks_per_node}),
        Phase::kReduce);
  };
  // In nodes a mask goes to the leader and back, among leaders it is reduced: 2 (p - 1) times.
  EXPECT_DOUBLE_EQ(reduced(64, 1), reduced(64, 4));
  EXPECT_DOUBLE_EQ(reduced(64, 1), reduced(64, 64));
  // The last node has one rank.
  EXPECT_DOUBLE_EQ(reduced(125, 1), reduced(125, 4));
  EXPECT_DOUBLE_EQ(reduced(3, 1), reduced(3, 4));
}

/// Of a few steps more, some count together.
TEST(SearchSteps, LongRingsAreLikeShorterOnes) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  const auto bytes_of_columns = [&](int columns) {
    const std::vector<Step> steps = steps_2d(law, profile, {1, columns});
    EXPECT_LE(steps.size(), 300U);
    double sum = 0;
    for (const Step& step : steps) sum += step.bytes;
    return sum / columns;
  };
  EXPECT_NEAR(bytes_of_columns(130) / bytes_of_columns(129), 1, 0.01);
  EXPECT_NEAR(bytes_of_columns(100'000) / bytes_of_columns(99'999), 1, 0.001);
}

}  // namespace
}  // namespace strider::model
