#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

std::vector<double> scores_of(const Graph& graph, const BetweennessOptions& options) {
  const BetweennessResult result = betweenness(graph, options);
  return {result.scores.begin(), result.scores.end()};
}

std::vector<Graph> graphs() {
  std::vector<Graph> graphs;
  for (const Directedness way : {Directedness::kUndirected, Directedness::kDirected}) {
    graphs.push_back(test::make_graph(60, test::random_edges(60, 90, 1), way));
    graphs.push_back(test::make_graph(9, test::line_edges(9), way));
    graphs.push_back(test::make_graph(70, test::random_edges(70, 400, 2), way));
    graphs.push_back(test::make_graph(1, {}, way));
    graphs.push_back(test::make_graph(0, {}, way));
    graphs.push_back(test::make_graph(2, test::line_edges(2), way));
  }
  return graphs;
}

/// Everything that can be asked for without samples.
std::vector<BetweennessOptions> questions(const Graph& graph) {
  std::vector<BetweennessOptions> all;
  for (const auto scale : {BetweennessScale::kPairs, BetweennessScale::kNormalized}) {
    BetweennessOptions options{.scale = scale};
    all.push_back(options);
    options.of = BetweennessOf::kEdges;
    all.push_back(options);
    options.of = BetweennessOf::kVertices;
    options.endpoints = BetweennessEndpoints::kIncluded;
    all.push_back(options);
    if (graph.num_vertices() < 9) continue;
    options.endpoints = BetweennessEndpoints::kExcluded;
    options.sources = {0, 3, 5, 7};
    all.push_back(options);
    options.targets = {1, 3, 7, 8};
    all.push_back(options);
    options.of = BetweennessOf::kEdges;
    all.push_back(options);
  }
  return all;
}

TEST(ValidateBetweenness, AcceptsWhatIsRight) {
  for (const Graph& graph : graphs()) {
    for (const BetweennessOptions& options : questions(graph)) {
      for (const int threads : {1, 2, 4}) {
        BetweennessOptions asked = options;
        asked.run.threads = threads;
        const auto validation = validate_betweenness(graph, scores_of(graph, options), asked);
        EXPECT_TRUE(validation.passed())
            << graph.num_vertices() << " vertices: " << validation.violations.front().message;
      }
    }
  }
}

TEST(ValidateBetweenness, FindsASmallError) {
  const Graph graph = test::make_graph(70, test::random_edges(70, 400, 2));
  std::vector<double> scores = scores_of(graph, {});
  scores[33] += 1e-3;
  const auto validation = validate_betweenness(graph, scores, {});
  ASSERT_EQ(validation.violations.size(), 1U);
  EXPECT_EQ(validation.violations.front().rule, BetweennessRule::kTotal);
}

TEST(ValidateBetweenness, FindsWhatIsNoScore) {
  const Graph graph = test::make_graph(70, test::random_edges(70, 400, 2));
  for (const double wrong : {-1e-9, std::numeric_limits<double>::quiet_NaN()}) {
    std::vector<double> scores = scores_of(graph, {});
    scores[33] = wrong;
    const auto validation = validate_betweenness(graph, scores, {});
    ASSERT_FALSE(validation.passed());
    EXPECT_EQ(validation.violations.front().rule, BetweennessRule::kScores);
    EXPECT_EQ(validation.violations.front().place, 33U);
  }
}

TEST(ValidateBetweenness, RefusesWhatDoesNotFitTheGraph) {
  const Graph graph = test::make_graph(9, test::line_edges(9));
  const std::vector<double> scores = scores_of(graph, {});
  const auto refuses = [&](std::span<const double> some, const BetweennessOptions& options) {
    EXPECT_THROW(static_cast<void>(validate_betweenness(graph, some, options)), UsageError);
  };
  refuses(std::span(scores).first(8), {});
  refuses(scores, {.sources = {{3, 9}}});
  refuses(scores, {.sources = {{3}}, .targets = {{1, 1000}}});
  refuses(scores, {.targets = {{1}}});
}

TEST(ValidateBetweenness, RefusesSamples) {
  const Graph graph = test::make_graph(9, test::line_edges(9));
  EXPECT_THROW(static_cast<void>(validate_betweenness(graph, scores_of(graph, {}), {.samples = 3})),
               UsageError);
}

}  // namespace
}  // namespace strider
