// The check of strong components refuses whatever breaks one of its rules.
#include "conformance/strong_components.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

TEST(ValidateStrongComponents, AcceptsWhatTheOracleFinds) {
  for (const Vertex n : {1U, 50U, 700U}) {
    for (const auto& [name, graph] : random_strong_graphs(n)) {
      SCOPED_TRACE(name);
      const std::vector<Vertex> labels = detail::serial_strong_components(graph);
      for (const int threads : {1, 3}) {
        const auto of_graph = validate_strong_components(graph, labels, threads);
        const auto of_list = validate_strong_components(list_edges(graph), labels, threads);
        EXPECT_TRUE(of_graph.passed());
        EXPECT_TRUE(of_list.passed());
        EXPECT_EQ(of_graph.num_components, expected_sizes(labels).num_components);
        EXPECT_EQ(of_list.num_components, of_graph.num_components);
      }
    }
  }
}

// 0 -> 1 -> 2 -> 0, 2 -> 3, 3 <-> 4, 5.
const std::vector<Edge> kEdges{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 3}};
constexpr Vertex kMost = std::numeric_limits<Vertex>::max();

struct Corruption {
  std::vector<Vertex> labels;  ///< instead of 0 0 0 3 3 5
  std::vector<StrongRule> rules;
  Vertex vertex;  ///< the first rule's
  std::string message;
};
std::vector<Corruption> corruptions() {
  using enum StrongRule;
  return {
      {{0, 0, 0, 3, 3, 6},
       {kLeastVertex},
       5,
       "vertex 5 has label 6, which is not the least vertex of that label"},
      {{0, 0, kMost, 3, 3, kMost},
       {kLeastVertex},
       2,
       "vertex 2 has label 4294967295, which is not the least vertex of that label, and 1 more"},
      {{0, 0, 0, 4, 4, 5},
       {kLeastVertex},
       3,
       "vertex 3 has label 4, which is not the least vertex of that label"},
      {{0, 0, 1, 3, 3, 5},
       {kLeastVertex},
       2,
       "vertex 2 has label 1, which is not the least vertex of that label"},
      {{0, 0, 0, 3, 3, 3},
       {kReached, kLeadsBack},
       5,
       "vertex 5 is not reached from its label 3 inside the component"},
      {{0, 0, 0, 0, 0, 5},
       {kLeadsBack},
       3,
       "vertex 3 does not lead to its label 0 inside the component, and 1 more"},
      {{0, 1, 1, 3, 3, 5},
       {kLeadsBack, kAcyclic},
       2,
       "vertex 2 does not lead to its label 1 inside the component"},
      {{0, 1, 2, 3, 3, 5},
       {kAcyclic},
       0,
       "the component 0 is on a cycle of components, or behind one, and 3 more"},
      {{0, 0, 0, 3, 4, 5},
       {kAcyclic},
       3,
       "the component 3 is on a cycle of components, or behind one, and 1 more"},
      {{0, 0, 0, 3, 0, 5},
       {kReached, kLeadsBack, kAcyclic},
       4,
       "vertex 4 is not reached from its label 0 inside the component"}};
}

TEST(ValidateStrongComponents, RefusesEveryCorruption) {
  const Graph graph = make_graph(6, kEdges, Directedness::kDirected);
  for (const Corruption& corruption : corruptions()) {
    SCOPED_TRACE(corruption.message);
    for (const auto& found : {validate_strong_components(graph, corruption.labels),
                              validate_strong_components(list_edges(graph), corruption.labels)}) {
      EXPECT_FALSE(found.passed());
      ASSERT_EQ(found.violations.size(), corruption.rules.size());
      for (std::size_t i = 0; i < corruption.rules.size(); ++i) {
        EXPECT_EQ(found.violations[i].rule, corruption.rules[i]);
      }
      EXPECT_EQ(found.violations[0].vertex, corruption.vertex);
      EXPECT_EQ(found.violations[0].message, corruption.message);
    }
  }
  EXPECT_TRUE(validate_strong_components(graph, std::vector<Vertex>{0, 0, 0, 3, 3, 5}).passed());
}

TEST(ValidateStrongComponents, WalksUndirectedEdgesBothWays) {
  const Graph graph = make_graph(3, {{0, 1}});
  EXPECT_TRUE(validate_strong_components(graph, std::vector<Vertex>{0, 0, 2}).passed());
  EXPECT_FALSE(validate_strong_components(graph, std::vector<Vertex>{0, 1, 2}).passed());
  EXPECT_FALSE(
      validate_strong_components(list_edges(graph), std::vector<Vertex>{0, 1, 2}).passed());
}

TEST(ValidateStrongComponents, RefusesWrongUse) {
  const std::vector<Vertex> labels{0, 1, 2};
  EXPECT_THROW((void)validate_strong_components(make_graph(2, {}), labels), UsageError);
  EXPECT_THROW((void)validate_strong_components(list_of(3, {{0, 3}}), labels), UsageError);
  EXPECT_TRUE(validate_strong_components(Graph(), {}).passed());
}

}  // namespace
}  // namespace strider::test
