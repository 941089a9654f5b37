// The condensation: one vertex a component, in topological order.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/strong_components.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

/// The longest path that leads to each vertex of a graph whose edges lead to greater vertices.
std::vector<Vertex> levels_of(const Graph& graph) {
  std::vector<Vertex> levels(graph.num_vertices(), 0);
  for (Vertex u = 0; u < levels.size(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      EXPECT_LT(u, v) << "not in topological order";
      levels[v] = std::max(levels[v], levels[u] + 1);
    }
  }
  return levels;
}

TEST(Condensation, HasTheEdgesBetweenComponentsInTopologicalOrder) {
  for (const Vertex n : {1U, 60U, 700U}) {
    for (const auto& [name, graph] : random_strong_graphs(n)) {
      SCOPED_TRACE(name);
      const std::vector<Vertex> labels = detail::serial_strong_components(graph);
      for (const int threads : {1, 3}) {
        const Condensation found = condense(graph, labels, threads);
        ASSERT_EQ(found.components.size(), labels.size());
        EXPECT_TRUE(found.graph.is_directed());
        std::set<std::pair<Vertex, Vertex>> expected;
        for (Vertex u = 0; u < labels.size(); ++u) {
          const Vertex component = found.components[u];
          ASSERT_LT(component, found.graph.num_vertices());
          EXPECT_EQ(found.graph.labels().label(component), std::to_string(labels[u]));
          for (const Vertex v : graph.out().neighbors(u)) {
            if (labels[u] != labels[v]) expected.insert({component, found.components[v]});
          }
        }
        std::set<std::pair<Vertex, Vertex>> edges;
        const std::vector<Vertex> levels = levels_of(found.graph);
        for (Vertex c = 0; c < found.graph.num_vertices(); ++c) {
          for (const Vertex d : found.graph.out().neighbors(c)) edges.insert({c, d});
          if (c == 0) continue;
          const auto place = [&](Vertex v) {
            return std::pair(levels[v], found.graph.labels().number(v));
          };
          EXPECT_LT(place(c - 1), place(c));
        }
        EXPECT_EQ(edges, expected);
        EXPECT_EQ(found.graph.num_edges(), expected.size());
      }
    }
  }
}

TEST(Condensation, RefusesLabelsThatAreNotThoseOfTheGraph) {
  const Graph cycle = make_graph(3, {{0, 1}, {1, 2}, {2, 0}}, Directedness::kDirected);
  EXPECT_THROW((void)condense(cycle, std::vector<Vertex>{0, 0}), UsageError);
  EXPECT_THROW((void)condense(cycle, std::vector<Vertex>{0, 1, 2}), UsageError);
  EXPECT_THROW((void)condense(cycle, std::vector<Vertex>{1, 1, 1}), UsageError);
  EXPECT_THROW((void)condense(cycle, std::vector<Vertex>{0, 0, 7}), UsageError);
  EXPECT_EQ(condense(cycle, std::vector<Vertex>{0, 0, 0}).graph.num_vertices(), 1U);
  EXPECT_EQ(condense(Graph(), {}).graph.num_vertices(), 0U);
}

}  // namespace
}  // namespace strider::test
