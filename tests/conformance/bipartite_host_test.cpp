// Bipartitions on the cores of one machine: the sides of the oracle, or an odd cycle that holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/bipartite/reference/serial.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "strider/bipartite.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

void expect_bipartition(const std::string& name, const Graph& graph) {
  const auto expected = detail::serial_sides(graph);
  std::vector<Vertex> cycle;
  for (const int threads : {1, 2, 5}) {
    const std::string what = name + " on " + std::to_string(threads) + " threads";
    const Bipartition found = bipartition(graph, {.threads = threads});
    ASSERT_EQ(found.is_bipartite(), expected.has_value()) << what;
    if (expected) {
      ASSERT_TRUE(std::ranges::equal(found.sides, *expected)) << what;
    } else if (threads == 1) {
      cycle = found.odd_cycle;
    }
    ASSERT_EQ(found.odd_cycle, cycle) << what;
    const BipartiteValidation validation = validate_bipartition(graph, found, threads);
    ASSERT_TRUE(validation.passed()) << what << ": " << validation.violations.front().message;
  }
}

std::vector<Edge> cycle_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return edges;
}

TEST(BipartiteOnTheHost, OfShapes) {
  for (const auto& [name, graph] : search_graphs()) expect_bipartition(name, graph);
}

TEST(BipartiteOnTheHost, OfAdversarialGraphs) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const auto make = [&](Vertex n, const std::vector<Edge>& edges) {
      return make_graph(n, edges, directedness, kKeepAll);
    };
    expect_bipartition("no vertex", make(0, {}));
    expect_bipartition("one vertex", make(1, {}));
    expect_bipartition("a self-loop", make(3, {{2, 2}}));
    expect_bipartition("a self-loop behind a path", make(4, {{0, 1}, {1, 2}, {2, 3}, {3, 3}}));
    expect_bipartition("parallel edges", make(2, {{0, 1}, {0, 1}, {1, 0}}));
    expect_bipartition("a long path", make(100'000, line_edges(100'000)));
    for (const Vertex n : {3U, 4U, 7U, 10'000U, 10'001U}) {
      expect_bipartition("a cycle of " + std::to_string(n), make(n, cycle_edges(n)));
    }
    std::vector<Edge> complete;
    std::vector<Edge> star;
    for (Vertex u = 0; u < 60; ++u) {
      star.push_back({59, u == 59 ? 60 : u});
      for (Vertex v = 60; v < 110; ++v) complete.push_back({v, u});
    }
    expect_bipartition("a star", make(61, star));
    expect_bipartition("a complete bipartite graph", make(110, complete));
    complete.push_back({3, 57});
    expect_bipartition("one edge too many", make(110, complete));
    // The last of many components alone is odd.
    std::vector<Edge> apart;
    for (Vertex v = 0; v < 3000; v += 3) apart.push_back({v + 2, v});
    apart.insert(apart.end(), {{2997, 2998}, {2998, 2999}});
    expect_bipartition("an odd component", make(3000, apart));
  }
}

TEST(BipartiteOnTheHost, OfRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CounterRng rng(20260103, seed);
    const auto [n, edges] = draw_edges(rng, seed, 10);
    const auto directedness = draw_directedness(rng);
    expect_bipartition("random graph " + std::to_string(seed),
                       make_graph(n, edges, directedness, draw_build(rng)));
    // Of its edges only those between even and odd vertices.
    std::vector<Edge> crossing;
    for (const Edge& edge : edges) {
      if ((edge.source + edge.target) % 2 == 1) crossing.push_back(edge);
    }
    expect_bipartition("bipartite graph " + std::to_string(seed),
                       make_graph(n, crossing, directedness));
  }
}

// A caller's own parallel region leaves the search fewer threads than it asks for.
TEST(BipartiteOnTheHost, InsideAParallelRegion) {
  parallel_region(2, [&](int, int) {
    expect_bipartition("a grid", make_graph(100 * 60, grid_edges(100, 60)));
    expect_bipartition("skewed", make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12)));
  });
}

TEST(BipartiteOnTheHost, RefusesAbsurdThreads) {
  EXPECT_THROW((void)bipartition(make_graph(2, {{0, 1}}), {.threads = -1}), UsageError);
}

}  // namespace
}  // namespace strider::test
