// Closeness on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "conformance/closeness.hpp"
#include "strider/bfs.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/error.hpp"

namespace strider::test {

std::vector<ClosenessPlace> closeness_places() {
  std::vector<ClosenessPlace> places;
  for (const int threads : {1, 2, 5}) {
    const auto find = [=](const Graph& graph, ClosenessOptions options) {
      options.threads = threads;
      const ClosenessResult result = closeness(graph, options);
      return std::vector<double>(result.scores.begin(), result.scores.end());
    };
    places.push_back({.name = std::to_string(threads) + "_threads",
                      .find = find,
                      .random = {1, 2, 65, 127, 128, 129, 600}});
  }
  return places;
}

TEST(ClosenessOnTheHost, RefusesOptionsOutOfRange) {
  EXPECT_THROW((void)closeness(Graph(), {.threads = -1}), UsageError);
  EXPECT_THROW((void)closeness(make_graph(3, line_edges(3)), {.samples = 0}), UsageError);
}

// Sources that repeat, in batches that are full and begun.
TEST(DistancesOnTheHost, AreThoseOfSingleSearches) {
  for (const auto& [name, graph] : search_graphs()) {
    const Vertex n = graph.num_vertices();
    std::vector<Vertex> sources;
    for (Vertex i = 0; n > 0 && i < 150; ++i) sources.push_back((i * 7919) % n);
    for (const int threads : {1, 2, 5}) {
      SCOPED_TRACE(name + ", " + std::to_string(threads) + " threads");
      const DistanceMatrix found = distances(graph, sources, threads);
      ASSERT_EQ(found.levels.size(), sources.size() * n);
      EXPECT_TRUE(validate_distances(graph, sources, found, threads).passed());
      for (std::size_t i = 0; i < sources.size(); i += 11) {
        const BfsResult tree = bfs(graph, sources[i], {.threads = 1});
        for (Vertex v = 0; v < n; ++v) ASSERT_EQ(found.row(i)[v], tree.levels()[v]);
      }
    }
  }
  const Graph pair = make_graph(2, line_edges(2));
  EXPECT_THROW((void)distances(pair, std::vector<Vertex>{2}), UsageError);
  EXPECT_TRUE(distances(pair, {}).levels.empty());
}

// A caller's own parallel region leaves searches fewer threads than they ask for.
TEST(ClosenessOnTheHost, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 11U, 12), Directedness::kDirected);
  std::vector<Vertex> sources(300);
  std::iota(sources.begin(), sources.end(), Vertex{0});
  const DistanceMatrix expected = distances(graph, sources, 1);
  for (const ClosenessPlace& place : closeness_places()) {
    parallel_region(2, [&](int, int) { expect_closeness(graph, place.find); });
  }
  for (const int threads : {1, 2, 5}) {
    parallel_region(2, [&](int, int) {
      EXPECT_TRUE(std::ranges::equal(distances(graph, sources, threads).levels, expected.levels));
    });
  }
}

// No team begins another batch once a caller's function has thrown.
TEST(ClosenessOnTheHost, EndsWhereProgressThrows) {
  for (const int threads : {1, 2}) {
    std::size_t calls = 0;
    const auto fail = [&](std::uint64_t, std::uint64_t) {
      ++calls;
      throw std::runtime_error("enough");
    };
    EXPECT_THROW((void)closeness(make_graph(10'000, line_edges(10'000)),
                                 {.threads = threads, .on_progress = fail}),
                 std::runtime_error);
    EXPECT_LE(calls, static_cast<std::size_t>(threads));
  }
}

TEST(ClosenessOnTheHost, TellsOfProgress) {
  std::uint64_t last = 0;
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 1000U);
    EXPECT_GT(done, last);
    last = done;
  };
  (void)closeness(make_graph(1000, line_edges(1000)), {.threads = 2, .on_progress = tell});
  EXPECT_EQ(last, 1000U);
}

}  // namespace strider::test
