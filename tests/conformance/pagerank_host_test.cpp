// PageRank on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "conformance/pagerank.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"

namespace strider::test {
namespace {

template <class AnyGraph>
FoundPageRank find_by(int threads, const AnyGraph& graph, PageRankOptions options) {
  options.threads = threads;
  return to_found(pagerank(graph, options));
}

TEST(PageRankOnTheHost, IsTheSameForEveryNumberOfThreads) {
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = make_graph(1U << 14U, skewed_edges(14, 1U << 18U, 3), directedness);
    for (const double tolerance : {1e-8, 1e-13}) {
      const FoundPageRank one = find_by(1, graph, {.tolerance = tolerance});
      for (const int threads : {2, 5}) {
        EXPECT_EQ(one.scores, find_by(threads, graph, {.tolerance = tolerance}).scores);
      }
    }
  }
}

// A caller's own parallel region leaves iterations fewer threads than they ask for.
TEST(PageRankOnTheHost, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12));
  const FoundPageRank expected = find_by(1, graph, {});
  for (const int threads : {1, 2, 5}) {
    parallel_region(
        2, [&](int, int) { EXPECT_EQ(find_by(threads, graph, {}).scores, expected.scores); });
  }
}

/// Half way, what is predicted of the number of iterations is off by a quarter at most.
TEST(PageRankOnTheHost, TellsHowManyIterationsThereWillBe) {
  for (const auto method : {PageRankMethod::kPower, PageRankMethod::kAccelerated}) {
    const Graph graph = make_graph(60 * 60, grid_edges(60, 60));
    ReportedProgress reported;
    const PageRankResult found =
        pagerank(graph, {.tolerance = 1e-12, .method = method, .on_progress = reported.listener()});
    ASSERT_TRUE(found.converged);
    ASSERT_GT(found.iterations, 8U);
    EXPECT_EQ(reported.done(), found.iterations);
    EXPECT_EQ(reported.totals().back(), found.iterations);
    const auto predicted = static_cast<double>(reported.totals()[found.iterations / 2]);
    EXPECT_NEAR(predicted, found.iterations, 0.25 * found.iterations);
  }
  ReportedProgress reported;
  (void)pagerank(make_graph(100, line_edges(100)),
                 {.iterations = 7, .on_progress = reported.listener()});
  EXPECT_EQ(reported.totals(), std::vector<std::uint64_t>(7, 7));
}

TEST(PageRankOnTheHost, RefusesWeightsThatAreNoProbabilities) {
  const Graph graph = make_graph(3, line_edges(3));
  for (const double bad : {-1.0, std::nan(""), HUGE_VAL}) {
    Array<double> weights(graph.num_arcs(), 1);
    weights[3] = bad;
    expect_error<WeightError>("from 2 to 1", [&] {
      static_cast<void>(pagerank(WeightedGraph<double>(graph, std::move(weights))));
    });
  }
  EXPECT_THROW((void)pagerank(graph, {.threads = -1}), UsageError);
}

}  // namespace

std::vector<PageRankTestPlace> pagerank_places() {
  std::vector<PageRankTestPlace> places;
  for (const int threads : {1, 2, 5}) {
    places.push_back(
        {.name = std::to_string(threads) + "_threads",
         .find = [=](const Graph& graph,
                     const PageRankOptions& options) { return find_by(threads, graph, options); },
         .find_weighted =
             [=](const WeightedGraph<double>& graph, const PageRankOptions& options) {
               return find_by(threads, graph, options);
             },
         .random = 5000});
  }
  return places;
}

}  // namespace strider::test
