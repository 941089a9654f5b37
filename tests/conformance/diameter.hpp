// What every place must find of diameters: what a search from every vertex finds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/components/reference/serial.hpp"
#include "algorithms/diameter/reference/serial.hpp"
#include "conformance/components.hpp"
#include "strider/diameter.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// On ranks, every rank has the bounds of all vertices.
struct FoundDiameter {
  DiameterFacts<Level> facts;
  std::vector<Level> lower;
  std::vector<Level> upper;
};
using FindDiameter = std::function<FoundDiameter(const Graph&, const DiameterOptions&)>;

[[nodiscard]] inline FoundDiameter to_found(const DiameterResult& result) {
  return {result.facts(),
          {result.lower().begin(), result.lower().end()},
          {result.upper().begin(), result.upper().end()}};
}

/// Whether each vertex counts.
[[nodiscard]] inline std::vector<bool> that_count(const Graph& graph, DiameterScope scope) {
  const std::vector<Vertex> labels = detail::serial_components(graph);
  const ComponentSizes sizes = expected_sizes(labels);
  std::vector<bool> count(labels.size());
  for (Vertex v = 0; v < labels.size(); ++v) {
    count[v] = scope == DiameterScope::kAllComponents || labels[v] == sizes.largest;
  }
  return count;
}

/// Precondition: `exact` are the eccentricities.
inline void expect_diameter(const Graph& graph, const std::vector<Level>& exact,
                            const DiameterOptions& options, const FindDiameter& find) {
  const std::vector<bool> counts = that_count(graph, options.scope);
  Level diameter = 0;
  Level radius = kUnreached;
  for (Vertex v = 0; v < exact.size(); ++v) {
    if (!counts[v]) continue;
    diameter = std::max(diameter, exact[v]);
    radius = std::min(radius, exact[v]);
  }
  const FoundDiameter found = find(graph, options);
  ASSERT_EQ(found.lower.size(), exact.size());
  if (graph.num_vertices() == 0) {
    EXPECT_EQ(found.facts.num_vertices, 0U);
    return;
  }
  EXPECT_TRUE(found.facts.is_exact());
  ASSERT_EQ(found.facts.diameter, diameter);
  ASSERT_EQ(found.facts.radius, radius);
  EXPECT_EQ(exact[found.facts.center], radius);
  EXPECT_EQ(exact[found.facts.ends[0]], diameter);
  EXPECT_TRUE(graph.is_directed() || exact[found.facts.ends[1]] == diameter);
  EXPECT_EQ(found.facts.sources.size(), found.facts.searches);
  EXPECT_EQ(found.facts.num_vertices, static_cast<std::uint64_t>(std::ranges::count(counts, true)));
  for (Vertex v = 0; v < exact.size(); ++v) {
    SCOPED_TRACE(v);
    if (!counts[v]) {
      ASSERT_GT(found.lower[v], found.upper[v]);
      continue;
    }
    ASSERT_LE(found.lower[v], exact[v]);
    ASSERT_GE(found.upper[v], exact[v]);
    const bool is_extreme = exact[v] == diameter || exact[v] == radius;
    const bool is_known = options.sought == DiameterSought::kEccentricities ||
                          (options.sought == DiameterSought::kExtremes && is_extreme);
    if (is_known) {
      ASSERT_EQ(found.lower[v], exact[v]);
      ASSERT_EQ(found.upper[v], exact[v]);
    }
    if (options.sought == DiameterSought::kExtremes && !is_extreme) {
      ASSERT_TRUE(found.lower[v] > radius || found.upper[v] != found.lower[v]);
      ASSERT_TRUE(found.upper[v] < diameter || found.upper[v] != found.lower[v]);
    }
  }
}

/// All that can be asked of a graph; of a large one, what takes few searches.
inline void expect_diameters(const std::vector<NamedGraph>& graphs, const FindDiameter& find) {
  constexpr Vertex kLarge = 1000;
  constexpr Vertex kTooLarge = 4000;  // for a search from every vertex, often
  for (const auto& [name, graph] : graphs) {
    if (graph.num_vertices() > kTooLarge) continue;
    const std::vector<Level> exact = detail::serial_eccentricities(graph);
    for (const auto scope : {DiameterScope::kLargestComponent, DiameterScope::kAllComponents}) {
      for (const auto sought : {DiameterSought::kDiameter, DiameterSought::kExtremes,
                                DiameterSought::kEccentricities}) {
        if (sought != DiameterSought::kDiameter && graph.num_vertices() > kLarge) continue;
        SCOPED_TRACE(name + ", scope " + std::to_string(static_cast<int>(scope)) + ", sought " +
                     std::to_string(static_cast<int>(sought)));
        expect_diameter(graph, exact, {.scope = scope, .sought = sought}, find);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

/// Graphs with chains, cut vertices and ties between bounds, of about n vertices.
[[nodiscard]] inline std::vector<NamedGraph> diameter_graphs(Vertex n) {
  std::vector<NamedGraph> graphs = random_component_graphs(n);
  std::vector<Edge> cycle = line_edges(n);
  if (n > 2) cycle.push_back({n - 1, 0});
  graphs.push_back({"cycle", make_graph(n, cycle)});
  graphs.push_back({"directed cycle", make_graph(n, cycle, Directedness::kDirected)});
  // Two blobs at the ends of a chain.
  std::vector<Edge> blobs = random_edges(n, 2 * n, n);
  for (Edge& edge : random_edges(n, 2 * n, n + 1))
    blobs.push_back({edge.source + 2 * n, edge.target + 2 * n});
  for (Vertex v = n - 1; v < 2 * n; ++v) blobs.push_back({v, v + 1});
  graphs.push_back({"two blobs on a chain", make_graph(3 * n, blobs)});
  // A tree: every bound is tight, and chains are everywhere.
  std::vector<Edge> tree;
  for (Vertex v = 1; v < n; ++v) tree.push_back({v, (v * 2654435761U >> 8U) % v});
  graphs.push_back({"tree", make_graph(n, tree)});
  // Two components, each strongly connected.
  std::vector<Edge> two_cycles = cycle;
  for (Vertex v = 0; v <= n; ++v) two_cycles.push_back({n + v, n + (v + 1) % (n + 1)});
  graphs.push_back(
      {"two directed cycles", make_graph(2 * n + 1, two_cycles, Directedness::kDirected)});
  // Strongly connected: a cycle with chords one way.
  for (const Edge& edge : random_edges(n, n / 2, 3)) cycle.push_back(edge);
  graphs.push_back({"directed cycle with chords", make_graph(n, cycle, Directedness::kDirected)});
  return graphs;
}

}  // namespace strider::test
