// The graph of some vertices has the edges between them, with weights and labels.
#include "strider/subgraph.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

TEST(InducedSubgraph, HasTheEdgesBetweenItsVertices) {
  for (const Directedness directedness : {Directedness::kDirected, Directedness::kUndirected}) {
    const Graph graph = make_graph(300, random_edges(300, 3000, 1), directedness, kKeepAll);
    std::vector<Vertex> vertices;
    for (Vertex v = 7; v < 300; v += 3) vertices.push_back(v);
    for (const int threads : {1, 3}) {
      const AnyGraph found = induced_subgraph(graph, vertices, threads);
      const Graph& part = topology(found);
      ASSERT_EQ(part.num_vertices(), vertices.size());
      EXPECT_EQ(part.directedness(), directedness);
      EdgeIndex loops = 0;
      for (Vertex i = 0; i < vertices.size(); ++i) {
        EXPECT_EQ(part.labels().label(i), std::to_string(vertices[i]));
        std::vector<Vertex> expected;
        for (const Vertex v : graph.out().neighbors(vertices[i])) {
          if (v < 7 || v % 3 != 1) continue;
          expected.push_back((v - 7) / 3);
          loops += v == vertices[i] ? 1 : 0;
        }
        const auto row = part.out().neighbors(i);
        EXPECT_EQ(std::vector<Vertex>(row.begin(), row.end()), expected);
      }
      EXPECT_EQ(part.num_self_loops(), loops);
    }
  }
}

TEST(InducedSubgraph, KeepsWeightsAndTexts) {
  Array<Edge> edges(3);
  edges[0] = {0, 1};
  edges[1] = {2, 0};
  edges[2] = {2, 1};
  Array<double> weights(3);
  for (std::size_t i = 0; i < 3; ++i) weights[i] = 0.5 + static_cast<double>(i);
  const AnyGraph graph = build_any_graph({.num_vertices = 3,
                                          .directedness = Directedness::kDirected,
                                          .edges = std::move(edges),
                                          .weights = std::move(weights),
                                          .labels = Labels::text({"a", "bcd", "ef"})});
  const std::vector<Vertex> vertices{2, 0};
  const AnyGraph part = induced_subgraph(graph, vertices);
  const auto& found = std::get<WeightedGraph<double>>(part);
  EXPECT_EQ(found.topology().num_edges(), 1U);
  EXPECT_EQ(found.topology().labels().label(0), "ef");
  EXPECT_EQ(found.topology().labels().label(1), "a");
  EXPECT_EQ(found.topology().labels().arena().size(), 3U);
  ASSERT_EQ(found.weights(0).size(), 1U);
  EXPECT_EQ(found.weights(0)[0], 1.5);
}

TEST(InducedSubgraph, OfNoVerticesAndWrongOnes) {
  const Graph graph = make_graph(3, {{0, 1}});
  EXPECT_EQ(topology(induced_subgraph(graph, {})).num_vertices(), 0U);
  EXPECT_THROW((void)induced_subgraph(graph, std::vector<Vertex>{3}), UsageError);
  EXPECT_THROW((void)induced_subgraph(graph, std::vector<Vertex>{1, 1}), UsageError);
}

}  // namespace
}  // namespace strider::test
