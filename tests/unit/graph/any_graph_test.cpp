#include "strider/any_graph.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

#include "strider/io.hpp"
#include "support/errors.hpp"

namespace strider {
namespace {

/// A path a - b - c, and d alone; of weights 2 and 3 where W is given.
template <class W>
AnyGraph weighted_path() {
  const Edge edges[] = {{0, 1}, {1, 2}};
  EdgeList list;
  list.num_vertices = 4;
  list.edges = Array<Edge>::copy_of(edges);
  list.labels = Labels::text({"a", "b", "c", "d"});
  const Graph graph = build_graph(std::move(list));
  Array<W> weights(4);
  const W values[] = {2, 2, 3, 3};  // by row: a-b, b-a, b-c, c-b
  for (std::size_t i = 0; i < 4; ++i) weights[i] = values[i];
  return WeightedGraph<W>(graph, std::move(weights));
}
template <>
AnyGraph weighted_path<void>() {
  return topology(weighted_path<float>());
}

template <class W>
class AnyGraphTest : public testing::Test {};
using Weights = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(AnyGraphTest, Weights);

TYPED_TEST(AnyGraphTest, FindsPathsWithoutKnowingTheTypeOfTheWeights) {
  const AnyGraph graph = weighted_path<TypeParam>();
  const AnySsspResult paths = sssp(graph, vertex_of(graph, "a"));
  EXPECT_EQ(paths.source(), 0U);
  EXPECT_EQ(paths.num_reached(), 3U);
  EXPECT_EQ(paths.distance(2), 5.0);
  EXPECT_EQ(paths.distance(3), INFINITY);
  EXPECT_EQ(paths.path_to(2), (std::vector<Vertex>{0, 1, 2}));
  EXPECT_EQ(paths.parents()[2], 1U);
  EXPECT_TRUE(std::holds_alternative<SsspResult<TypeParam>>(paths.typed()));
}

TYPED_TEST(AnyGraphTest, FindsForests) {
  const AnyMsfResult forest = msf(weighted_path<TypeParam>());
  EXPECT_EQ(forest.weight(), 5.0);
  EXPECT_EQ(forest.num_trees(), 2U);
  ASSERT_EQ(forest.num_edges(), 2U);
  EXPECT_EQ(forest.edge(1), (MsfEdge<double>{1, 2, 3.0}));
}

TEST(AnyGraph, EdgesWithoutWeightsWeighOne) {
  const AnyGraph graph = weighted_path<void>();
  EXPECT_EQ(sssp(graph, 0).distance(2), 2.0);
  EXPECT_EQ(msf(graph).weight(), 2.0);
  EXPECT_EQ(bfs(graph, 0).num_levels(), 3U);
  EXPECT_EQ(betweenness(graph).scores[1], 1.0);
}

TEST(AnyGraph, ALoadedGraphIsOne) {
  LoadedGraph loaded;
  loaded.graph = weighted_path<double>();
  EXPECT_EQ(sssp(loaded, vertex_of(loaded, "c")).distance(0), 5.0);
  EXPECT_EQ(bfs(loaded, 0).num_reached(), 3U);
}

TEST(AnyGraph, SaysWhichVertexThereIsNot) {
  const AnyGraph graph = weighted_path<void>();
  EXPECT_EQ(test::message_of<UsageError>([&] { static_cast<void>(vertex_of(graph, "e")); }),
            "no vertex e");
}

}  // namespace
}  // namespace strider
