// Path counts past every range, against closed forms that no search is asked for.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "strider/betweenness.hpp"
#include "support/corner_grid.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

void expect_lattice(BetweennessMethod method, Vertex side) {
  const BetweennessResult result =
      betweenness(test::make_graph(side * side, test::grid_edges(side, side)),
                  {.method = method, .sources = {{0}}, .run = {.threads = 2}});
  test::expect_corner_dependencies(result.scores, side);
}

class Lattice : public testing::TestWithParam<BetweennessMethod> {};

TEST_P(Lattice, OfAThousandSquared) {
  if (GetParam() == BetweennessMethod::kEdgeParallel ||
      GetParam() == BetweennessMethod::kVertexParallel) {
    GTEST_SKIP() << "looks at everything in each of 2047 levels";
  }
  expect_lattice(GetParam(), 1024);
}

TEST_P(Lattice, OfAHundredAndFiftySquared) {
  expect_lattice(GetParam(), 150);
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
