#include "algorithms/sssp/host/reach_estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::detail {
namespace {

template <class W>
WeightedGraph<W> weighing(const Graph& graph, W weight) {
  Array<W> weights(graph.num_arcs());
  std::fill(weights.begin(), weights.end(), weight);
  return {graph, std::move(weights)};
}

const Graph& dense() {
  static const Graph kGraph = test::make_graph(4000, test::random_edges(4000, 64'000, 1));
  return kGraph;
}

// With 32 arcs a vertex: ln 1000 / 32 to spread, and then what leaves out 8 %, -ln 0.08 / 32.
TEST(ExpectedReach, IsTheShareOfWeightsThatConnects) {
  const auto graph = test::weigh<std::uint32_t>(dense(), test::WeightMix::kUniform);
  const double expected = 255 * (6.9 + 2.5) / 32;
  EXPECT_NEAR(expected_reach(ArcSample<std::uint32_t>(graph), 255U), expected, 0.15 * expected);
}

TEST(ExpectedReach, IsLessWhereHubsSpread) {
  const auto skewed = test::weigh<std::uint32_t>(
      test::make_graph(4096, test::skewed_edges(12, 65'536, 3)), test::WeightMix::kUniform);
  const auto even = test::weigh<std::uint32_t>(dense(), test::WeightMix::kUniform);
  EXPECT_LT(expected_reach(ArcSample<std::uint32_t>(skewed), 255U),
            expected_reach(ArcSample<std::uint32_t>(even), 255U) / 2);
}

TEST(ExpectedReach, IsAWeightOfTheGraph) {
  EXPECT_EQ(expected_reach(ArcSample<std::uint32_t>(weighing(dense(), 7U)), 7U), 7);
  EXPECT_EQ(expected_reach(ArcSample<float>(weighing(dense(), 0.0F)), 0.0F), 0);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(expected_reach(ArcSample<float>(weighing(dense(), kInfinity)), 5.0F), 5);
}

// A search that spread at 10 is to come as far as 92 % of the arcs' ends lie.
TEST(ReachEstimate, LearnsFromDistances) {
  const Graph line = test::make_graph(101, test::line_edges(101));
  const ArcSample<std::uint32_t> sample(weighing(line, 1U));
  Array<std::uint32_t> distances(101);
  for (Vertex v = 0; v < 101; ++v) distances[v] = v;
  ReachEstimate<std::uint32_t> estimate(sample.ends, 3);
  EXPECT_EQ(estimate.reach(), 3);
  estimate.learn(distances.span());
  EXPECT_EQ(estimate.reach(), 3) << "the search did not spread";
  estimate.start(10);
  estimate.learn(distances.span());
  EXPECT_NEAR(estimate.reach(), 92 - 10, 1);
}

}  // namespace
}  // namespace strider::detail
