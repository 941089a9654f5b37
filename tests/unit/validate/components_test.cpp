// The check of components refuses whatever is not the least vertex of a component.
#include "conformance/components.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "strider/components.hpp"
#include "strider/error.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

TEST(ValidateComponents, AcceptsWhatTheOracleFinds) {
  for (const Vertex n : {1U, 50U, 700U}) {
    for (const auto& [name, graph] : random_component_graphs(n)) {
      SCOPED_TRACE(name);
      const std::vector<Vertex> labels = detail::serial_components(graph);
      for (const int threads : {1, 3}) {
        const auto of_graph = validate_components(graph, labels, threads);
        const auto of_list = validate_components(list_edges(graph), labels, threads);
        EXPECT_TRUE(of_graph.passed());
        EXPECT_TRUE(of_list.passed());
        EXPECT_EQ(of_graph.num_components, expected_sizes(labels).num_components);
        EXPECT_EQ(of_list.num_components, of_graph.num_components);
      }
    }
  }
}
TEST(ValidateComponents, AcceptsDeepGraphs) {
  const Graph path = make_graph(20'000, shuffled_path(20'000, 1));
  EXPECT_TRUE(validate_components(path, std::vector<Vertex>(20'000, 0)).passed());
}

struct Corruption {
  std::string name;
  Vertex vertex;  ///< the smallest that is wrong then
  std::function<void(std::vector<Vertex>&)> corrupt;
};
/// Of 0 - 1 - 2, 3 - 4, 5.
std::vector<Corruption> corruptions() {
  const auto set = [](Vertex v, Vertex label) {
    return [=](std::vector<Vertex>& labels) { labels[v] = label; };
  };
  return {{"another component's label", 4, set(4, 0)},
          {"a vertex of the component that is not the least", 2, set(2, 1)},
          {"itself", 1, set(1, 1)},
          {"no vertex", 3, set(3, 6)},
          {"no number", 0, set(0, std::numeric_limits<Vertex>::max())},
          {"one component in two", 1, [](auto& labels) { labels[1] = labels[2] = 1; }},
          {"two components in one", 3, [](auto& labels) { labels[3] = labels[4] = 0; }},
          {"an isolated vertex in a component", 5, set(5, 3)},
          {"named by the greatest", 3, [](auto& labels) { labels[3] = labels[4] = 4; }},
          {"in a circle", 0, [](auto& labels) { labels = {1, 2, 0, 3, 3, 5}; }}};
}

TEST(ValidateComponents, RefusesEveryCorruption) {
  const Graph graph = make_graph(6, {{0, 1}, {1, 2}, {3, 4}});
  const std::vector<Vertex> right = detail::serial_components(graph);
  for (const Corruption& corruption : corruptions()) {
    SCOPED_TRACE(corruption.name);
    std::vector<Vertex> labels = right;
    corruption.corrupt(labels);
    std::uint64_t wrong = 0;
    for (Vertex v = 0; v < 6; ++v) wrong += labels[v] != right[v] ? 1 : 0;
    for (const auto& found :
         {validate_components(graph, labels), validate_components(list_edges(graph), labels)}) {
      EXPECT_FALSE(found.passed());
      ASSERT_EQ(found.violations.size(), 1U);
      EXPECT_EQ(found.violations[0].vertex, corruption.vertex);
      const std::string more = wrong > 1 ? fmt::format(", and {} more", wrong - 1) : "";
      EXPECT_EQ(found.violations[0].message,
                fmt::format(
                    "vertex {0} has label {1}, but the least vertex of its component is {2}{3}",
                    corruption.vertex, labels[corruption.vertex], right[corruption.vertex], more));
      EXPECT_EQ(found.num_wrong, wrong);
      EXPECT_EQ(found.num_components, 3U);
    }
  }
}

TEST(ValidateComponents, RefusesWrongUse) {
  const std::vector<Vertex> labels(3, 0);
  EXPECT_THROW((void)validate_components(make_graph(2, {}), labels), UsageError);
  EXPECT_THROW((void)validate_components(list_of(3, {{0, 3}}), labels), UsageError);
  EXPECT_TRUE(validate_components(Graph(), {}).passed());
}

}  // namespace
}  // namespace strider::test
