#include "conformance/bc.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

namespace strider::test {
namespace {

/// `stages` diamonds in a row: from one tip to the other lead width^stages shortest paths.
std::vector<Edge> diamond_edges(Vertex stages, Vertex width) {
  std::vector<Edge> edges;
  for (Vertex stage = 0; stage < stages; ++stage) {
    const Vertex tip = stage * (width + 1);
    for (Vertex i = 1; i <= width; ++i) {
      edges.push_back({tip, tip + i});
      edges.push_back({tip + i, tip + width + 1});
    }
  }
  return edges;
}

/// Two cliques joined by a path.
std::vector<Edge> barbell_edges(Vertex clique, Vertex path) {
  std::vector<Edge> edges;
  const Vertex second = clique + path;
  for (Vertex u = 0; u < clique; ++u) {
    for (Vertex v = u + 1; v < clique; ++v) {
      edges.push_back({u, v});
      edges.push_back({second + u, second + v});
    }
  }
  for (Vertex v = clique - 1; v < second; ++v) edges.push_back({v, v + 1});
  return edges;
}

/// A clique with a tree hanging off each of its vertices, and a path off one.
std::vector<Edge> caterpillar_edges() {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = u + 1; v < 6; ++v) edges.push_back({u, v});
  }
  for (Vertex v = 6; v < 60; ++v) edges.push_back({(v * 7) % (v - 5), v});
  for (Vertex v = 60; v < 70; ++v) edges.push_back({v - 1, v});
  return edges;
}

/// The graphs of searches that are traps for betweenness, too, each kind once.
constexpr std::array<std::string_view, 13> kOfSearches{
    "one vertex, self-loops kept",
    "isolated vertices",
    "one edge among isolated vertices",
    "two stars that share leaves",
    "directed star",
    "forest",
    "directed binary tree",
    "complete",
    "directed sparse",
    "dense",
    "duplicates and self-loops kept",
    "directed skewed",
    "skewed, self-loops kept",
};

}  // namespace

void expect_same_scores(const BetweennessResult& result, const BetweennessResult& oracle,
                        const std::string& what) {
  ASSERT_EQ(result.scores.size(), oracle.scores.size()) << what;
  EXPECT_TRUE(std::equal(result.edges.begin(), result.edges.end(), oracle.edges.begin(),
                         oracle.edges.end()))
      << what << ": other edges";
  EXPECT_EQ(result.num_sources, oracle.num_sources) << what;
  EXPECT_EQ(result.edges_traversed, oracle.edges_traversed) << what;
  for (std::size_t i = 0; i < oracle.scores.size(); ++i) {
    const double score = result.scores[i];
    const double expected = oracle.scores[i];
    if (std::isnan(expected) && std::isnan(score)) continue;
    const double allowed = kScoreTolerance * std::max({1.0, std::abs(score), std::abs(expected)});
    ASSERT_LE(std::abs(score - expected), allowed)
        << what << ": score " << i << " is " << score << ", not " << expected;
  }
}

int expect_single_precision(const BetweennessResult& result, const BetweennessResult& oracle,
                            const std::string& what) {
  EXPECT_EQ(result.scores.size(), oracle.scores.size()) << what;
  if (result.scores.size() != oracle.scores.size()) return 0;
  int rounded = 0;
  for (std::size_t i = 0; i < oracle.scores.size(); ++i) {
    const double difference = std::abs(result.scores[i] - oracle.scores[i]);
    EXPECT_LE(difference, kSingleTolerance * oracle.scores[i]) << what << ", score " << i;
    rounded += difference > kScoreTolerance * std::max(1.0, oracle.scores[i]) ? 1 : 0;
  }
  return rounded;
}

void expect_equal_bits(const BetweennessResult& result, const BetweennessResult& other,
                       const std::string& what) {
  ASSERT_EQ(result.scores.size(), other.scores.size()) << what;
  for (std::size_t i = 0; i < other.scores.size(); ++i) {
    ASSERT_EQ(std::memcmp(&result.scores[i], &other.scores[i], sizeof(double)), 0)
        << what << ": score " << i << " is " << result.scores[i] << ", not " << other.scores[i];
  }
}

std::vector<NamedQuestion> questions_of(const Graph& graph, Vertex exact, std::size_t sources) {
  const Vertex n = graph.num_vertices();
  BetweennessOptions plain;
  if (n > exact) plain.sources = some_vertices(n, sources);
  std::vector<NamedQuestion> all{{"vertices", plain}};
  const auto add = [&](const std::string& name, BetweennessOptions options, BetweennessOf of,
                       BetweennessEndpoints endpoints) {
    options.of = of;
    options.endpoints = endpoints;
    all.push_back({name, std::move(options)});
  };
  constexpr auto kVertices = BetweennessOf::kVertices;
  constexpr auto kEdges = BetweennessOf::kEdges;
  constexpr auto kIncluded = BetweennessEndpoints::kIncluded;
  constexpr auto kExcluded = BetweennessEndpoints::kExcluded;
  if (n > 1) {
    const BetweennessOptions targets{.sources = some_vertices(n, sources),
                                     .targets = some_vertices(n, 5)};
    add("targets, edges", targets, kEdges, kExcluded);
    add("targets", targets, kVertices, kExcluded);
    add("targets, endpoints", targets, kVertices, kIncluded);
    add("samples", {.samples = std::min<Vertex>(n, 3)}, kVertices, kExcluded);
  }
  add("edges", plain, kEdges, kExcluded);
  add("normalized, endpoints", plain, kVertices, kIncluded);
  all.back().options.scale = BetweennessScale::kNormalized;
  return all;
}

std::vector<Vertex> some_vertices(Vertex num_vertices, std::size_t count) {
  std::vector<Vertex> vertices;
  if (num_vertices == 0) return vertices;
  const std::size_t step = std::max<std::size_t>(1, num_vertices / count);
  for (std::size_t v = 0; v < num_vertices; v += step) vertices.push_back(static_cast<Vertex>(v));
  vertices.push_back(num_vertices - 1);
  return vertices;
}

std::vector<NamedGraph> betweenness_graphs() {
  constexpr auto kDirected = Directedness::kDirected;
  std::vector<NamedGraph> graphs{
      {"no vertex", make_graph(0, {})},
      {"one vertex", make_graph(1, {})},
      {"one edge", make_graph(2, {{0, 1}})},
      {"triangle", make_graph(3, {{0, 1}, {1, 2}, {2, 0}})},
      {"two components", make_graph(9, {{0, 1}, {1, 2}, {2, 3}, {5, 6}, {6, 7}, {7, 5}})},
      {"barbell", make_graph(25, barbell_edges(10, 5))},
      {"barbell, directed", make_graph(25, barbell_edges(10, 5), kDirected)},
      {"caterpillar", make_graph(70, caterpillar_edges())},
      {"three diamonds of 8", make_graph(28, diamond_edges(3, 8))},
      // 10^23 shortest paths: past 2^64.
      {"23 diamonds of 10", make_graph(23 * 11 + 1, diamond_edges(23, 10))},
  };
  for (const Vertex n : {10U, 50U, 120U}) {
    const std::string name = std::to_string(n) + " vertices";
    const auto sparse = random_edges(n, n + n / 2, n);
    const auto dense = random_edges(n, std::size_t{6} * n, n);
    graphs.push_back({"sparse, " + name, make_graph(n, sparse)});
    graphs.push_back({"sparse directed, " + name, make_graph(n, sparse, kDirected)});
    graphs.push_back({"dense, " + name, make_graph(n, dense)});
    graphs.push_back({"dense directed, " + name, make_graph(n, dense, kDirected)});
  }
  for (NamedGraph& graph : search_graphs()) {
    if (std::find(kOfSearches.begin(), kOfSearches.end(), graph.name) != kOfSearches.end()) {
      graphs.push_back(std::move(graph));
    }
  }
  return graphs;
}

std::vector<NamedGraph> deep_betweenness_graphs() {
  constexpr auto kDirected = Directedness::kDirected;
  // 10^328 shortest paths: past the range of double.
  const auto diamonds = diamond_edges(328, 10);
  return {{"328 diamonds of 10", make_graph(328 * 11 + 1, diamonds)},
          {"328 diamonds of 10, directed", make_graph(328 * 11 + 1, diamonds, kDirected)},
          {"line", make_graph(400, line_edges(400))},
          {"directed line", make_graph(400, line_edges(400), kDirected)},
          {"grid", make_graph(20 * 300, grid_edges(20, 300))}};
}

}  // namespace strider::test
