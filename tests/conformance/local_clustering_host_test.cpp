// Local clustering on the cores of one machine: bit by bit the coefficients of the oracle.
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/local_clustering/reference/serial.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/local_clustering.hpp"
#include "support/graphs.hpp"
#include "support/progress.hpp"

namespace strider::test {
namespace {

class LocalClustering : public testing::TestWithParam<int> {
 protected:
  static void expect_coefficients(const Graph& graph) {
    const detail::SerialClustering expected = detail::serial_local_clustering(graph);
    const LocalClusteringResult found = local_clustering(graph, {.threads = GetParam()});
    EXPECT_TRUE(std::ranges::equal(found.links, expected.links));
    EXPECT_TRUE(std::ranges::equal(found.coefficients, expected.coefficients));
  }
};

TEST_P(LocalClustering, OfShapes) {
  for (const auto& [name, graph] : search_graphs()) {
    SCOPED_TRACE(name);
    expect_coefficients(graph);
  }
}

TEST_P(LocalClustering, OfRandomGraphs) {
  CounterRng rng(12, 0);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const DrawnEdges drawn = draw_edges(rng, seed, 9);
    const Directedness directedness = draw_directedness(rng);
    expect_coefficients(make_graph(drawn.num_vertices, drawn.edges, directedness, draw_build(rng)));
  }
}

TEST_P(LocalClustering, OfCompleteGraphs) {
  const Vertex n = 300;
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  const LocalClusteringResult found = local_clustering(make_graph(n, edges), {GetParam()});
  EXPECT_TRUE(std::ranges::all_of(found.coefficients, [](double c) { return c == 1; }));
  EXPECT_EQ(found.links[0], (n - 1) * (n - 2) / 2);
}

TEST_P(LocalClustering, OfALongPathAndAStar) {
  const Vertex n = 1'000'000;
  for (const bool is_star : {false, true}) {
    std::vector<Edge> edges = line_edges(n);
    if (is_star) std::ranges::for_each(edges, [](Edge& edge) { edge.source = 0; });
    const LocalClusteringResult found = local_clustering(make_graph(n, edges), {GetParam()});
    EXPECT_TRUE(std::ranges::all_of(found.coefficients, [](double c) { return c == 0; }));
  }
}

// A caller's own parallel region leaves counting fewer threads than it asks for.
TEST_P(LocalClustering, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12));
  parallel_region(2, [&](int, int) { expect_coefficients(graph); });
}

TEST_P(LocalClustering, TellsHowFarItIs) {
  const Graph graph = make_graph(1U << 14U, skewed_edges(14, 1U << 17U, 12));
  ReportedProgress reported;
  (void)local_clustering(graph, {.threads = GetParam(), .on_progress = reported.listener()});
  // The first thread tells what all have done; of several it may get no turn.
  if (GetParam() == 1) {
    EXPECT_GT(reported.totals().size(), 100U);
  }
  EXPECT_TRUE(
      std::ranges::all_of(reported.totals(), [](auto total) { return total == 1U << 14U; }));
}

TEST(LocalClusteringOnTheHost, RefusesAbsurdThreads) {
  EXPECT_THROW((void)local_clustering(Graph(), {.threads = -1}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Threads, LocalClustering, testing::Values(1, 2, 5));

}  // namespace
}  // namespace strider::test
