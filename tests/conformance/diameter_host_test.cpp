// Diameters on the cores of one machine.
#include <gtest/gtest.h>

#include <limits>

#include "conformance/diameter.hpp"
#include "strider/error.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

class DiameterOnTheHost : public testing::TestWithParam<int> {
 protected:
  static FoundDiameter find(const Graph& graph, DiameterOptions options) {
    options.threads = GetParam();
    return to_found(diameter(graph, options));
  }
};

TEST_P(DiameterOnTheHost, OfShapes) {
  expect_diameters(search_graphs(), find);
}
TEST_P(DiameterOnTheHost, OfGraphsOfManySizes) {
  for (const Vertex n : {1U, 2U, 3U, 8U, 50U, 200U}) expect_diameters(diameter_graphs(n), find);
}
TEST_P(DiameterOnTheHost, OfALongPath) {
  constexpr Vertex kLength = 1'000'000;
  const FoundDiameter found = find(make_graph(kLength, line_edges(kLength)), {});
  EXPECT_EQ(found.facts.diameter, kLength - 1);
  EXPECT_EQ(found.facts.radius, kLength / 2);
  EXPECT_LE(found.facts.searches, 5U);
}
INSTANTIATE_TEST_SUITE_P(Threads, DiameterOnTheHost, testing::Values(1, 2, 5));

TEST(Diameter, OfManySmallGraphs) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Vertex n = 4 + seed % 29;
    const auto directedness = seed % 4 == 3 ? Directedness::kDirected : Directedness::kUndirected;
    const Graph graph = make_graph(n, random_edges(n, n + seed % 7, seed), directedness);
    expect_diameters({{std::to_string(seed), graph}}, [](const Graph& g, DiameterOptions options) {
      options.threads = 1;
      return to_found(diameter(g, options));
    });
    if (HasFatalFailure()) return;
  }
}
TEST(Diameter, OfManySmallGraphsThatAreStronglyConnected) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    const Vertex n = 3 + seed % 28;
    std::vector<Edge> edges = random_edges(n, (1 + seed % 4) * n, seed);
    for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
    const Graph graph = make_graph(n, edges, Directedness::kDirected);
    expect_diameters({{std::to_string(seed), graph}}, [](const Graph& g, DiameterOptions options) {
      options.threads = 1;
      return to_found(diameter(g, options));
    });
    if (HasFatalFailure()) return;
  }
}
TEST(Diameter, DoesNotDependOnThreads) {
  const Graph graph = make_graph(5000, random_edges(5000, 9000, 1));
  const auto one = diameter(graph, {.threads = 1, .sought = DiameterSought::kExtremes});
  const auto five = diameter(graph, {.threads = 5, .sought = DiameterSought::kExtremes});
  EXPECT_EQ(one.facts().sources, five.facts().sources);
  EXPECT_EQ(one.facts().ends, five.facts().ends);
  EXPECT_EQ(one.center(), five.center());
  EXPECT_EQ(one.periphery(), five.periphery());
}
TEST(Diameter, IsBoundedByFewSearches) {
  const Graph graph = make_graph(5000, random_edges(5000, 9000, 1));
  const auto exact = diameter(graph);
  for (const std::uint64_t searches : {1U, 2U, 3U, 4U, 8U}) {
    const DiameterFacts<Level> facts = diameter(graph, {.most_searches = searches}).facts();
    EXPECT_LE(facts.searches, searches);
    EXPECT_LE(facts.diameter, exact.facts().diameter);
    EXPECT_GE(facts.diameter_bound, exact.facts().diameter);
    EXPECT_GE(facts.radius, exact.facts().radius);
    EXPECT_LE(facts.radius_bound, exact.facts().radius);
  }
}
TEST(Diameter, TellsOfEverySearch) {
  std::uint64_t calls = 0;
  const DiameterOptions options{
      .on_search = [&](std::uint64_t searches, std::uint64_t) { EXPECT_EQ(searches, ++calls); }};
  EXPECT_EQ(diameter(make_graph(900, random_edges(900, 2000, 4)), options).facts().searches, calls);
}
TEST(Diameter, RefusesAbsurdThreads) {
  EXPECT_THROW((void)diameter(Graph(), {.threads = -1}), UsageError);
}

TEST(EffectiveDiameter, OfAllSourcesIsExact) {
  // Of a path of 11 vertices: 110 ordered pairs, 2 (11 - d) of them at distance d.
  const Graph path = make_graph(11, line_edges(11));
  const EffectiveDiameter all = effective_diameter(path);
  EXPECT_EQ(all.samples, 11U);
  EXPECT_EQ(all.hops, 8U);  // within 7: 98 of 110, within 8: 104
  EXPECT_EQ(all.least, 8U);
  EXPECT_EQ(all.greatest, 8U);
  EXPECT_EQ(effective_diameter(path, {.share = 0.5}).hops, 4U);  // within 3: 54 of 110
}
TEST(EffectiveDiameter, BoundsThatOfAllPairs) {
  const Graph graph = make_graph(3000, random_edges(3000, 6000, 5));
  const Level exact = effective_diameter(graph, {.threads = 1, .samples = 3000}).hops;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const EffectiveDiameter found =
        effective_diameter(graph, {.threads = 1, .samples = 300, .seed = seed});
    EXPECT_EQ(found.samples, 300U);
    EXPECT_LE(found.least, exact);
    EXPECT_GE(found.greatest, exact);
    const EffectiveDiameter again =
        effective_diameter(graph, {.threads = 3, .samples = 300, .seed = seed});
    EXPECT_EQ(found.hops, again.hops);
  }
}
TEST(EffectiveDiameter, RefusesWrongOptions) {
  EXPECT_THROW((void)effective_diameter(Graph(), {.samples = 0}), UsageError);
  EXPECT_THROW((void)effective_diameter(Graph(), {.share = 1}), UsageError);
  EXPECT_THROW((void)effective_diameter(Graph(), {.confidence = 0}), UsageError);
  EXPECT_EQ(effective_diameter(Graph()).samples, 0U);
}

/// By a search from every vertex: of the vertices that it reaches.
template <class W>
std::vector<SsspDistance<W>> weighted_eccentricities(const WeightedGraph<W>& graph) {
  std::vector<SsspDistance<W>> eccentricities;
  for (Vertex s = 0; s < graph.topology().num_vertices(); ++s) {
    SsspDistance<W> eccentricity{};
    const auto tree = sssp(graph, s, {.method = SsspMethod::kDijkstra});
    for (const auto distance : tree.distances()) {
      if (distance != kInfiniteDistance<W>) eccentricity = std::max(eccentricity, distance);
    }
    eccentricities.push_back(eccentricity);
  }
  return eccentricities;
}
template <class W>
void expect_weighted(const WeightedGraph<W>& graph, double tolerance) {
  const auto exact = weighted_eccentricities(graph);
  const auto result = diameter(
      graph, {.scope = DiameterScope::kAllComponents, .sought = DiameterSought::kEccentricities});
  const auto expect_same = [&](auto found, auto expected) {
    EXPECT_NEAR(static_cast<double>(found), static_cast<double>(expected),
                tolerance * static_cast<double>(expected));
  };
  expect_same(result.facts().diameter, std::ranges::max(exact));
  expect_same(result.facts().radius, std::ranges::min(exact));
  for (Vertex v = 0; v < exact.size(); ++v) expect_same(result.upper()[v], exact[v]);
}
TEST(WeightedDiameter, RefusesInfiniteWeights) {
  EdgeList list = list_of(4, {{0, 1}, {1, 2}, {2, 3}});
  list.weights =
      Array<double>::copy_of(std::vector<double>{1, std::numeric_limits<double>::infinity(), 2});
  const AnyGraph graph = build_any_graph(list);
  EXPECT_THROW((void)diameter(std::get<WeightedGraph<double>>(graph)), WeightError);
}
TEST(WeightedDiameter, OfManySmallComponentsTakesTheWorkOfEach) {
  // A hundred times as many, all of them searched by all of the graph, would not end.
  constexpr Vertex kPaths = 60'000;
  std::vector<Edge> edges;
  Array<std::uint32_t> weights(2 * kPaths);
  for (Vertex i = 0; i < kPaths; ++i) {
    edges.push_back({3 * i, 3 * i + 1});
    edges.push_back({3 * i + 1, 3 * i + 2});
    weights[2 * i] = i;
    weights[2 * i + 1] = 1;
  }
  EdgeList list = list_of(3 * kPaths, edges);
  list.weights = std::move(weights);
  const AnyGraph graph = build_any_graph(list);
  const auto found = diameter(std::get<WeightedGraph<std::uint32_t>>(graph),
                              {.threads = 1, .scope = DiameterScope::kAllComponents});
  EXPECT_EQ(found.facts().diameter, kPaths);
  EXPECT_EQ(found.facts().radius, 1U);
}
TEST(WeightedDiameter, IsThatOfAllSearches) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const Vertex m : {80U, 150U, 600U}) {
      EdgeList list = list_of(100, random_edges(100, m, m), directedness);
      Array<std::uint32_t> whole(m);
      Array<double> real(m);
      for (Vertex i = 0; i < m; ++i) {
        whole[i] = i * 7919U % 20;
        real[i] = 1.0 / (1 + i * 7919U % 23);
      }
      list.weights = std::move(whole);
      expect_weighted(std::get<WeightedGraph<std::uint32_t>>(build_any_graph(list)), 0);
      list.weights = std::move(real);
      expect_weighted(std::get<WeightedGraph<double>>(build_any_graph(list)), 1e-12);
    }
  }
}

}  // namespace
}  // namespace strider::test
