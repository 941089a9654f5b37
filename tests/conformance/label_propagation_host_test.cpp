// Label propagation on the cores of one machine: bit by bit the labels of the oracle.
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/label_propagation/reference/serial.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/label_propagation.hpp"
#include "support/graphs.hpp"
#include "support/progress.hpp"

namespace strider::test {
namespace {

class LabelPropagation : public testing::TestWithParam<int> {
 protected:
  static void expect_labels(const Graph& graph, std::uint32_t iterations) {
    const auto expected = detail::serial_label_propagation(graph, iterations);
    const auto found = label_propagation(graph, {.iterations = iterations, .threads = GetParam()});
    EXPECT_TRUE(std::ranges::equal(found.labels, expected));
    EXPECT_LE(found.iterations, iterations);
  }
};

TEST_P(LabelPropagation, OfShapes) {
  for (const auto& [name, graph] : search_graphs()) {
    SCOPED_TRACE(name);
    for (const std::uint32_t iterations : {0U, 1U, 2U, 9U}) expect_labels(graph, iterations);
  }
}

TEST_P(LabelPropagation, OfRandomGraphs) {
  CounterRng rng(11, 0);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const DrawnEdges drawn = draw_edges(rng, seed, 11);
    const Directedness directedness = draw_directedness(rng);
    expect_labels(make_graph(drawn.num_vertices, drawn.edges, directedness, draw_build(rng)), 7);
  }
}

TEST_P(LabelPropagation, EndsWhereNothingChanges) {
  // Two triangles: the second iteration changes nothing.
  const Graph graph = make_graph(6, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}});
  const auto found = label_propagation(graph, {.iterations = 100, .threads = GetParam()});
  EXPECT_LT(found.iterations, 5U);
  EXPECT_TRUE(std::ranges::equal(found.labels, std::vector<Vertex>{0, 0, 0, 3, 3, 3}));
}

TEST_P(LabelPropagation, OfALongPathAndAStar) {
  const Vertex n = 100'000;
  expect_labels(make_graph(n, line_edges(n)), 4);
  std::vector<Edge> star;
  for (Vertex v = 1; v < n; ++v) star.push_back({0, v});
  expect_labels(make_graph(n, star), 4);
}

// A caller's own parallel region leaves iterations fewer threads than they ask for.
TEST_P(LabelPropagation, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12));
  parallel_region(2, [&](int, int) { expect_labels(graph, 9); });
}

TEST_P(LabelPropagation, TellsHowFarItIs) {
  const Graph graph = make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 12));
  ReportedProgress reported;
  (void)label_propagation(
      graph, {.iterations = 3, .threads = GetParam(), .on_progress = reported.listener()});
  EXPECT_EQ(reported.totals(), std::vector<std::uint64_t>(3, 3));
  ReportedProgress ended;
  const LabelPropagationResult found = label_propagation(
      make_graph(1000, {}),
      {.iterations = 900, .threads = GetParam(), .on_progress = ended.listener()});
  EXPECT_EQ(ended.totals(), std::vector<std::uint64_t>{found.iterations});
}

TEST(LabelPropagationOnTheHost, RefusesAbsurdThreads) {
  EXPECT_THROW((void)label_propagation(Graph(), {.threads = -1}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Threads, LabelPropagation, testing::Values(1, 2, 5));

}  // namespace
}  // namespace strider::test
