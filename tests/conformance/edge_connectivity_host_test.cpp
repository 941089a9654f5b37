// Edge connectivity on the cores of one machine: that of the oracle, with a cut that has as many
// edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/flow/reference/edmonds_karp.hpp"
#include "base/random.hpp"
#include "strider/flow.hpp"
#include "support/graphs.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

/// The least flow from a vertex to each other one, and back where edges lead one way.
std::uint64_t expected_connectivity(const Graph& graph) {
  const auto unit = with_unit_weights(graph);
  std::uint64_t least = graph.num_vertices() < 2 ? 0 : ~std::uint64_t{0};
  for (Vertex v = 1; v < graph.num_vertices(); ++v) {
    least = std::min(least, detail::edmonds_karp<std::uint64_t>(unit, 0, v));
    if (graph.is_directed()) {
      least = std::min(least, detail::edmonds_karp<std::uint64_t>(unit, v, 0));
    }
  }
  return least;
}

void expect_connectivity(const Graph& graph) {
  const EdgeConnectivity found = edge_connectivity(graph, {.threads = 1});
  EXPECT_EQ(found.value, expected_connectivity(graph));
  const EdgeConnectivity by_more = edge_connectivity(graph, {.threads = 4});
  EXPECT_EQ(by_more.value, found.value);
  EXPECT_TRUE(std::ranges::equal(by_more.sides, found.sides));
  ASSERT_EQ(found.sides.size(), graph.num_vertices());
  EXPECT_EQ(cut_edges(with_unit_weights(graph), found.sides.span()).size(), found.value);
  if (graph.num_vertices() < 2) return;
  EXPECT_TRUE(std::ranges::count(found.sides, 0) > 0 && std::ranges::count(found.sides, 1) > 0);
}

TEST(EdgeConnectivity, OfRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    CounterRng rng(seed, 29);
    const Directedness directedness = draw_directedness(rng);
    const BuildOptions build = draw_build(rng);
    const DrawnEdges drawn = draw_edges(rng, seed, 5, 5);
    expect_connectivity(make_graph(drawn.num_vertices, drawn.edges, directedness, build));
  }
}

TEST(EdgeConnectivity, OfKnownGraphs) {
  for (const Vertex n : {0U, 1U, 2U}) expect_connectivity(make_graph(n, {}));
  for (const Vertex n : {2U, 3U, 12U}) {
    std::vector<Edge> edges;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
    }
    EXPECT_EQ(edge_connectivity(make_graph(n, edges)).value, n - 1);
  }
  EXPECT_EQ(edge_connectivity(make_graph(100'000, line_edges(100'000))).value, 1);
  EXPECT_EQ(edge_connectivity(make_graph(90'000, grid_edges(300, 300))).value, 2);
}

// Two cliques that three edges join: a cut that no vertex is alone in.
TEST(EdgeConnectivity, BetweenDenseParts) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 20; ++u) {
    for (Vertex v = 0; v < u; ++v) {
      edges.push_back({u, v});
      edges.push_back({20 + u, 20 + v});
    }
  }
  for (Vertex v = 0; v < 3; ++v) edges.push_back({v, 39 - v});
  const EdgeConnectivity found = edge_connectivity(make_graph(40, edges));
  EXPECT_EQ(found.value, 3);
  EXPECT_EQ(std::ranges::count(found.sides, 0), 20);
}

std::vector<Edge> cycle_edges(Vertex n) {
  std::vector<Edge> edges = line_edges(n);
  edges.push_back({n - 1, 0});
  return edges;
}

TEST(EdgeConnectivity, TellsHowFarItIs) {
  constexpr Vertex kVertices = 900;
  for (const Graph& graph :
       {make_graph(kVertices, grid_edges(30, 30)),
        make_graph(kVertices, cycle_edges(kVertices), Directedness::kDirected)}) {
    std::vector<std::uint64_t> calls;
    const auto note = [&](std::uint64_t done, std::uint64_t total) {
      EXPECT_EQ(total, kVertices);
      calls.push_back(done);
    };
    (void)edge_connectivity(graph, {.threads = 2, .on_progress = note});
    ASSERT_FALSE(calls.empty());
    EXPECT_TRUE(std::ranges::is_sorted(calls));
    EXPECT_GE(calls.back(), kVertices - 1);
    EXPECT_LE(calls.back(), kVertices);
  }
}

// In passes that each contract a part of what is left.
TEST(EdgeConnectivity, OfLargeSparseGraphs) {
  constexpr Vertex kVertices = 1'000'000;
  EXPECT_EQ(edge_connectivity(make_graph(kVertices, line_edges(kVertices))).value, 1);
  EXPECT_EQ(edge_connectivity(make_graph(kVertices, cycle_edges(kVertices))).value, 2);
  // In an order that is not that of the cycle.
  std::vector<Edge> edges = cycle_edges(kVertices);
  const auto mixed = [](Vertex v) {
    return static_cast<Vertex>(v * std::uint64_t{7919} % kVertices);
  };
  for (Edge& edge : edges) edge = {mixed(edge.source), mixed(edge.target)};
  EXPECT_EQ(edge_connectivity(make_graph(kVertices, edges)).value, 2);
}

// What is contracted because an end has half of its edges there must not join both ends of a chain:
// two cliques that one path connects, whose inner vertices have two edges.
TEST(EdgeConnectivity, OfCliquesThatPathsConnect) {
  for (const Vertex paths : {1U, 2U, 3U}) {
    std::vector<Edge> edges;
    for (Vertex u = 0; u < 6; ++u) {
      for (Vertex v = 0; v < u; ++v) edges.insert(edges.end(), {{u, v}, {6 + u, 6 + v}});
    }
    Vertex next = 12;
    for (Vertex path = 0; path < paths; ++path) {
      edges.push_back({path, next});
      for (int i = 0; i < 20; ++i, ++next) edges.push_back({next, next + 1});
      edges.push_back({next++, 6 + path});
    }
    expect_connectivity(make_graph(next, edges));
  }
}

// Of few vertices with many parallel edges, so that weights differ from the first pass on.
TEST(EdgeConnectivity, OfRandomMultigraphs) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    CounterRng rng(seed, 31);
    const auto n = static_cast<Vertex>(2 + rng.below(12));
    std::vector<Edge> edges = line_edges(n);
    const std::uint64_t pairs = rng.below(2 * n);
    for (std::uint64_t i = 0; i < pairs; ++i) {
      const Edge edge{static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n))};
      edges.insert(edges.end(), 1 + rng.below(6), edge);
    }
    expect_connectivity(make_graph(n, edges, Directedness::kUndirected, kKeepAll));
  }
}

}  // namespace
}  // namespace strider::test
