// Closeness at every place of a program: the scores of the oracle.
#include "conformance/closeness.hpp"

#include <cmath>

namespace strider::test {
namespace {

class Closeness : public testing::TestWithParam<ClosenessPlace> {};

TEST_P(Closeness, OfShapes) {
  const std::vector<NamedGraph> graphs = search_graphs();
  // The oracle takes the square of that.
  constexpr Vertex kMostVertices = 600;
  for (std::size_t i = GetParam().first; i < graphs.size(); i += GetParam().step) {
    if (graphs[i].graph.num_vertices() > kMostVertices) continue;
    SCOPED_TRACE(graphs[i].name);
    expect_closeness(graphs[i].graph, GetParam().find);
  }
}

std::vector<Edge> complete_bipartite_edges(Vertex left, Vertex right) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < left; ++u) {
    for (Vertex v = 0; v < right; ++v) edges.push_back({u, left + v});
  }
  return edges;
}

// Batches that are full, begun and one source long; levels that are few, many, listed and not.
TEST_P(Closeness, OfGraphsOfManySizes) {
  for (const Vertex n : GetParam().random) {
    std::vector<NamedGraph> graphs{
        {"path", make_graph(n, line_edges(n))},
        {"directed path", make_graph(n, line_edges(n), Directedness::kDirected)},
        {"complete bipartite", make_graph(n, complete_bipartite_edges(n / 2, n - n / 2))}};
    for (const Vertex m : {n / 2, n, 3 * n, 16 * n}) {
      for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
        graphs.push_back({std::to_string(m) + " random edges",
                          make_graph(n, random_edges(n, m, m), directedness, kKeepAll)});
      }
    }
    for (const auto& [name, graph] : graphs) {
      SCOPED_TRACE(name + " of " + std::to_string(n));
      expect_closeness(graph, GetParam().find);
    }
  }
}

/// By the host; every place must draw the same sources and add up the same distances.
std::vector<double> on_the_host(const Graph& graph, const ClosenessOptions& options) {
  const ClosenessResult result = closeness(graph, options);
  return {result.scores.begin(), result.scores.end()};
}

// The bound holds for a chance of 99 %; with this seed it does.
TEST_P(Closeness, EstimatesWithinTheBound) {
  const Vertex n = 600;
  const Graph graph = make_graph(n, random_edges(n, 4000, 3));
  const std::vector<double> closeness_scores =
      detail::serial_closeness(graph, Centrality::kCloseness);
  const std::vector<double> harmonic = detail::serial_closeness(graph, Centrality::kHarmonic);
  for (const std::uint64_t samples : GetParam().samples) {
    SCOPED_TRACE(samples);
    const double error = closeness(graph, {.samples = samples}).error;
    for (const Centrality centrality : {Centrality::kCloseness, Centrality::kHarmonic}) {
      const ClosenessOptions options{.centrality = centrality, .samples = samples, .seed = 5};
      const std::vector<double> found = GetParam().find(graph, options);
      const std::vector<double> same = on_the_host(graph, options);
      for (Vertex v = 0; v < n; ++v) {
        ASSERT_EQ(found[v], same[v]);
        if (centrality == Centrality::kHarmonic) {
          ASSERT_NEAR(found[v] / (n - 1), harmonic[v] / (n - 1), error);
        } else {
          constexpr double kMostLevels = 6;
          ASSERT_NEAR(1 / found[v], 1 / closeness_scores[v], kMostLevels * error);
        }
      }
    }
  }
  EXPECT_EQ(closeness(graph, {.samples = n}).error, 0);
  if (GetParam().samples.back() + 1 < n) return;
  EXPECT_EQ(GetParam().find(graph, {.samples = n + 5, .seed = 9}), closeness_scores);
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Places, Closeness, testing::ValuesIn(closeness_places()), kName);

}  // namespace
}  // namespace strider::test
