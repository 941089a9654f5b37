// Single linkage on ranks: the clusters of one machine, and what proves them.
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

std::vector<Vertex> labels_of(const DistLinkedClusters& found, Vertex n) {
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
}

TEST(RanksClusters, RefusesDirectedGraphs) {
  const Cluster cluster;
  EdgeList list = list_of(3, {{0, 1}});
  list.directedness = Directedness::kDirected;
  const DistGraph shared(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)single_linkage(shared), UsageError);
}

}  // namespace
}  // namespace strider::test
