#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

Graph graph_of(Vertex n, const std::vector<Edge>& edges, const BuildOptions& options = {}) {
  return test::make_graph(n, edges, Directedness::kUndirected, options);
}

TEST(BfsMethods, NamesGoBothWays) {
  EXPECT_EQ(all_bfs_methods().size(), 8U);
  for (const BfsMethod method : all_bfs_methods()) {
    EXPECT_EQ(bfs_method_from_name(bfs_method_name(method)), method);
  }
  EXPECT_EQ(bfs_method_from_name("top_down"), std::nullopt);
}

// The oracle itself is held against levels worked out by hand.
TEST(Serial, FindsLevelsAndParents) {
  // 0 - 1 - 2 - 3, 1 - 4, 3 - 4 and 5 isolated
  const Graph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {1, 4}, {3, 4}});
  const BfsResult result =
      bfs(graph, 0, {.method = BfsMethod::kSerial, .trace = BfsTrace::kLevels});
  const std::vector<Vertex> parents(result.parents().begin(), result.parents().end());
  EXPECT_EQ(parents, (std::vector<Vertex>{0, 0, 1, 2, 1, kNoVertex}));
  const std::vector<Level> expected{0, 1, 2, 3, 2, kUnreached};
  for (Vertex v = 0; v < 6; ++v) EXPECT_EQ(result.levels()[v], expected[v]);
  EXPECT_EQ(result.source(), 0U);
  EXPECT_EQ(result.num_reached(), 5U);
  EXPECT_EQ(result.num_levels(), 4U);
  EXPECT_EQ(result.num_edges_reached(), 5U);
  ASSERT_EQ(result.trace().size(), 4U);
  EXPECT_EQ(result.trace()[2].vertices, 2U);
  EXPECT_EQ(result.trace()[2].edges, 4U);
}

/// Arcs between vertices that stay when those with one neighbour are taken away again and again.
std::vector<std::uint64_t> core_arcs_by_level(const Graph& graph, const LevelView& levels,
                                              Level num_levels) {
  std::vector<EdgeIndex> degrees(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) degrees[v] = graph.out().degree(v);
  for (bool changes = true; changes;) {
    changes = false;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (degrees[v] != 1) continue;
      degrees[v] = 0;
      changes = true;
      for (const Vertex u : graph.out().neighbors(v)) degrees[u] -= degrees[u] > 0 ? 1 : 0;
    }
  }
  std::vector<std::uint64_t> arcs(num_levels, 0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (levels[v] != kUnreached) arcs[levels[v]] += degrees[v];
  }
  return arcs;
}

// All arcs of a level are looked at, up to the depth; in a layout for locality those of the core.
TEST(Trace, ArcsAreCountedInSearchesOfHighDiameter) {
  std::vector<Edge> edges = test::grid_edges(60, 200);
  for (Vertex v = 0; v < 500; ++v) edges.push_back({24 * v, 12'000 + v});  // trees
  for (Vertex leaf = 0; leaf < 9; ++leaf) edges.push_back({12'000 + leaf, 12'500 + leaf});
  for (Vertex v = 0; v < 40; ++v) edges.push_back({6100, 50 * v + 1});  // a long row
  const Graph graph = test::make_graph(12'510, edges);
  for (const LayoutChoice layout : {LayoutChoice::kNone, LayoutChoice::kLocality}) {
    const PreparedGraph prepared = prepare(graph, {.layout = layout, .threads = 2});
    BfsSolver solver(prepared, {.threads = 1, .trace = BfsTrace::kLevels});
    for (const Vertex source : {0U, 12'503U}) {
      const BfsResult found = solver.run(source);
      const std::vector<std::uint64_t> core =
          core_arcs_by_level(graph, found.levels(), found.num_levels());
      for (const BfsLevelTrace& level : found.trace()) {
        EXPECT_EQ(level.arcs_examined,
                  layout == LayoutChoice::kNone ? level.edges : core[level.level])
            << level.level;
      }
    }
    const std::vector<Vertex> first = {0};
    const BfsResult shallow = solver.run(BfsQuery{.sources = first, .depth = 3});
    EXPECT_EQ(shallow.trace()[2].arcs_examined.value_or(shallow.trace()[2].edges),
              shallow.trace()[2].edges);
    EXPECT_EQ(shallow.trace()[3].arcs_examined.value_or(0), 0U);
  }
}

// What levels have is counted when it is asked for: of the tree that is there then, where it is.
TEST(Trace, IsOfTheLastSearchWhereverItsResultIs) {
  const Graph graph = test::make_graph(60 * 200, test::grid_edges(60, 200));
  const auto expect_trace = [&](const BfsResult& result, Vertex source) {
    const BfsResult oracle =
        bfs(graph, source, {.method = BfsMethod::kSerial, .trace = BfsTrace::kLevels});
    ASSERT_EQ(result.trace().size(), oracle.trace().size());
    for (std::size_t level = 0; level < oracle.trace().size(); ++level) {
      ASSERT_EQ(result.trace()[level].vertices, oracle.trace()[level].vertices) << level;
      ASSERT_EQ(result.trace()[level].edges, oracle.trace()[level].edges) << level;
    }
  };
  for (const LayoutChoice layout :
       {LayoutChoice::kNone, LayoutChoice::kDegree, LayoutChoice::kLocality}) {
    const PreparedGraph prepared = prepare(graph, {.layout = layout, .threads = 2});
    BfsSolver traced(prepared, {.threads = 2, .trace = BfsTrace::kLevels});
    BfsSolver plain(prepared, {.threads = 2});
    BfsResult result;
    traced.run(7, result);
    traced.run(5000, result);
    BfsResult moved = std::move(result);
    expect_trace(moved, 5000);
    traced.run(9, moved);
    plain.run(11, moved);
    EXPECT_TRUE(moved.trace().empty());
  }
}

TEST(Serial, CountsSelfLoopsOnce) {
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  const Graph graph = graph_of(4, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 1}, {2, 2}, {2, 3}}, keep);
  const BfsOptions serial{.method = BfsMethod::kSerial};
  EXPECT_EQ(bfs(graph, 0, serial).num_edges_reached(), 5U);
  EXPECT_EQ(bfs(graph, 3, serial).num_edges_reached(), 2U);
}

TEST(Serial, WidensLevelsPastAByte) {
  for (const Vertex n : {255U, 256U, 257U, 600U}) {
    std::vector<Edge> line;
    for (Vertex v = 0; v + 1 < n; ++v) line.push_back({v, v + 1});
    const BfsResult result = bfs(graph_of(n + 1, line), 0, {.method = BfsMethod::kSerial});
    EXPECT_EQ(result.num_levels(), n);
    EXPECT_EQ(result.levels().narrow().empty(), n > 255);
    for (Vertex v = 0; v < n; ++v) ASSERT_EQ(result.levels()[v], v);
    EXPECT_EQ(result.levels()[n], kUnreached);
  }
}

TEST(BfsSolver, RefusesOptionsOutOfRange) {
  const Graph graph = graph_of(2, {{0, 1}});
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, infinite, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(BfsSolver(graph, {.method = BfsMethod::kSerial, .tuning = {.alpha = bad}}),
                 UsageError);
    EXPECT_THROW(BfsSolver(graph, {.method = BfsMethod::kSerial, .tuning = {.beta = bad}}),
                 UsageError);
  }
  EXPECT_THROW(BfsSolver(graph, {.method = BfsMethod::kSerial, .tuning = {.bag_grain = 0}}),
               UsageError);
  EXPECT_THROW(BfsSolver(graph, {.method = BfsMethod::kSerial, .threads = -1}), UsageError);
  EXPECT_THROW(BfsSolver(graph, {.method = static_cast<BfsMethod>(99)}), UsageError);
}

TEST(BfsResult, IsEmptyWhenNew) {
  const BfsResult result;
  EXPECT_EQ(result.source(), kNoVertex);
  EXPECT_EQ(result.num_reached(), 0U);
  EXPECT_TRUE(result.parents().empty());
  EXPECT_EQ(result.levels().size(), 0U);
}

}  // namespace
}  // namespace strider
