// Paths found from both ends: as short as the oracle's levels say, made of edges.
#include <gtest/gtest.h>

#include <string>

#include "base/random.hpp"
#include "conformance/bfs.hpp"
#include "strider/error.hpp"
#include "strider/paths.hpp"
#include "strider/validate.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

void expect_path(const Graph& graph, Vertex source, Vertex target, const Path& path,
                 const std::string& what) {
  const Level level = bfs_oracle(graph, source).levels()[target];
  ASSERT_EQ(path.found(), level != kUnreached) << what;
  if (path.found()) {
    ASSERT_EQ(path.hops(), level) << what;
  }
  const PathValidation validation = validate_path(graph, source, target, path.vertices);
  ASSERT_TRUE(validation.passed()) << what << ": " << validation.violations.front().message;
}

TEST(PathFinder, FindsShortestPathsInAllShapes) {
  for (const auto& [name, graph] : search_graphs()) {
    PathFinder finder(graph);
    for (const Vertex source : some_sources(graph)) {
      for (const Vertex target : some_sources(graph, {graph.num_vertices() / 2})) {
        const std::string what =
            name + " from " + std::to_string(source) + " to " + std::to_string(target);
        expect_path(graph, source, target, finder.run(source, target), what);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(PathFinder, FindsShortestPathsInRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CounterRng rng(20260102, seed);
    const auto [n, edges] = draw_edges(rng, seed, 11);
    const Directedness directedness = draw_directedness(rng);
    const Graph graph = make_graph(n, edges, directedness, draw_build(rng));
    PathFinder finder(graph);
    for (int i = 0; i < 20; ++i) {
      const auto source = static_cast<Vertex>(rng.below(n));
      const auto target = static_cast<Vertex>(rng.below(n));
      const Path path = finder.run(source, target);
      expect_path(graph, source, target, path, "random graph " + std::to_string(seed));
      EXPECT_EQ(shortest_path(graph, source, target).vertices, path.vertices);
      if (HasFatalFailure()) return;
    }
  }
}

// Where levels grow fast, both ends together reach little of the graph.
TEST(PathFinder, TouchesFewVertices) {
  constexpr Vertex kVertices = 1U << 16U;
  std::vector<Edge> edges;
  CounterRng rng(7, 0);
  for (Vertex v = 0; v < kVertices; ++v) {
    for (int i = 0; i < 4; ++i) edges.push_back({v, static_cast<Vertex>(rng.below(kVertices))});
  }
  const Graph graph = make_graph(kVertices, edges);
  PathFinder finder(graph);
  std::uint64_t touched = 0;
  for (Vertex i = 0; i < 20; ++i) touched += finder.run(i, kVertices - 1 - i).touched;
  EXPECT_LT(touched / 20, kVertices / 20);
}

TEST(PathFinder, RefusesWhatIsNoVertex) {
  PathFinder finder(make_graph(3, {{0, 1}}));
  expect_error<UsageError>("source: 3 is not a vertex", [&] { (void)finder.run(3, 0); });
  expect_error<UsageError>("target: 7 is not a vertex", [&] { (void)finder.run(0, 7); });
}

TEST(BfsResult, LeadsToATargetFromTheNearestSource) {
  const Graph graph = make_graph(10, line_edges(10));
  const Vertex sources[] = {9, 0};
  const BfsResult result = bfs(graph, BfsQuery{.sources = sources, .depth = 3});
  EXPECT_EQ(result.path_to(2), (std::vector<Vertex>{0, 1, 2}));
  EXPECT_EQ(result.path_to(7), (std::vector<Vertex>{9, 8, 7}));
  EXPECT_EQ(result.path_to(9), (std::vector<Vertex>{9}));
  EXPECT_EQ(result.path_to(4), (std::vector<Vertex>{}));
}

}  // namespace
}  // namespace strider::test
