// The check of PageRank refuses what is no fixed point.
#include "strider/pagerank.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

std::vector<NamedGraph> scored_graphs() {
  return {{"random", make_graph(500, random_edges(500, 1000, 1))},
          {"directed", make_graph(500, random_edges(500, 1000, 2), Directedness::kDirected)},
          {"loops", make_graph(50, random_edges(50, 300, 3), Directedness::kDirected, kKeepAll)},
          {"isolated", make_graph(70, {})}};
}

PageRankRule first_rule(const Graph& graph, const std::vector<double>& scores,
                        const PageRankOptions& options = {}) {
  const PageRankValidation found = validate_pagerank(graph, scores, options);
  EXPECT_FALSE(found.passed());
  return found.passed() ? PageRankRule{} : found.violations.front().rule;
}

void expect_accepted(const Graph& graph, const PageRankOptions& options) {
  const PageRankResult found = pagerank(graph, options);
  EXPECT_TRUE(validate_pagerank(graph, found.scores.span(), options).passed());
}

TEST(ValidatePageRank, AcceptsWhatRunsFind) {
  for (const auto& [name, graph] : scored_graphs()) {
    SCOPED_TRACE(name);
    for (const double damping : {0.5, 0.85, 0.99}) expect_accepted(graph, {.damping = damping});
    expect_accepted(graph, {.tolerance = 1e-4, .threads = 2});
    expect_accepted(graph, {.iterations = 3});
    std::vector<double> jumps(graph.num_vertices());
    jumps[7] = 3;
    expect_accepted(graph, {.personalization = jumps});
  }
  EXPECT_TRUE(validate_pagerank(Graph(), {}).passed());
}

TEST(ValidatePageRank, RefusesScoresThatAreWrong) {
  const Graph graph = scored_graphs()[0].graph;
  const PageRankResult found = pagerank(graph);
  const std::vector<double> right(found.scores.begin(), found.scores.end());
  for (const double bad : {-1e-3, std::nan(""), HUGE_VAL}) {
    std::vector<double> wrong = right;
    wrong[3] = bad;
    EXPECT_EQ(first_rule(graph, wrong), PageRankRule::kScores);
    EXPECT_EQ(validate_pagerank(graph, wrong).violations.front().vertex, 3U);
  }
  std::vector<double> wrong = right;
  for (double& score : wrong) score *= 1.01;
  EXPECT_EQ(first_rule(graph, wrong), PageRankRule::kTotal);
  wrong = right;
  std::swap(wrong[0], wrong[1]);
  EXPECT_EQ(first_rule(graph, wrong), PageRankRule::kFixedPoint);
  EXPECT_EQ(first_rule(graph, right, {.damping = 0.8}), PageRankRule::kFixedPoint);
  const std::vector<double> even(graph.num_vertices(), 1.0 / graph.num_vertices());
  EXPECT_EQ(first_rule(graph, even, {.iterations = 40}), PageRankRule::kFixedPoint);
  EXPECT_THROW((void)validate_pagerank(graph, std::vector<double>(3)), UsageError);
}

TEST(ValidatePageRank, FollowsWeights) {
  const Graph graph = make_graph(200, random_edges(200, 900, 4), Directedness::kDirected);
  Array<double> weights(graph.num_arcs());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 5);
  const WeightedGraph<double> weighted(graph, std::move(weights));
  const PageRankResult found = pagerank(weighted);
  EXPECT_TRUE(validate_pagerank(weighted, found.scores.span()).passed());
  EXPECT_FALSE(validate_pagerank(graph, found.scores.span()).passed());
}

}  // namespace
}  // namespace strider::test
