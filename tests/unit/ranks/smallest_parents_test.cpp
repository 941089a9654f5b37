// Parents that ranks choose by the rule of one machine.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider {
namespace {

DistInput shared(const Cluster& cluster, const EdgeList& list) {
  const Range slice = static_chunk(list.edges.size(), cluster.rank(), cluster.size());
  Array<GlobalEdge> edges(slice.end - slice.begin);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [source, target] = list.edges[slice.begin + i];
    edges[i] = {source, target};
  }
  return DistInput::from_edges(cluster, list.num_vertices, list.directedness, std::move(edges), {});
}

std::vector<PartitionOptions> partitions(const Graph& graph) {
  std::vector<PartitionOptions> options = {
      {.scheme = PartitionScheme::k1d},
      {.distribution = VertexDistribution::kCyclic, .shuffle_seed = 7}};
  if (graph.is_directed()) return options;
  options.push_back({.scheme = PartitionScheme::k2d, .shuffle_seed = 7});
  options.push_back({.scheme = PartitionScheme::kDelegate, .delegate_threshold = 3});
  return options;
}

/// Whether the parents of this rank's vertices are the smallest, for a search of every partition.
void expect_smallest_parents(const Cluster& cluster, const Graph& graph, Vertex source,
                             const std::string& name) {
  const EdgeList list = test::list_edges(graph);
  const DistInput input = shared(cluster, list);
  const Array<Vertex> expected = smallest_parents(graph, bfs(graph, source, {.threads = 1}), 1);
  const DistValidator validator(cluster, input);
  for (const PartitionOptions& partition : partitions(graph)) {
    const DistGraph parts(cluster, input, partition);
    DistBfsResult result = DistBfsSolver(parts).run(source);
    result.set_parents(smallest_parents(cluster, input, result));
    for (std::size_t v = 0; v < result.num_owned(); ++v) {
      const Vertex parent = expected[result.vertex(v)];
      ASSERT_EQ(result.parents()[v], parent == kNoVertex ? kNoGlobalParent : parent)
          << name << ", " << partition_name(parts.scheme()) << ", vertex " << result.vertex(v);
    }
    EXPECT_TRUE(validator.validate(result).passed()) << name;
  }
}

TEST(SmallestParents, AreThoseOfOneMachineOnEveryShape) {
  const Cluster cluster;
  // A level costs messages between all ranks, so that deep searches take long on few cores.
  constexpr Level kTooDeep = 300;
  for (const auto& [name, graph] : test::search_graphs()) {
    if (bfs(graph, 0, {.threads = 1}).num_levels() > kTooDeep) continue;
    expect_smallest_parents(cluster, graph, graph.num_vertices() - 1, name);
  }
}

TEST(SmallestParents, AreThoseOfOneMachineOnRandomGraphs) {
  const Cluster cluster;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CounterRng rng(20261124, seed);
    const auto n = static_cast<Vertex>(1 + rng.below(200));
    const auto directedness = seed % 2 == 0 ? Directedness::kUndirected : Directedness::kDirected;
    const Graph graph =
        test::make_graph(n, test::random_edges(n, rng.below(1 + 6ULL * n), seed), directedness);
    expect_smallest_parents(cluster, graph, static_cast<Vertex>(rng.below(n)),
                            "random graph " + std::to_string(seed));
  }
}

TEST(SmallestParents, AreChosenOfVerticesThatRanksShare) {
  const Cluster cluster;
  // Every vertex of the middle level leads to every one of the last.
  std::vector<Edge> edges;
  for (Vertex middle = 1; middle <= 40; ++middle) {
    edges.push_back({0, middle});
    for (Vertex last = 41; last <= 80; ++last) edges.push_back({last, middle});
  }
  const EdgeList list = test::list_edges(test::make_graph(81, edges));
  const DistInput input = shared(cluster, list);
  const DistGraph graph(cluster, input, {.shuffle_seed = 3});
  const DistBfsResult result = DistBfsSolver(graph).run(0);
  const Array<GlobalVertex> parents = smallest_parents(cluster, input, result);
  for (std::size_t v = 0; v < result.num_owned(); ++v) {
    EXPECT_EQ(parents[v], result.vertex(v) > 40 ? 1U : 0U) << result.vertex(v);
  }
}

TEST(SmallestParents, RefuseAResultOfAnotherGraph) {
  const Cluster cluster;
  const DistInput small = shared(cluster, test::list_edges(test::make_graph(3, {{0, 1}})));
  const DistInput large = shared(cluster, test::list_edges(test::make_graph(4, {{0, 1}})));
  DistBfsResult result = DistBfsSolver(DistGraph(cluster, large)).run(0);
  EXPECT_THROW((void)smallest_parents(cluster, small, result), UsageError);
  EXPECT_THROW(result.set_parents(Array<GlobalVertex>(result.num_owned() + 1, 0)), UsageError);
}

}  // namespace
}  // namespace strider
