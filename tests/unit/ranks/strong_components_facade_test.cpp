// Strong components on ranks as callers see them: validated as on one machine.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/ranks_components.hpp"
#include "conformance/strong_components.hpp"

namespace strider::test {
namespace {

TEST(StrongComponentsFacade, Validates) {
  const Cluster cluster;
  for (const auto& [name, graph] : random_strong_graphs(200)) {
    SCOPED_TRACE(name);
    const DistInput input = share_out(cluster, list_edges(graph));
    const DistGraph shared(cluster, input, component_partitions()[1]);
    const DistComponentsResult found = strong_components(shared);
    const auto validation = validate_strong_components(cluster, input, found);
    EXPECT_TRUE(validation.passed());
    EXPECT_EQ(validation.num_components, found.sizes.num_components);
  }
}

TEST(StrongComponentsFacade, RefusesWhatOneMachineRefuses) {
  const Cluster cluster;
  constexpr Vertex kVertices = 200;
  const Graph graph =
      make_graph(kVertices, random_edges(kVertices, 320, 3), Directedness::kDirected);
  const std::vector<Vertex> right = detail::serial_strong_components(graph);
  const DistInput input = share_out(cluster, list_edges(graph));
  const auto expect_same = [&](const std::vector<Vertex>& labels) {
    DistComponentsResult found = strong_components(DistGraph(cluster, input, {}));
    for (std::size_t i = 0; i < found.vertices.size(); ++i) {
      found.values[i] = labels[found.vertices[i]];
    }
    const auto here = validate_strong_components(graph, labels);
    const auto there = validate_strong_components(cluster, input, found);
    EXPECT_EQ(there.num_components, here.num_components);
    ASSERT_EQ(there.violations.size(), here.violations.size());
    for (std::size_t i = 0; i < here.violations.size(); ++i) {
      EXPECT_EQ(there.violations[i].rule, here.violations[i].rule);
      EXPECT_EQ(there.violations[i].vertex, here.violations[i].vertex);
      EXPECT_EQ(there.violations[i].message, here.violations[i].message);
    }
  };
  expect_same(right);
  for (const Vertex label : {0U, 77U, kVertices, ~0U}) {
    for (const Vertex vertex : {1U, 150U}) {
      std::vector<Vertex> labels = right;
      labels[vertex] = label;
      expect_same(labels);
    }
  }
  expect_same(std::vector<Vertex>(kVertices, 0));
  std::vector<Vertex> split(kVertices);
  for (Vertex v = 0; v < kVertices; ++v) split[v] = v;
  expect_same(split);
  expect_same(detail::serial_components(graph));
}

}  // namespace
}  // namespace strider::test
