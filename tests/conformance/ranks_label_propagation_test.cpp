// Label propagation on ranks, however vertices are distributed: the labels of the oracle.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "algorithms/label_propagation/reference/serial.hpp"
#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"
#include "strider/label_propagation.hpp"

namespace strider::test {
namespace {

TEST(RanksLabelPropagation, IsThatOfTheOracle) {
  const Cluster cluster;
  constexpr Vertex kMostVertices = 700;
  std::vector<NamedGraph> graphs;
  for (const NamedGraph& each : search_graphs()) {
    if (each.graph.is_directed() || each.graph.num_vertices() > kMostVertices) continue;
    graphs.push_back(each);
  }
  graphs.push_back(
      {"random", make_graph(300, random_edges(300, 1500, 1), Directedness::kUndirected, kKeepAll)});
  for (const auto& [name, graph] : graphs) {
    const Vertex n = graph.num_vertices();
    const DistInput input = share_out(cluster, list_edges(graph));
    for (const PartitionOptions& partition : component_partitions()) {
      const DistGraph shared(cluster, input, partition);
      for (const std::uint32_t iterations : {0U, 1U, 9U}) {
        SCOPED_TRACE(name + ", " + std::to_string(iterations) + " iterations");
        const LabelPropagationOptions options{.iterations = iterations, .threads = 2};
        const auto expected = detail::serial_label_propagation(graph, iterations);
        DistLabelPropagationResult found = label_propagation(shared, options);
        const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
        const auto labels = gather_to_all<GlobalVertex>(found.values.span());
        ASSERT_EQ(vertices.size(), n);
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(labels[i], expected[vertices[i]]);
        EXPECT_EQ(found.num_communities, std::set<Vertex>(expected.begin(), expected.end()).size());
        EXPECT_TRUE(validate_label_propagation(shared, found, options).passed());
        if (n < 2) continue;
        for (std::size_t i = 0; i < found.vertices.size(); ++i) {
          if (found.vertices[i] == 1) found.values[i] += 1;
        }
        const auto wrong = validate_label_propagation(shared, found, options);
        ASSERT_FALSE(wrong.passed());
        EXPECT_EQ(wrong.violations.front().vertex, 1U);
        EXPECT_EQ(wrong.num_wrong, 1U);
      }
    }
  }
}

TEST(RanksLabelPropagation, RefusesDirectedGraphs) {
  const Cluster cluster;
  EdgeList list = list_of(3, {{0, 1}});
  list.directedness = Directedness::kDirected;
  const DistGraph shared(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)label_propagation(shared), UsageError);
}

}  // namespace
}  // namespace strider::test
