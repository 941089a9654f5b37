#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "graph500/graph500.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

TEST(Graph500, SearchesFewerKeysWhereFewerVerticesHaveAnEdge) {
  const Graph500Report report =
      run_graph500({.scale = 3, .roots = 64, .threads = 1, .bfs = {.method = BfsMethod::kSerial}});
  EXPECT_GT(report.roots, 1);
  EXPECT_LE(report.roots, 8);
  std::set<GlobalVertex> roots;
  for (const Graph500Search& search : report.bfs.searches) roots.insert(search.root);
  EXPECT_EQ(roots.size(), static_cast<std::size_t>(report.roots));
  EXPECT_TRUE(report.passed());
}

TEST(Graph500, FillsEveryFigure) {
  const Graph500Report report =
      run_graph500({.scale = 10, .roots = 8, .bfs = {.method = BfsMethod::kSerial}});
  EXPECT_EQ(report.num_vertices, 1024U);
  EXPECT_EQ(report.num_edges, 10551U);
  EXPECT_EQ(report.layout, Layout::kNone);
  EXPECT_GT(report.generation_seconds, 0);
  EXPECT_GT(report.construction_seconds, 0);
  EXPECT_LE(report.preparation_seconds, report.construction_seconds);
  EXPECT_GT(report.bfs.time.min, 0);
  EXPECT_GT(report.bfs.validate.min, 0);
  EXPECT_GT(report.bfs.teps.harmonic_mean, 0);
  EXPECT_EQ(report.edges.max, 16239);
}

TEST(Graph500, WithoutValidationTheEdgesAreStillCounted) {
  const Graph500Report report = run_graph500({.scale = 10,
                                              .roots = 4,
                                              .validation = Graph500Validation::kOff,
                                              .bfs = {.method = BfsMethod::kSerial}});
  EXPECT_FALSE(report.validated);
  EXPECT_EQ(report.edges.min, 16239);
  EXPECT_EQ(report.bfs.validate.max, 0);
}

TEST(Graph500, TellsItsPhasesInOrder) {
  std::vector<std::string> phases;
  double last = 0;
  (void)run_graph500({.scale = 5,
                      .roots = 4,
                      .bfs = {.method = BfsMethod::kSerial},
                      .progress = [&](std::string_view phase, double fraction) {
                        if (phases.empty() || phases.back() != phase) phases.emplace_back(phase);
                        last = fraction;
                      }});
  EXPECT_EQ(phases,
            (std::vector<std::string>{"generation", "construction", "preparation", "searches"}));
  EXPECT_EQ(last, 1);
}

TEST(Graph500, RefusesOptionsOutOfRange) {
  EXPECT_THROW((void)run_graph500({.scale = 0}), UsageError);
  EXPECT_THROW((void)run_graph500({.scale = 32}), UsageError);
  EXPECT_THROW((void)run_graph500({.scale = 5, .edge_factor = 0}), UsageError);
  EXPECT_THROW((void)run_graph500({.scale = 5, .roots = 0}), UsageError);
  EXPECT_THROW((void)run_graph500({.scale = 5, .threads = -1}), UsageError);
}

}  // namespace
}  // namespace strider
