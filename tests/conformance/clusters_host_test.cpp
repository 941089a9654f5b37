// Clusters by single linkage and by the betweenness of edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "algorithms/components/reference/serial.hpp"
#include "strider/clusters.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The components of the edges up to a weight.
template <class W>
std::vector<Vertex> clusters_up_to(const WeightedGraph<W>& graph, double distance) {
  std::vector<Edge> light;
  const Graph& shape = graph.topology();
  for (Vertex u = 0; u < shape.num_vertices(); ++u) {
    for (std::size_t i = 0; i < shape.out().degree(u); ++i) {
      if (static_cast<double>(graph.weights(u)[i]) > distance) continue;
      light.push_back({u, shape.out().neighbors(u)[i]});
    }
  }
  return detail::serial_components(make_graph(shape.num_vertices(), light));
}

template <class W>
WeightedGraph<W> random_graph(Vertex n, std::size_t m, std::uint64_t seed, unsigned weights) {
  const std::vector<Edge> edges = random_edges(n, m, seed);
  EdgeList list;
  list.num_vertices = n;
  list.edges = Array<Edge>::copy_of(std::span<const Edge>(edges));
  Array<W> values(edges.size());
  CounterRng rng(seed, 5);
  for (W& value : values) value = static_cast<W>(rng.below(weights)) / static_cast<W>(2);
  list.weights = std::move(values);
  return std::get<WeightedGraph<W>>(build_any_graph(std::move(list)));
}

template <class W>
void expect_limits_hold() {
  for (const Vertex n : {1U, 2U, 30U, 500U}) {
    for (const unsigned weights : {1U, 5U, 1000U}) {
      const auto graph = random_graph<W>(n, 2 * std::size_t{n}, n + weights, weights);
      for (const double distance : {-1.0, 0.0, 0.5, 2.0, 100.0, kInfinite}) {
        const ClusterLimits limits{.distance = distance};
        const LinkedClusters found = single_linkage(graph, limits, 2);
        EXPECT_TRUE(std::ranges::equal(found.labels(), clusters_up_to(graph, distance)));
        EXPECT_LE(found.last_distance, distance);
        EXPECT_GT(found.next_distance, distance == kInfinite ? 1e300 : distance);
        EXPECT_TRUE(validate_single_linkage(graph, found, limits).passed());
      }
      const std::uint64_t least = single_linkage(graph).num_components();
      for (const std::uint64_t count : {least, least + 1, least + 7, std::uint64_t{n}}) {
        if (count > n) continue;
        const ClusterLimits limits{.count = count};
        const LinkedClusters found = single_linkage(graph, limits);
        EXPECT_EQ(found.num_components(), count);
        EXPECT_LE(found.last_distance, found.next_distance);
        EXPECT_TRUE(validate_single_linkage(graph, found, limits).passed());
      }
    }
  }
}

TEST(SingleLinkage, MergesUpToItsLimits) {
  expect_limits_hold<double>();
  expect_limits_hold<float>();
  expect_limits_hold<std::uint32_t>();
}

TEST(SingleLinkage, ListsItsMerges) {
  const auto graph = random_graph<double>(200, 900, 3, 50);
  const MsfResult<double> forest = msf(graph);
  const std::vector<ClusterMerge> merges = linkage<double>(forest.edges(), 200);
  ASSERT_EQ(merges.size(), forest.edges().size());
  std::vector<std::set<Vertex>> members;
  for (Vertex v = 0; v < 200; ++v) members.push_back({v});
  for (const ClusterMerge& merge : merges) {
    ASSERT_LT(merge.first, merge.second);
    ASSERT_LT(merge.second, members.size());
    std::set<Vertex> both = members[merge.first];
    both.insert(members[merge.second].begin(), members[merge.second].end());
    EXPECT_EQ(both.size(), merge.size);
    EXPECT_EQ(both.size(), members[merge.first].size() + members[merge.second].size());
    members[merge.first].clear();
    members[merge.second].clear();
    members.push_back(std::move(both));
  }
  EXPECT_TRUE(std::ranges::is_sorted(merges, {}, &ClusterMerge::distance));
}

TEST(SingleLinkage, TakesGraphsWithoutWeightsAndWithoutVertices) {
  const LinkedClusters line = single_linkage(make_graph(5, line_edges(5)));
  EXPECT_EQ(line.num_components(), 1U);
  EXPECT_EQ(line.last_distance, 1);
  EXPECT_EQ(single_linkage(Graph()).num_components(), 0U);
  EXPECT_THROW((void)single_linkage(make_graph(2, {{0, 1}}, Directedness::kDirected)), UsageError);
}

/// Cliques of `size`, one behind the other, joined by bridges.
std::vector<Edge> chained_cliques(Vertex cliques, Vertex size) {
  std::vector<Edge> edges;
  for (Vertex c = 0; c < cliques; ++c) {
    const Vertex first = c * size;
    for (Vertex u = 0; u < size; ++u) {
      for (Vertex v = u + 1; v < size; ++v) edges.push_back({first + u, first + v});
    }
    if (c > 0) edges.push_back({first - 1, first});
  }
  return edges;
}

TEST(SplitByBetweenness, TakesOutTheBridges) {
  const Graph graph = make_graph(24, chained_cliques(4, 6));
  for (const int threads : {1, 2}) {
    const SplitClusters found = split_by_betweenness(graph, 4, threads);
    ASSERT_EQ(found.num_components(), 4U);
    for (Vertex v = 0; v < 24; ++v) EXPECT_EQ(found.labels()[v], v / 6 * 6);
    ASSERT_EQ(found.splits.size(), 3U);
    // That in the midst leads most paths.
    EXPECT_EQ(found.splits[0].edge, (Edge{11, 12}));
    EXPECT_EQ(found.splits[2].num_removed, 3U);
  }
}

TEST(SplitByBetweenness, StopsWhereItIsAskedTo) {
  const Graph graph = make_graph(12, chained_cliques(2, 6));
  EXPECT_TRUE(split_by_betweenness(graph, 1).splits.empty());
  EXPECT_EQ(split_by_betweenness(graph, 12).num_components(), 12U);
  EXPECT_EQ(split_by_betweenness(Graph(), 0).num_components(), 0U);
  EXPECT_THROW((void)split_by_betweenness(graph, 13), UsageError);
  EXPECT_THROW((void)split_by_betweenness(make_graph(2, {{0, 1}}, Directedness::kDirected), 2),
               UsageError);
}

}  // namespace
}  // namespace strider::test
