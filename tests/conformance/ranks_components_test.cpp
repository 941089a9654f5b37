// Components on the hosts of ranks, however vertices are distributed.
#include "conformance/ranks_components.hpp"

#include <gtest/gtest.h>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider::test {
namespace {

ComponentsOnRanks by_threads(int threads) {
  return [threads](const DistGraph& graph) { return components(graph, {.threads = threads}); };
}

/// Fewer graphs where ranks are many more than cores.
bool has_many_ranks() {
  return test_world().size() > 4;
}

TEST(RanksComponents, AllShapes) {
  std::vector<NamedGraph> graphs = search_graphs();
  if (has_many_ranks()) graphs.resize(graphs.size() / 3);
  expect_components_on_ranks(graphs, by_threads(1));
}
TEST(RanksComponents, RandomGraphs) {
  for (const Vertex n : {1U, 8U, 50U, 700U}) {
    if (n == 700 && has_many_ranks()) continue;
    expect_components_on_ranks(random_component_graphs(n), by_threads(0));
  }
}
TEST(RanksComponents, LargeGraphs) {
  const Vertex n = has_many_ranks() ? 2000 : 20'000;
  expect_components_on_ranks(random_component_graphs(n), by_threads(1));
  const Graph kronecker = build_graph(generate(KroneckerParameters{.scale = 12}, 1));
  expect_components_on_ranks({{"Kronecker", kronecker}}, by_threads(1));
}
TEST(RanksComponents, OnTwoThreads) {
  expect_components_on_ranks(random_component_graphs(has_many_ranks() ? 100 : 700), by_threads(2));
}

TEST(RanksComponents, AreRefusedOnOtherPartitions) {
  const Cluster cluster;
  const DistInput input = share_edges(cluster, list_of(100, line_edges(100)));
  for (const auto scheme : {PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    const DistGraph graph(cluster, input, {.scheme = scheme});
    EXPECT_THROW((void)components(graph), UsageError);
  }
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)components(graph, {.threads = -1}), UsageError);
}

}  // namespace
}  // namespace strider::test
