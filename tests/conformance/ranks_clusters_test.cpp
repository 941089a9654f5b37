// Clusters on ranks: those of one machine, and what proves them.
#include <gtest/gtest.h>

#include <vector>

#include "conformance/ranks_components.hpp"
#include "strider/clusters.hpp"
#include "strider/error.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

/// With weights of few values, so that many are equal.
EdgeList weighted_list(Vertex n, std::size_t m, unsigned weights) {
  EdgeList list = list_of(n, random_edges(n, m, n + weights));
  Array<double> values(list.edges.size());
  CounterRng rng(n, weights);
  for (double& value : values) value = static_cast<double>(rng.below(weights)) / 2;
  list.weights = std::move(values);
  return list;
}

std::vector<Vertex> labels_of(const DistVertexValues<GlobalVertex>& found, Vertex n) {
  const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
  const auto values = gather_to_all<GlobalVertex>(found.values.span());
  EXPECT_EQ(vertices.size(), n) << "every vertex has one owner";
  std::vector<Vertex> labels(n, kNoVertex);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    labels[vertices[i]] = static_cast<Vertex>(values[i]);
  }
  return labels;
}

TEST(RanksClusters, AreThoseOfOneMachine) {
  const Cluster cluster;
  for (const Vertex n : {1U, 30U, 300U}) {
    for (const unsigned weights : {1U, 5U, 1000U}) {
      const EdgeList list = weighted_list(n, 2 * std::size_t{n}, weights);
      const AnyGraph graph = build_any_graph(list);
      for (const PartitionOptions& partition : component_partitions()) {
        const DistInput input = share_out(cluster, list);
        const DistGraph shared(cluster, input, partition);
        for (const ClusterLimits limits :
             {ClusterLimits{}, ClusterLimits{.distance = 1.5}, ClusterLimits{.count = n / 2 + 1}}) {
          const LinkedClusters expected = single_linkage(graph, limits);
          DistLinkedClusters found = single_linkage(shared, limits);
          EXPECT_TRUE(std::ranges::equal(labels_of(found, n), expected.labels()));
          EXPECT_EQ(found.sizes.num_components, expected.num_components());
          EXPECT_EQ(found.last_distance, expected.last_distance);
          EXPECT_EQ(found.next_distance, expected.next_distance);
          EXPECT_TRUE(validate_single_linkage(cluster, input, found, limits).passed());
        }
      }
    }
  }
}

TEST(RanksClusters, ValidationFindsWrongLabels) {
  const Cluster cluster;
  const EdgeList list = weighted_list(200, 500, 9);
  const DistInput input = share_out(cluster, list);
  const DistGraph shared(cluster, input, component_partitions()[0]);
  const ClusterLimits limits{.distance = 0.5};
  const auto broken_by = [&](const auto& change) {
    DistLinkedClusters found = single_linkage(shared, limits);
    for (std::size_t i = 0; i < found.values.size(); ++i)
      change(found.vertices[i], found.values[i]);
    return !validate_single_linkage(cluster, input, found, limits).passed();
  };
  EXPECT_FALSE(broken_by([](GlobalVertex, GlobalVertex&) {}));
  EXPECT_TRUE(broken_by([](GlobalVertex, GlobalVertex& label) { label = 0; }));
  EXPECT_TRUE(broken_by([](GlobalVertex v, GlobalVertex& label) { label = v; }));
  EXPECT_TRUE(broken_by([](GlobalVertex v, GlobalVertex& label) {
    if (v == 150) label = label == 150 ? 0 : 150;
  }));
  const auto rule_of = [&](const auto& change, const ClusterLimits& asked) {
    DistLinkedClusters found = single_linkage(shared, limits);
    change(found);
    const auto violations = validate_single_linkage(cluster, input, found, asked).violations;
    EXPECT_EQ(violations.size(), 1U);
    return violations.at(0).rule;
  };
  using Found = DistLinkedClusters;
  EXPECT_EQ(rule_of([](Found& f) { f.next_distance += 1; }, limits), ClustersRule::kDistances);
  EXPECT_EQ(rule_of([](Found& f) { f.last_distance += 0.25; }, limits), ClustersRule::kDistances);
  EXPECT_EQ(rule_of([](Found& f) { ++f.sizes.num_components; }, limits), ClustersRule::kCount);
  EXPECT_EQ(rule_of([](Found&) {}, {.distance = 0.5, .count = 190}), ClustersRule::kCount);
}

TEST(RanksClusters, RefusesDirectedGraphs) {
  const Cluster cluster;
  EdgeList list = list_of(3, {{0, 1}});
  list.directedness = Directedness::kDirected;
  const DistGraph shared(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)single_linkage(shared), UsageError);
}

using Split = SplitClusters::Split;

void expect_same_splits(const std::vector<Split>& found, const std::vector<Split>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].num_components, expected[i].num_components);
    EXPECT_EQ(found[i].num_removed, expected[i].num_removed);
    EXPECT_EQ(found[i].edge, expected[i].edge);
  }
}

/// With loops and parallel edges; a circle and a complete graph have many edges
/// of the same score.
std::vector<EdgeList> split_lists() {
  const auto complete = [](Vertex n) {
    std::vector<Edge> edges;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = u + 1; v < n; ++v) edges.push_back({u, v});
    }
    return edges;
  };
  std::vector<EdgeList> lists;
  lists.push_back(list_of(1, {}));
  lists.push_back(list_of(5, {}));
  lists.push_back(list_of(4, {{0, 0}, {2, 1}, {1, 2}, {3, 1}, {3, 3}}));
  std::vector<Edge> circle = line_edges(12);
  circle.push_back({11, 0});
  lists.push_back(list_of(12, circle));
  lists.push_back(list_of(9, line_edges(9)));
  lists.push_back(list_of(8, complete(8)));
  lists.push_back(weighted_list(30, 50, 9));
  return lists;
}

TEST(RanksSplit, IsThatOfOneMachine) {
  const Cluster cluster;
  for (const EdgeList& list : split_lists()) {
    const Vertex n = list.num_vertices;
    const AnyGraph graph = build_any_graph(list);
    const DistInput input = share_out(cluster, list);
    for (const PartitionOptions& partition : component_partitions()) {
      const DistGraph shared(cluster, input, partition);
      for (const Vertex count : {Vertex{1}, n / 3, n}) {
        const SplitClusters expected = split_by_betweenness(topology(graph), count);
        const int threads = count == n ? 2 : 1;
        const DistSplitClusters found = split_by_betweenness(shared, count, threads);
        EXPECT_TRUE(std::ranges::equal(labels_of(found, n), expected.labels()));
        EXPECT_EQ(found.sizes.num_components, expected.num_components());
        EXPECT_EQ(found.sizes.largest_size, expected.sizes().largest_size);
        expect_same_splits(found.splits, expected.splits);
        EXPECT_TRUE(validate_split(cluster, input, found, count).passed());
      }
    }
  }
}

TEST(RanksSplit, ValidationFindsWrongLabels) {
  const Cluster cluster;
  // A triangle 0 1 2 and a triangle 3 4 5.
  const EdgeList list = list_of(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}});
  const DistInput input = share_out(cluster, list);
  const DistGraph shared(cluster, input, component_partitions()[0]);
  const auto broken_by = [&](GlobalVertex vertex, GlobalVertex label) {
    DistSplitClusters found = split_by_betweenness(shared, 2);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      if (found.vertices[i] == vertex) found.values[i] = label;
    }
    return !validate_split(cluster, input, found, 2).passed();
  };
  EXPECT_FALSE(validate_split(cluster, input, split_by_betweenness(shared, 2), 3).passed());
  EXPECT_FALSE(broken_by(4, 3));
  EXPECT_TRUE(broken_by(4, 0)) << "nothing links 4 with 0";
  EXPECT_TRUE(broken_by(3, 4)) << "4 is not the least";
  EXPECT_TRUE(broken_by(0, 3)) << "1 and 2 are left without their label";
}

TEST(RanksSplit, RefusesWhatOneMachineDoes) {
  const Cluster cluster;
  EdgeList list = list_of(3, {{0, 1}});
  const PartitionOptions rows{.scheme = PartitionScheme::k1d};
  const DistGraph shared(cluster, share_out(cluster, list), rows);
  EXPECT_THROW((void)split_by_betweenness(shared, 4), UsageError);
  list.directedness = Directedness::kDirected;
  const DistGraph directed(cluster, share_out(cluster, list), rows);
  EXPECT_THROW((void)split_by_betweenness(directed, 2), UsageError);
}

}  // namespace
}  // namespace strider::test
