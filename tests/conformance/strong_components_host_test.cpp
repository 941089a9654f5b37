// Strong components on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "conformance/strong_components.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

FoundComponents find_by(int threads, const Graph& graph) {
  return to_found(strong_components(graph, {.threads = threads}));
}

TEST(StrongComponentsOnTheHost, RefuseAbsurdThreads) {
  EXPECT_THROW((void)strong_components(Graph(), {.threads = -1}), UsageError);
  const Graph directed = make_graph(2, {{0, 1}}, Directedness::kDirected);
  EXPECT_THROW((void)strong_components(directed, {.threads = -1}), UsageError);
}

// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST(StrongComponentsOnTheHost, InsideAParallelRegion) {
  for (const int threads : {1, 2, 5}) {
    parallel_region(2, [&](int, int) {
      expect_strong_components(random_strong_graphs(300),
                               [&](const Graph& graph) { return find_by(threads, graph); });
    });
  }
}

TEST(StrongComponentsOnTheHost, OfAMillionVerticesInARow) {
  constexpr Vertex kMany = 1'000'000;
  std::vector<Edge> edges = line_edges(kMany);
  for (const int threads : {1, 2}) {
    const FoundComponents path =
        find_by(threads, make_graph(kMany, edges, Directedness::kDirected));
    EXPECT_EQ(path.sizes.num_components, kMany);
  }
  edges.push_back({kMany - 1, 0});
  const FoundComponents cycle = find_by(2, make_graph(kMany, edges, Directedness::kDirected));
  EXPECT_EQ(cycle.sizes.num_components, 1U);
  EXPECT_EQ(cycle.sizes.largest, 0U);
}

}  // namespace

std::vector<ComponentsPlace> strong_components_places() {
  std::vector<ComponentsPlace> places;
  for (const int threads : {1, 2, 5}) {
    const auto find = [=](const Graph& graph) { return find_by(threads, graph); };
    // The oracle has made the transpose, which not all callers have.
    const auto find_without = [=](const Graph& graph) {
      return find_by(threads, Graph(graph.out(), graph.directedness(), graph.num_self_loops()));
    };
    for (const bool has_transpose : {true, false}) {
      places.push_back({.name = std::to_string(threads) + "_threads" +
                                (has_transpose ? "" : "_without_transpose"),
                        .find = has_transpose ? std::function<FoundComponents(const Graph&)>(find)
                                              : find_without,
                        .random = {1, 2, 8, 50, 700, 5000, 100'000},
                        .kronecker_scale = 16});
    }
  }
  return places;
}

}  // namespace strider::test
