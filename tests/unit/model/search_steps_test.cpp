#include "model/search_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "model/level_profile.hpp"

namespace strider::model {
namespace {

using comm::Phase;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  EXPECT_TRUE(steps_1d(law, profile_of(law), {.ranks = 1}).empty());
  EXPECT_TRUE(steps_2d(law, profile_of(law), {.grid = {1, 1}}).empty());
  EXPECT_TRUE(steps_delegate(law, profile_of(law), {.ranks = 1, .threshold = 32}).empty());
}

/// Where few edges leave a frontier, only who gets something is sent a message.
TEST(SearchSteps, OfFewEdgesIn1dAreSparse) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  const auto fold_of = [&](int ranks, std::uint32_t level) {
    const std::vector<Step> steps = steps_1d(law, profile, {.ranks = ranks});
    return *std::ranges::find_if(
        steps, [&](const Step& step) { return step.phase == Phase::kFold && step.level == level; });
  };
  EXPECT_EQ(fold_of(32, 0).kind, StepKind::kRound);
  const Step first = fold_of(1000, 0);
  EXPECT_EQ(first.kind, StepKind::kSparse);
  EXPECT_LE(first.messages, 40 + 2 * 999);  // as many are on the next level
  EXPECT_EQ(fold_of(1000, 2).kind, StepKind::kRound);
}

TEST(SearchSteps, AreFiniteOnManyRanks) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  for (const int side : {2, 32, 256}) {
    const int ranks = side * side;
    std::vector<Step> all = steps_1d(law, profile, {.ranks = ranks});
    for (const auto& steps :
         {steps_2d(law, profile, {.grid = {side, side}}),
          steps_2d(law, profile, {.grid = {ranks, 1}}),
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
  EXPECT_NEAR(bytes_of(steps_2d(law, profile, {.grid = {64, 64}}), Phase::kExpand) /
                  bytes_of(steps_2d(law, profile, {.grid = {16, 16}}), Phase::kExpand),
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

/// The vertices that a level finds are those of the next one, of however many they are.
TEST(SearchSteps, LevelsFindTheNextOnes) {
  for (int scale = 3; scale <= kMostScale; ++scale) {
    const double edge_factor = scale <= 57 ? 16 : 1;
    const DegreeLaw law(scale, edge_factor);
    const SearchProfile profile(law, levels_by_law(law, 4), law.num_connected());
    for (std::size_t l = 0; l + 1 < profile.num_levels(); ++l) {
      const double found = law.vertices_with(profile.found_by(l), profile.before(l)).sum();
      EXPECT_NEAR(found, profile.vertices(l + 1), 1e-3 * profile.vertices(l + 1) + 0.5)
          << scale << " " << l;
    }
  }
}

/// Bytes a vertex on as many ranks: twice the vertices change them little, once there are some on
/// every rank. Of delegates every level that finds some sends a mask more.
TEST(SearchSteps, BytesOfAVertexChangeLittleWithTheScale) {
  std::vector<double> last;
  for (int scale = 20; scale <= 57; ++scale) {
    const DegreeLaw law(scale, 16);
    std::vector<SearchLevel> levels = typical_levels(law, scale, 16);
    const SearchProfile plain(law, levels, law.num_connected());
    choose_directions_1d(law, levels);
    const SearchProfile of_1d(law, levels, law.num_connected());
    choose_directions_2d(law, {16, 16}, levels);
    const SearchProfile of_2d(law, levels, law.num_connected());
    std::vector<double> bytes;
    for (const auto& steps :
         {steps_1d(law, of_1d, {.ranks = 256}), steps_2d(law, of_2d, {.grid = {16, 16}}),
          steps_2d(law, of_2d, {.grid = {256, 1}}),
          steps_delegate(law, plain, {.ranks = 256, .threshold = 64}),
          steps_delegate(law, plain, {.ranks = 256, .threshold = kInfinity})}) {
      double sum = 0;
      for (const Step& step : steps) sum += step.bytes;
      bytes.push_back(sum / law.num_vertices());
    }
    for (std::size_t i = 0; i < last.size(); ++i) {
      EXPECT_TRUE(bytes[i] > 0.5 * last[i] && bytes[i] < 2 * last[i])
          << scale << ", " << i << ": " << last[i] << " " << bytes[i];
    }
    last = bytes;
  }
}

/// Of a few steps more, some count together.
TEST(SearchSteps, LongRingsAreLikeShorterOnes) {
  const DegreeLaw law(30, 16);
  const SearchProfile profile = profile_of(law);
  const auto bytes_of_columns = [&](int columns) {
    const std::vector<Step> steps = steps_2d(law, profile, {.grid = {1, columns}});
    EXPECT_LE(steps.size(), 300U);
    double sum = 0;
    for (const Step& step : steps) sum += step.bytes;
    return sum / columns;
  };
  EXPECT_NEAR(bytes_of_columns(130) / bytes_of_columns(129), 1, 0.01);
  EXPECT_NEAR(bytes_of_columns(100'000) / bytes_of_columns(99'999), 1, 0.001);
}

/// However many vertices there are, an infinite threshold leaves no delegate.
TEST(SearchSteps, SendNoMaskWithoutDelegates) {
  for (const int scale : {14, 30, 57}) {
    const DegreeLaw law(scale, 16);
    const SearchProfile profile(law, typical_levels(law, scale, 16), law.num_connected());
    const std::vector<Step> steps =
        steps_delegate(law, profile, {.ranks = 64, .threshold = kInfinity});
    EXPECT_EQ(bytes_of(steps, Phase::kReduce), 0) << scale;
    EXPECT_GT(bytes_of(steps, Phase::kExchange), 0) << scale;
  }
}

}  // namespace
}  // namespace strider::model
