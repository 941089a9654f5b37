// Path counts past every range, against closed forms that no search is asked for.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "strider/betweenness.hpp"
#include "strider/generate.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

/// A grid of side^2 vertices; vertex (row, column) is row * side + column.
Graph square_grid(Vertex side) {
  std::vector<Edge> edges;
  for (Vertex row = 0; row < side; ++row) {
    for (Vertex column = 0; column < side; ++column) {
      const Vertex v = row * side + column;
      if (column + 1 < side) edges.push_back({v, v + 1});
      if (row + 1 < side) edges.push_back({v, v + side});
    }
  }
  return test::make_graph(side * side, edges);
}

long double log_binomial(Vertex n, Vertex k) {
  static const std::vector<long double> log_factorials = [] {
    std::vector<long double> logs;
    for (int i = 0; i < 2048; ++i) logs.push_back(std::lgamma(static_cast<long double>(i) + 1));
    return logs;
  }();
  return log_factorials.at(n) - log_factorials.at(k) - log_factorials.at(n - k);
}

/// The dependency of the corner (0, 0) on (row, column): the share of its shortest paths to each
/// vertex not above and not left of it. Between (0, 0) and (r, c) lead binomial(r + c, r) paths.
long double corner_dependency(Vertex side, Vertex row, Vertex column) {
  long double sum = 0;
  for (Vertex r = row; r < side; ++r) {
    for (Vertex c = column; c < side; ++c) {
      if (r == row && c == column) continue;
      sum += std::exp(log_binomial(row + column, row) +
                      log_binomial(r - row + c - column, r - row) - log_binomial(r + c, r));
    }
  }
  return sum;
}

void expect_corner_dependencies(BetweennessMethod method, Vertex side, int threads) {
  const BetweennessResult result = betweenness(
      square_grid(side), {.method = method, .sources = {{0}}, .run = {.threads = threads}});
  for (const double score : result.scores) ASSERT_TRUE(std::isfinite(score));
  // The grid is its own mirror image.
  for (Vertex row = 0; row < side; ++row) {
    for (Vertex column = 0; column < row; ++column) {
      const double score = result.scores[row * side + column];
      ASSERT_NEAR(score, result.scores[column * side + row], 1e-9 * std::max(1.0, score));
    }
  }
  const Vertex middle = side / 2;
  const Vertex last = side - 1;
  const Vertex some[][2] = {{0, 1},      {1, 1},           {middle, middle}, {middle, last - 3},
                            {last, 1},   {last - 1, last}, {last, last},     {last - 2, last - 5},
                            {3, middle}, {last, middle}};
  for (const auto& [row, column] : some) {
    const auto expected = static_cast<double>(corner_dependency(side, row, column));
    EXPECT_NEAR(result.scores[row * side + column], expected, 1e-9 * std::max(1e-3, expected))
        << side << " x " << side << ", row " << row << ", column " << column;
  }
}

class Lattice : public testing::TestWithParam<BetweennessMethod> {};

// 10^600 paths between the corners: double ends at 10^308.
TEST_P(Lattice, OfAThousandSquared) {
  if (GetParam() == BetweennessMethod::kEdgeParallel ||
      GetParam() == BetweennessMethod::kVertexParallel) {
    GTEST_SKIP() << "looks at everything in each of 2047 levels";
  }
  expect_corner_dependencies(GetParam(), 1024, 2);
}

TEST_P(Lattice, OfAHundredAndFiftySquared) {
  expect_corner_dependencies(GetParam(), 150, 2);
}

// Counts of one level lie further apart than double reaches: 1 at the rim, 2^2400 in the middle.
TEST_P(Lattice, ALongDiamondBesideAPath) {
  constexpr Vertex kStages = 2400;
  std::vector<Edge> edges;
  for (Vertex stage = 0; stage < kStages; ++stage) {
    const Vertex tip = 3 * stage;
    for (const Vertex side : {tip + 1, tip + 2}) {
      edges.push_back({tip, side});
      edges.push_back({side, tip + 3});
    }
  }
  // As long as the diamonds, from the first tip to the last.
  const Vertex first = 3 * kStages + 1;
  edges.push_back({0, first});
  for (Vertex i = 0; i + 2 < 2 * kStages; ++i) edges.push_back({first + i, first + i + 1});
  const Vertex n = first + 2 * kStages - 1;
  edges.push_back({n - 1, 3 * kStages});
  edges.push_back({3 * kStages, n});
  const BetweennessResult result =
      betweenness(test::make_graph(n + 1, edges), {.method = GetParam(), .sources = {{0}}});
  for (const double score : result.scores) ASSERT_TRUE(std::isfinite(score));
  // Of the diamonds' last side vertices each has half of what comes after, the last tip and n, plus
  // nothing of its own; of the path's last vertex hardly anything: 1 path of 2^2400.
  EXPECT_DOUBLE_EQ(result.scores[3 * kStages - 1], 1);
  EXPECT_DOUBLE_EQ(result.scores[3 * kStages - 2], 1);
  EXPECT_DOUBLE_EQ(result.scores[3 * kStages - 3], 4);
  EXPECT_DOUBLE_EQ(result.scores[3 * kStages], 1);
  EXPECT_LT(result.scores[n - 1], 1e-300);
  EXPECT_DOUBLE_EQ(result.scores[first], 2 * kStages - 2);
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, Lattice, testing::ValuesIn(all_betweenness_methods()),
                         [](const auto& info) {
                           std::string name(betweenness_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace strider
