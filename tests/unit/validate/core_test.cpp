// The check of core numbers refuses those that are too high and those that are too low.
#include "conformance/core.hpp"

#include <gtest/gtest.h>

#include "strider/error.hpp"

namespace strider::test {
namespace {

TEST(ValidateCore, AcceptsWhatTheOracleFinds) {
  for (const auto& [name, graph] : core_graphs(300, true)) {
    SCOPED_TRACE(name);
    for (const int threads : {1, 3}) {
      EXPECT_TRUE(validate_core(graph, detail::serial_core_numbers(graph), threads).passed());
    }
  }
}

TEST(ValidateCore, RefusesEveryOtherNumberOfOneVertex) {
  const Graph graph = make_graph(60, random_edges(60, 200, 5));
  const std::vector<std::uint32_t> right = detail::serial_core_numbers(graph);
  for (Vertex v = 0; v < 60; ++v) {
    for (const std::uint32_t other : {0U, right[v] - 1, right[v] + 1, 1000U, ~0U}) {
      if (other == right[v]) continue;
      std::vector<std::uint32_t> cores = right;
      cores[v] = other;
      EXPECT_FALSE(validate_core(graph, cores).passed()) << v << ": " << other;
    }
  }
}

TEST(ValidateCore, NamesTheRuleAndTheVertex) {
  const Graph graph = make_graph(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  const auto high = validate_core(graph, std::vector<std::uint32_t>{2, 2, 2, 2, 0});
  ASSERT_EQ(high.violations.size(), 1U);
  EXPECT_EQ(high.violations[0].rule, CoreRule::kEnoughEdges);
  EXPECT_EQ(high.violations[0].vertex, 3U);
  const auto low = validate_core(graph, std::vector<std::uint32_t>{1, 1, 1, 1, 0});
  ASSERT_EQ(low.violations.size(), 1U);
  EXPECT_EQ(low.violations[0].rule, CoreRule::kPeeled);
  EXPECT_EQ(low.violations[0].vertex, 0U);
  EXPECT_THROW((void)validate_core(graph, std::vector<std::uint32_t>{1, 1}), UsageError);
}

}  // namespace
}  // namespace strider::test
