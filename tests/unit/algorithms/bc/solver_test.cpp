// The definitions: known scores, scales, sources and targets, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "strider/betweenness.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

using test::make_graph;

constexpr auto kDirected = Directedness::kDirected;

std::vector<double> scores_of(const Graph& graph, const BetweennessOptions& options = {}) {
  const BetweennessResult result = betweenness(graph, options);
  return {result.scores.begin(), result.scores.end()};
}

Graph star() {
  return make_graph(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}});
}

TEST(Betweenness, CountsAnUndirectedPairOnce) {
  EXPECT_EQ(scores_of(star()), (std::vector<double>{6, 0, 0, 0, 0}));
  EXPECT_EQ(scores_of(make_graph(4, test::line_edges(4))), (std::vector<double>{0, 2, 2, 0}));
}

TEST(Betweenness, CountsADirectedPairAsItIs) {
  EXPECT_EQ(scores_of(make_graph(4, test::line_edges(4), kDirected)),
            (std::vector<double>{0, 2, 2, 0}));
  EXPECT_EQ(scores_of(make_graph(3, {{0, 1}, {1, 2}, {2, 0}}, kDirected)),
            (std::vector<double>{1, 1, 1}));
}

TEST(Betweenness, SharesAPairAmongItsPaths) {
  // A square: each pair of opposite corners has two paths.
  EXPECT_EQ(scores_of(make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}})),
            (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
}

TEST(Betweenness, NormalizesByPairs) {
  const BetweennessOptions options{.scale = BetweennessScale::kNormalized};
  EXPECT_EQ(scores_of(star(), options)[0], 1);
  EXPECT_DOUBLE_EQ(scores_of(make_graph(4, test::line_edges(4), kDirected), options)[1], 2.0 / 6);
  EXPECT_EQ(scores_of(make_graph(2, {{0, 1}}), options), (std::vector<double>{0, 0}));
}

TEST(Betweenness, CountsEndpointsWhereAsked) {
  BetweennessOptions options{.endpoints = BetweennessEndpoints::kIncluded};
  // Each vertex is an end of four pairs.
  EXPECT_EQ(scores_of(star(), options), (std::vector<double>{10, 4, 4, 4, 4}));
  options.scale = BetweennessScale::kNormalized;
  EXPECT_EQ(scores_of(star(), options)[0], 1);
  EXPECT_DOUBLE_EQ(scores_of(star(), options)[1], 0.4);
}

TEST(Betweenness, ScoresEdgesInAscendingOrder) {
  const BetweennessResult result =
      betweenness(make_graph(4, {{3, 2}, {1, 0}, {2, 1}}), {.of = BetweennessOf::kEdges});
  ASSERT_EQ(result.edges.size(), 3U);
  EXPECT_EQ(result.edges[0], (Edge{0, 1}));
  EXPECT_EQ(result.edges[1], (Edge{1, 2}));
  EXPECT_EQ(result.edges[2], (Edge{2, 3}));
  EXPECT_EQ(std::vector<double>(result.scores.begin(), result.scores.end()),
            (std::vector<double>{3, 4, 3}));
}

TEST(Betweenness, ScoresBothDirectionsOfADirectedEdge) {
  const BetweennessResult result = betweenness(make_graph(3, {{0, 1}, {1, 0}, {1, 2}}, kDirected),
                                               {.of = BetweennessOf::kEdges});
  EXPECT_EQ(std::vector<double>(result.scores.begin(), result.scores.end()),
            (std::vector<double>{2, 1, 2}));
}

TEST(Betweenness, SourcesWithoutTargetsSumUpTheirDependenciesUnscaled) {
  const Graph line = make_graph(4, test::line_edges(4));
  EXPECT_EQ(scores_of(line, {.sources = {{0}}}), (std::vector<double>{0, 2, 1, 0}));
  // Both ends: the pair of the two counts from each.
  EXPECT_EQ(scores_of(line, {.sources = {{0, 3}}}), (std::vector<double>{0, 3, 3, 0}));
  EXPECT_EQ(scores_of(line, {.sources = {{3, 0, 3}}}), (std::vector<double>{0, 3, 3, 0}));
}

TEST(Betweenness, TargetsLeaveOnlyPairsOfASourceAndATarget) {
  const Graph line = make_graph(5, test::line_edges(5));
  EXPECT_EQ(scores_of(line, {.sources = {{0}}, .targets = {{4}}}),
            (std::vector<double>{0, 0.5, 0.5, 0.5, 0}));
  // Of an undirected pair each direction counts half: {0, 4} is reached twice, {0, 2} once.
  EXPECT_EQ(scores_of(line, {.sources = {{0, 4}}, .targets = {{0, 4, 2}}}),
            (std::vector<double>{0, 1.5, 1, 1.5, 0}));
  EXPECT_EQ(scores_of(line, {.scale = BetweennessScale::kNormalized,
                             .sources = {{0, 4}},
                             .targets = {{0, 4, 2}}}),
            (std::vector<double>{0, 3.0 / 12, 2.0 / 12, 3.0 / 12, 0}));
  const std::vector<Vertex> all{0, 1, 2, 3, 4};
  EXPECT_EQ(scores_of(line, {.sources = all, .targets = all}), scores_of(line));
  const Graph arrows = make_graph(5, test::line_edges(5), kDirected);
  EXPECT_EQ(scores_of(arrows, {.sources = {{0, 4}}, .targets = {{0, 4}}}),
            (std::vector<double>{0, 1, 1, 1, 0}));
}

TEST(Betweenness, AllSamplesAreTheExactScores) {
  const Graph graph = make_graph(40, test::random_edges(40, 90, 1));
  EXPECT_EQ(scores_of(graph, {.samples = 40}), scores_of(graph));
}

TEST(Betweenness, SamplesAreScaledToAllVertices) {
  // Every vertex of a ring is like any other: any sample must give a mean near the exact score.
  const Vertex n = 31;
  std::vector<Edge> ring = test::line_edges(n);
  ring.push_back({n - 1, 0});
  const Graph graph = make_graph(n, ring);
  const double exact = scores_of(graph)[0];
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const double score : scores_of(graph, {.samples = 6, .seed = seed})) sum += score;
  }
  EXPECT_NEAR(sum / 200 / n, exact, 0.01 * exact);
}

TEST(Betweenness, OneSampleSaysNothingOfItsOwnVertex) {
  const std::vector<double> scores = scores_of(star(), {.samples = 1});
  EXPECT_EQ(std::count_if(scores.begin(), scores.end(), [](double s) { return std::isnan(s); }), 1);
}

TEST(Betweenness, ParallelEdgesAreOneAndSelfLoopsNone) {
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  const std::vector<Edge> edges{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 3}, {2, 3}};
  for (const auto directedness : {Directedness::kUndirected, kDirected}) {
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      EXPECT_EQ(scores_of(make_graph(4, edges, directedness, keep), {.of = of}),
                scores_of(make_graph(4, edges, directedness), {.of = of}));
    }
  }
}

TEST(Betweenness, SelfLoopsOfAnUnsortedGraphAreRemoved) {
  Array<EdgeIndex> offsets = Array<EdgeIndex>::copy_of(std::vector<EdgeIndex>{0, 2, 5, 6});
  Array<Vertex> targets = Array<Vertex>::copy_of(std::vector<Vertex>{1, 1, 2, 0, 0, 1});
  const Graph graph(Csr(std::move(offsets), std::move(targets)), Directedness::kUndirected, 0);
  EXPECT_EQ(scores_of(graph), (std::vector<double>{0, 1, 0}));
}

TEST(Betweenness, RefusesWhatMakesNoSense) {
  const Graph graph = star();
  const std::vector<Vertex> absent{5};
  const auto refuse = [&](const BetweennessOptions& options) {
    EXPECT_THROW((void)betweenness(graph, options), UsageError);
  };
  refuse({.sources = absent});
  refuse({.sources = {{0}}, .targets = absent});
  refuse({.targets = {{0}}});
  refuse({.sources = {{0}}, .samples = 2});
  refuse({.samples = 0});
  refuse({.samples = 6});
  refuse({.of = BetweennessOf::kEdges, .endpoints = BetweennessEndpoints::kIncluded});
  refuse({.run = {.threads = -1}});
}

TEST(Betweenness, StopsWhenAsked) {
  const Graph graph = make_graph(3000, test::random_edges(3000, 12000, 1));
  BetweennessOptions options;
  options.run.on_progress = [](const BetweennessProgress&) { return RunControl::kStop; };
  EXPECT_THROW((void)betweenness(graph, options), InterruptedError);
}

TEST(Betweenness, NamesLeadToMethodsAndBack) {
  for (const BetweennessMethod method : all_betweenness_methods()) {
    EXPECT_EQ(betweenness_method_from_name(betweenness_method_name(method)), method);
  }
  EXPECT_EQ(betweenness_method_from_name("brandes"), std::nullopt);
}

}  // namespace
}  // namespace strider
