#include <gtest/gtest.h>

#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

TEST(UnitWeights, AreOneForEveryArcAndShareTheStructure) {
  const Graph graph = make_graph(500, random_edges(500, 3000, 1));
  for (const int threads : {0, 1, 3}) {
    const WeightedGraph<std::uint32_t> weighted = with_unit_weights(graph, threads);
    ASSERT_EQ(weighted.weights().size(), graph.num_arcs());
    for (const std::uint32_t weight : weighted.weights()) ASSERT_EQ(weight, 1U);
    EXPECT_EQ(weighted.topology().out().targets().data(), graph.out().targets().data());
  }
}

TEST(UnitWeights, OfAGraphWithoutEdges) {
  EXPECT_TRUE(with_unit_weights(Graph()).weights().empty());
  EXPECT_TRUE(with_unit_weights(make_graph(3, {})).weights().empty());
}

TEST(UnitWeights, RefuseABadNumberOfThreads) {
  EXPECT_THROW((void)with_unit_weights(Graph(), -1), UsageError);
}

}  // namespace
}  // namespace strider::test
