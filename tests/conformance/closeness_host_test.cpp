// Closeness on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
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

/// The scores that are asked for, of all.
std::vector<double> only_top(std::vector<double> scores, std::uint64_t count) {
  std::vector<double> sorted = scores;
  std::ranges::sort(sorted, std::greater<>());
  const double least = sorted[std::min<std::size_t>(count, sorted.size()) - 1];
  for (double& score : scores) {
    if (score < least) score = std::numeric_limits<double>::quiet_NaN();
  }
  return scores;
}

// Equal scores, one component and many, edges that lead one way, all vertices and one.
TEST(ClosenessOnTheHost, FindsTheHighestOnly) {
  constexpr Vertex kMostVertices = 600;
  std::vector<NamedGraph> graphs = search_graphs();
  for (const Vertex m : {100, 300, 900, 5000}) {
    for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
      graphs.push_back({std::to_string(m) + " random edges",
                        make_graph(300, random_edges(300, m, m), directedness, kKeepAll)});
      graphs.push_back({std::to_string(m) + " skewed edges",
                        make_graph(256, skewed_edges(8, m, m), directedness)});
    }
  }
  for (const auto& [name, graph] : graphs) {
    if (graph.num_vertices() > kMostVertices || graph.num_vertices() == 0) continue;
    for (const ClosenessOptions& asked :
         {ClosenessOptions{}, ClosenessOptions{.scale = ClosenessScale::kReachable},
          ClosenessOptions{.centrality = Centrality::kHarmonic}}) {
      const ClosenessResult all = closeness(graph, asked);
      for (const std::uint64_t count : {1, 20}) {
        for (const int threads : {1, 5}) {
          SCOPED_TRACE(name + ", the " + std::to_string(count) + " highest");
          ClosenessOptions options = asked;
          options.top = count;
          options.threads = threads;
          const ClosenessResult found = closeness(graph, options);
          const std::vector<double> expected =
              only_top({all.scores.begin(), all.scores.end()}, count);
          for (Vertex v = 0; v < graph.num_vertices(); ++v) {
            if (std::isnan(expected[v])) {
              ASSERT_TRUE(std::isnan(found.scores[v])) << v;
            } else {
              ASSERT_EQ(found.scores[v], expected[v]) << v;
            }
          }
          EXPECT_TRUE(validate_closeness(graph, found.scores.span(), 0, options).passed());
        }
      }
    }
  }
  EXPECT_TRUE(closeness(Graph(), {.top = 3}).scores.empty());
  EXPECT_THROW((void)closeness(make_graph(3, line_edges(3)), {.top = 0}), UsageError);
}

TEST(ClosenessOnTheHost, GivesUpSearchesThatCannotBeAmongTheHighest) {
  std::vector<Edge> star;
  for (Vertex leaf = 1; leaf < 4096; ++leaf) star.push_back({0, leaf});
  EXPECT_EQ(closeness(make_graph(4096, star), {.top = 1, .threads = 1}).num_sources, 1U);
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
