#include "graph/layout/choose.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/graphs.hpp"

namespace strider {
namespace {

TEST(SuitableLayout, LocalityForHighDiameters) {
  EXPECT_EQ(detail::suitable_layout(test::make_graph(20000, test::line_edges(20000))),
            Layout::kLocality);
  EXPECT_EQ(detail::suitable_layout(test::make_graph(200 * 200, test::grid_edges(200, 200))),
            Layout::kLocality);
}

TEST(SuitableLayout, DegreeForLowDiameters) {
  EXPECT_EQ(detail::suitable_layout(test::make_graph(1U << 13U, test::skewed_edges(13, 100000, 1))),
            Layout::kDegree);
  EXPECT_EQ(detail::suitable_layout(test::make_graph(20000, test::random_edges(20000, 80000, 2))),
            Layout::kDegree);
  std::vector<Edge> star;
  for (Vertex v = 1; v < 20000; ++v) star.push_back({0, v});
  EXPECT_EQ(detail::suitable_layout(test::make_graph(20000, star)), Layout::kDegree);
}

TEST(SuitableLayout, NoneForSmallAndDirectedGraphs) {
  EXPECT_EQ(detail::suitable_layout(Graph()), Layout::kNone);
  EXPECT_EQ(detail::suitable_layout(test::make_graph(100, test::line_edges(100))), Layout::kNone);
  EXPECT_EQ(detail::suitable_layout(test::make_graph(20000, test::random_edges(20000, 80000, 2),
                                                     Directedness::kDirected)),
            Layout::kNone);
}

TEST(HighDiameter, IsSeenOnSmallAndDirectedGraphsToo) {
  EXPECT_TRUE(detail::has_high_diameter(test::make_graph(100, test::line_edges(100))));
  EXPECT_TRUE(detail::has_high_diameter(
      test::make_graph(1000, test::line_edges(1000), Directedness::kDirected)));
  EXPECT_FALSE(detail::has_high_diameter(test::make_graph(500, test::random_edges(500, 3000, 1))));
  EXPECT_FALSE(detail::has_high_diameter(Graph()));
}

TEST(Prepare, MakesTheLayoutAskedFor) {
  const Graph graph = test::make_graph(1U << 13U, test::skewed_edges(13, 100000, 1));
  EXPECT_EQ(prepare(graph).layout(), Layout::kDegree);
  EXPECT_GT(prepare(graph).extra_bytes(), 0U);
  EXPECT_EQ(prepare(graph, {.layout = LayoutChoice::kLocality}).layout(), Layout::kLocality);
  EXPECT_EQ(prepare(graph, {.layout = LayoutChoice::kNone}).layout(), Layout::kNone);
  EXPECT_EQ(prepare(graph, {.layout = LayoutChoice::kNone}).extra_bytes(), 0U);
  const Graph directed = test::make_graph(100, test::line_edges(100), Directedness::kDirected);
  EXPECT_EQ(prepare(directed, {.layout = LayoutChoice::kDegree}).layout(), Layout::kNone);
}

}  // namespace
}  // namespace strider
