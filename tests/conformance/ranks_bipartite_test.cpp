// Bipartitions on ranks: those of one machine, whose odd cycles are the same, too.
#include <gtest/gtest.h>

#include "conformance/ranks_components.hpp"
#include "strider/bipartite.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

void expect_same(const Cluster& cluster, const std::string& name, const Graph& graph,
                 const PartitionOptions& partition) {
  SCOPED_TRACE(name);
  const Bipartition expected = bipartition(graph);
  const DistInput input = share_out(cluster, list_edges(graph));
  const DistBipartition found = bipartition(DistGraph(cluster, input, partition));
  const std::vector<GlobalVertex> cycle(expected.odd_cycle.begin(), expected.odd_cycle.end());
  ASSERT_EQ(found.odd_cycle, cycle);
  EXPECT_EQ(found.num_on_side_1, expected.num_on_side_1);
  const DistBipartiteValidationOptions checking{.self_loops = partition.self_loops};
  EXPECT_TRUE(validate_bipartition(cluster, input, found, checking).passed());
  if (!found.is_bipartite()) return;
  const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
  const auto sides = gather_to_all<std::uint32_t>(found.values.span());
  ASSERT_EQ(vertices.size(), graph.num_vertices());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    ASSERT_EQ(sides[i], expected.sides[vertices[i]]);
  }
}

TEST(RanksBipartite, IsThatOfOneMachine) {
  const Cluster cluster;
  std::vector<NamedGraph> graphs = search_graphs();
  for (NamedGraph& graph : random_component_graphs(60)) graphs.push_back(std::move(graph));
  std::erase_if(graphs, [](const NamedGraph& graph) { return graph.graph.is_directed(); });
  std::vector<Edge> ring = line_edges(501);
  ring.push_back({500, 0});
  graphs.push_back({"odd ring", make_graph(501, ring)});
  graphs.push_back(
      {"a loop", make_graph(3, {{0, 1}, {2, 2}}, Directedness::kUndirected, kKeepAll)});
  std::size_t which = 0;
  for (const auto& [name, graph] : graphs) {
    expect_same(cluster, name, graph, component_partitions()[which++ % 3]);
  }
}

TEST(RanksBipartite, HasNoCycleOfALoopThatIsRemoved) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(4, {{0, 1}, {1, 2}, {2, 2}, {2, 3}}));
  for (const SelfLoops self_loops : {SelfLoops::kRemove, SelfLoops::kKeep}) {
    const DistGraph graph(cluster, input,
                          {.scheme = PartitionScheme::k1d, .self_loops = self_loops});
    const DistBipartition found = bipartition(graph);
    EXPECT_EQ(found.is_bipartite(), self_loops == SelfLoops::kRemove);
    EXPECT_TRUE(validate_bipartition(cluster, input, found, {.self_loops = self_loops}).passed());
    DistBipartition loop;
    loop.odd_cycle = {2};
    EXPECT_EQ(validate_bipartition(cluster, input, loop, {.self_loops = self_loops}).passed(),
              self_loops == SelfLoops::kKeep);
  }
}

TEST(RanksBipartite, RefusesWrongSidesAndCycles) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(50, line_edges(50)));
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const auto rule_of = [&](const auto& corrupt) {
    DistBipartition claim = bipartition(graph);
    for (std::size_t i = 0; i < claim.vertices.size(); ++i) {
      corrupt(claim.vertices[i], claim.values[i]);
    }
    const BipartiteValidation found = validate_bipartition(cluster, input, claim);
    EXPECT_EQ(found.violations.size(), 1U);
    return found.violations.at(0).rule;
  };
  using Side = std::uint32_t;
  EXPECT_EQ(rule_of([](GlobalVertex v, Side& side) { side = v == 7 ? 2 : side; }),
            BipartiteRule::kSides);
  EXPECT_EQ(rule_of([](GlobalVertex v, Side& side) { side ^= v == 30 ? 1U : 0U; }),
            BipartiteRule::kEdges);
  EXPECT_EQ(rule_of([](GlobalVertex, Side& side) { side ^= 1U; }), BipartiteRule::kLeastVertex);
  const auto rule_of_cycle = [&](std::vector<GlobalVertex> cycle) {
    DistBipartition claim;
    claim.odd_cycle = std::move(cycle);
    return validate_bipartition(cluster, input, claim).violations.at(0).rule;
  };
  EXPECT_EQ(rule_of_cycle({1, 2}), BipartiteRule::kOddCycle);
  EXPECT_EQ(rule_of_cycle({1, 2, 1}), BipartiteRule::kOddCycle);
  EXPECT_EQ(rule_of_cycle({1, 2, 50}), BipartiteRule::kOddCycle);
  EXPECT_EQ(rule_of_cycle({1, 2, 3}), BipartiteRule::kCycleEdges);
}

TEST(RanksBipartite, IsRefusedOfOtherGraphs) {
  const Cluster cluster;
  EdgeList list = list_of(50, line_edges(50));
  const DistGraph delegates(cluster, share_out(cluster, list),
                            {.scheme = PartitionScheme::kDelegate});
  EXPECT_THROW((void)bipartition(delegates), UsageError);
  list.directedness = Directedness::kDirected;
  const DistGraph directed(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)bipartition(directed), UsageError);
}

}  // namespace
}  // namespace strider::test
