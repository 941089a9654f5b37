#include "graph/layout/prune.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

Graph make_prune_sample(Vertex n, const std::vector<Edge>& edges) {
  return test::make_graph(n, edges, Directedness::kUndirected, test::kKeepAll);
}

std::vector<Vertex> core_of(const Pruning& pruning) {
  std::vector<Vertex> core;
  for (Vertex v = 0; v < pruning.core_degree.size(); ++v) {
    if (pruning.is_core(v)) core.push_back(v);
  }
  EXPECT_EQ(core.size(), pruning.num_core);
  return core;
}

TEST(PruneTrees, LeavesACycleAndTakesItsTails) {
  // 0-1-2-3 a cycle; 3-4-5 a tail with a fork 4-6.
  const Graph graph =
      make_prune_sample(7, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}, {4, 5}, {4, 6}});
  for (const int threads : {1, 3}) {
    const Pruning pruning = prune_trees(graph.out(), threads);
    EXPECT_EQ(core_of(pruning), (std::vector<Vertex>{0, 1, 2, 3}));
    EXPECT_EQ(pruning.toward_core[4], 3U);
    EXPECT_EQ(pruning.toward_core[5], 4U);
    EXPECT_EQ(pruning.toward_core[6], 4U);
    for (Vertex v = 0; v < 4; ++v) EXPECT_EQ(pruning.core_degree[v], 2U);
  }
}

TEST(PruneTrees, LeavesOneVertexOfEveryTree) {
  // A line, an edge, a star and an isolated vertex.
  const Graph graph =
      make_prune_sample(11, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {6, 7}, {6, 8}, {6, 9}});
  const Pruning pruning = prune_trees(graph.out(), 1);
  const std::vector<Vertex> core = core_of(pruning);
  ASSERT_EQ(core.size(), 4U);
  for (const Vertex v : core) EXPECT_EQ(pruning.core_degree[v], 0U);
  EXPECT_LE(core[0], 3U);
  EXPECT_TRUE(core[1] == 4 || core[1] == 5);
  EXPECT_TRUE(core[2] >= 6 && core[2] <= 9);
  EXPECT_EQ(core[3], 10U);
}

TEST(PruneTrees, DoesNotCountSelfLoops) {
  const Graph graph = make_prune_sample(4, {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 3}, {3, 3}});
  const Pruning pruning = prune_trees(graph.out(), 1);
  EXPECT_EQ(pruning.num_core, 1U);
}

TEST(PruneTrees, CountsParallelEdges) {
  // 0=1 twice, 1-2: only 2 hangs by a single edge.
  const Graph graph = make_prune_sample(3, {{0, 1}, {0, 1}, {1, 2}});
  const Pruning pruning = prune_trees(graph.out(), 1);
  EXPECT_EQ(core_of(pruning), (std::vector<Vertex>{0, 1}));
  EXPECT_EQ(pruning.core_degree[0], 2U);
  EXPECT_EQ(pruning.core_degree[1], 2U);
}

// By the definition: take any vertex with one edge left, until there is none.
TEST(PruneTrees, IsTheDefinitionOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    CounterRng rng(seed, 0);
    const auto n = static_cast<Vertex>(1 + rng.below(60));
    std::vector<Edge> edges(rng.below(2ULL * n));
    for (Edge& edge : edges) {
      edge = {static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n))};
    }
    const Graph graph = make_prune_sample(n, edges);
    const Pruning pruning = prune_trees(graph.out(), 2);

    Vertex left_in_core = 0;
    for (Vertex v = 0; v < n; ++v) {
      EdgeIndex within = 0;
      for (const Vertex w : graph.out().neighbors(v)) {
        if (w != v && pruning.is_core(w)) ++within;
      }
      if (!pruning.is_core(v)) continue;
      ++left_in_core;
      EXPECT_EQ(pruning.core_degree[v], within) << "seed " << seed << ", vertex " << v;
      EXPECT_NE(within, 1U) << "seed " << seed << ", vertex " << v;
    }
    EXPECT_EQ(left_in_core, pruning.num_core);
    // Following the trees ends in the core, and each step is the only edge that is not of a
    // subtree.
    for (Vertex v = 0; v < n; ++v) {
      Vertex u = v;
      for (Vertex steps = 0; !pruning.is_core(u); ++steps) {
        ASSERT_LT(steps, n) << "seed " << seed;
        EdgeIndex not_below = 0;
        for (const Vertex w : graph.out().neighbors(u)) {
          if (w != u && (pruning.is_core(w) || pruning.toward_core[w] != u)) ++not_below;
        }
        ASSERT_EQ(not_below, 1U) << "seed " << seed << ", vertex " << u;
        u = pruning.toward_core[u];
      }
    }
  }
}

}  // namespace
}  // namespace strider::detail
