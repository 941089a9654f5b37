// Diameters on ranks, however vertices are distributed.
#include <gtest/gtest.h>

#include "conformance/diameter.hpp"
#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

/// Every rank gets the bounds of all vertices.
FoundDiameter to_found(const DistDiameterResult& result, Vertex num_vertices) {
  const auto vertices = gather_to_all<GlobalVertex>(result.vertices);
  const auto lower = gather_to_all<std::uint32_t>(result.lower.span());
  const auto upper = gather_to_all<std::uint32_t>(result.values.span());
  EXPECT_EQ(vertices.size(), num_vertices) << "every vertex has one owner";
  FoundDiameter found{result.facts, std::vector<Level>(num_vertices),
                      std::vector<Level>(num_vertices)};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    found.lower[vertices[i]] = lower[i];
    found.upper[vertices[i]] = upper[i];
  }
  return found;
}

class RanksDiameter : public testing::TestWithParam<std::size_t> {
 protected:
  static DistInput input_of(const Cluster& cluster, const Graph& graph) {
    return share_out(cluster, list_edges(graph));
  }
};

TEST_P(RanksDiameter, IsThatOfTheOracle) {
  const PartitionOptions partition = component_partitions()[GetParam()];
  for (const Vertex n : {1U, 8U, 40U}) {
    expect_diameters(diameter_graphs(n), [&](const Graph& graph, const DiameterOptions& options) {
      const Cluster cluster;
      const DistGraph shared(cluster, input_of(cluster, graph), partition);
      return to_found(diameter(shared, options), graph.num_vertices());
    });
  }
}
TEST_P(RanksDiameter, IsThatOfOneMachineAndValid) {
  const Graph graph = make_graph(2000, random_edges(2000, 3000, 6));
  const Cluster cluster;
  const DistInput input = input_of(cluster, graph);
  const DistGraph shared(cluster, input, component_partitions()[GetParam()]);
  const auto here = diameter(graph);
  const DistDiameterResult found = diameter(shared);
  EXPECT_EQ(found.facts.sources, here.facts().sources);
  EXPECT_EQ(found.facts.ends, here.facts().ends);
  EXPECT_EQ(found.facts.center, here.facts().center);
  EXPECT_TRUE(validate_diameter(shared, found).passed());
  DistDiameterResult wrong = diameter(shared);
  ++wrong.facts.diameter;
  EXPECT_FALSE(validate_diameter(shared, wrong).passed());
}
INSTANTIATE_TEST_SUITE_P(Partitions, RanksDiameter,
                         testing::Range(std::size_t{0}, std::size(kComponentPartitions)));

TEST(RanksDiameterPartitions, AreRefusedWhereNot1d) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(100, line_edges(100)));
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)diameter(graph), UsageError);
}

}  // namespace
}  // namespace strider::test
