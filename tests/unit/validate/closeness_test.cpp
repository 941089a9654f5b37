// The validator of closeness, fed with wrong scores.
#include "strider/closeness.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

constexpr Vertex kVertices = 60;

Graph some_graph() {
  return make_graph(kVertices, random_edges(kVertices, 150, 1), Directedness::kDirected);
}

ClosenessRule first_rule(const Graph& graph, const std::vector<double>& scores,
                         const ClosenessOptions& options) {
  const ClosenessValidation found = validate_closeness(graph, scores, 0, options);
  EXPECT_EQ(found.violations.size(), 1U);
  return found.passed() ? ClosenessRule{} : found.violations.front().rule;
}

TEST(ValidateCloseness, FindsWrongScores) {
  const Graph graph = some_graph();
  for (const Centrality centrality : {Centrality::kCloseness, Centrality::kHarmonic}) {
    const ClosenessOptions options{.centrality = centrality};
    const ClosenessResult result = closeness(graph, options);
    const std::vector<double> right(result.scores.begin(), result.scores.end());
    EXPECT_TRUE(validate_closeness(graph, right, 0, options).passed());
    EXPECT_EQ(validate_closeness(graph, right, 0, options).num_searched, kVertices + 1);
    for (const Vertex v : {0U, 17U, kVertices - 1}) {
      std::vector<double> wrong = right;
      wrong[v] *= 0.99;
      if (right[v] > 0) {
        EXPECT_EQ(first_rule(graph, wrong, options), ClosenessRule::kScores);
      }
      for (const double absurd : {-1.0, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
        wrong[v] = absurd;
        EXPECT_EQ(first_rule(graph, wrong, options), ClosenessRule::kRange);
      }
    }
  }
  EXPECT_THROW((void)validate_closeness(graph, std::vector<double>(3), 0), UsageError);
}

TEST(ValidateCloseness, MeasuresErrorsByTheScore) {
  const Graph path = make_graph(kVertices, line_edges(kVertices));
  const ClosenessResult result = closeness(path);
  std::vector<double> scores(result.scores.begin(), result.scores.end());
  scores[0] *= 1 + 5e-9;
  EXPECT_EQ(first_rule(path, scores, {}), ClosenessRule::kScores);
}

TEST(ValidateCloseness, FindsWhatIsMissingOfTheHighest) {
  const Graph graph = make_graph(6, {{0, 1}, {1, 2}, {1, 3}, {3, 4}});
  const ClosenessOptions options{.top = 2};
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const ClosenessResult all = closeness(graph);
  std::vector<double> scores{kNone, all.scores[1], kNone, all.scores[3], kNone, kNone};
  EXPECT_TRUE(validate_closeness(graph, scores, 0, options).passed());
  scores[3] = kNone;
  EXPECT_EQ(first_rule(graph, scores, options), ClosenessRule::kTop);
  scores[2] = all.scores[2];  // vertex 3 has a higher one
  EXPECT_EQ(first_rule(graph, scores, options), ClosenessRule::kTop);
  scores[2] = 1e-3;
  EXPECT_EQ(first_rule(graph, scores, options), ClosenessRule::kScores);
}

TEST(ValidateCloseness, TakesTheScaleAskedFor) {
  const Graph graph = make_graph(5, {{0, 1}, {1, 2}, {3, 4}});
  const ClosenessOptions reachable{.scale = ClosenessScale::kReachable};
  const ClosenessResult result = closeness(graph, reachable);
  EXPECT_TRUE(validate_closeness(graph, result.scores.span(), 0, reachable).passed());
  EXPECT_FALSE(validate_closeness(graph, result.scores.span(), 0).passed());
}

TEST(ValidateCloseness, AllowsForTheErrorOfSamples) {
  const Graph graph = make_graph(kVertices, random_edges(kVertices, 400, 2));
  for (const Centrality centrality : {Centrality::kCloseness, Centrality::kHarmonic}) {
    const ClosenessOptions options{.centrality = centrality, .samples = 20};
    const ClosenessResult result = closeness(graph, options);
    const std::vector<double> scores(result.scores.begin(), result.scores.end());
    EXPECT_TRUE(validate_closeness(graph, scores, result.error, options).passed());
    EXPECT_FALSE(validate_closeness(graph, scores, 0, options).passed());
  }
}

}  // namespace
}  // namespace strider::test
