// Every method of breadth-first search on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "conformance/bfs.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<BfsMethod, int>;

class BfsHost : public testing::TestWithParam<Case> {
 protected:
  static BfsOptions options() {
    return {.method = std::get<0>(GetParam()), .threads = std::get<1>(GetParam())};
  }
};

TEST_P(BfsHost, AllShapes) {
  bfs_conforms_on_all_shapes(checked(make_host_bfs), options());
}
TEST_P(BfsHost, RandomGraphs) {
  bfs_conforms_on_random_graphs(checked(make_host_bfs), options());
}
TEST_P(BfsHost, Permutation) {
  bfs_conforms_under_permutation(make_host_bfs, options());
}
TEST_P(BfsHost, Reuse) {
  bfs_conforms_when_reused(make_host_bfs, options());
}
TEST_P(BfsHost, BadSources) {
  bfs_refuses_bad_sources(make_host_bfs, options());
}

// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST_P(BfsHost, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12));
  BfsSolver before(graph, options());
  (void)before.run(1);  // with all its threads: what these leave behind must not be searched later
  parallel_region(2, [&](int thread, int) {
    BfsSolver solver(graph, options());
    const auto source = static_cast<Vertex>(100 + thread);
    expect_bfs_tree(graph, source, solver.run(source), "nested");
    if (thread == 0)
      expect_bfs_tree(graph, 2, before.run(2), "nested, after a search that was not");
  });
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name(bfs_method_name(std::get<0>(info.param)));
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(std::get<1>(info.param)) + "_threads";
}

INSTANTIATE_TEST_SUITE_P(Methods, BfsHost,
                         testing::Combine(testing::ValuesIn(all_bfs_methods().begin(),
                                                            all_bfs_methods().end()),
                                          testing::Values(1, 2, 4)),
                         name_of);

// Of low and of high diameter; the layout is made before the seventeenth search.
TEST(BfsPreparing, LaysTheGraphOutOnceThatPays) {
  for (const Graph& graph : {make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 3)),
                             make_graph(60 * 200, grid_edges(60, 200))}) {
    BfsSolver solver(graph, {.threads = 2});
    BfsResult result;
    const Layout layout = prepare(graph).layout();
    ASSERT_NE(layout, Layout::kNone);
    for (Vertex source = 0; source < 19; ++source) {
      solver.run(source, result);
      expect_bfs_tree(graph, source, result, "from " + std::to_string(source));
      EXPECT_EQ(solver.layout(), source < 16 ? Layout::kNone : layout);
    }
    // Where it is known how many follow, it is known before the first.
    EXPECT_EQ(BfsSolver(graph, {.threads = 2, .num_searches = 35}).layout(), Layout::kNone);
    EXPECT_EQ(BfsSolver(graph, {.threads = 2, .num_searches = 36}).layout(), layout);
    for (const Preparing preparing : {Preparing::kNever, Preparing::kAtOnce}) {
      const BfsOptions options{.threads = 2, .preparing = preparing};
      BfsSolver asked(graph, options);
      EXPECT_EQ(asked.layout(), preparing == Preparing::kNever ? Layout::kNone : layout);
      expect_bfs_tree(graph, 5, asked.run(5), "as asked for");
    }
  }
}

// Held against searches from each source by itself.
TEST(BfsOracle, OfSeveralSourcesIsTheLeastOfEach) {
  for (const Level depth : {kUnreached, Level{2}}) {
    for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
      const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 10U, 3), directedness);
      const Vertex sources[] = {300, 5, 77, 5, 511};
      const BfsResult together = bfs_oracle(graph, {.sources = sources, .depth = depth});
      std::vector<Level> expected(graph.num_vertices(), kUnreached);
      for (const Vertex source : sources) {
        const BfsResult alone = bfs_oracle(graph, source);
        for (Vertex v = 0; v < graph.num_vertices(); ++v) {
          const Level level = alone.levels()[v];
          if (level <= depth) expected[v] = std::min(expected[v], level);
        }
      }
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        ASSERT_EQ(together.levels()[v], expected[v]) << "vertex " << v;
      }
    }
  }
}

TEST(SmallestParents, OfDirectedGraphsWithAndWithoutTheirTranspose) {
  const auto edges = skewed_edges(9, 1U << 12U, 5);
  const Graph without = make_graph(1U << 9U, edges, Directedness::kDirected);
  const Graph with = make_graph(1U << 9U, edges, Directedness::kDirected);
  static_cast<void>(with.in());
  ASSERT_FALSE(without.has_transpose());
  const BfsResult result = bfs(with, 1, {.method = BfsMethod::kTopDown});
  for (int threads = 1; threads <= 8; ++threads) {
    expect_smallest_parents(without, result, threads, "pushed");
    expect_smallest_parents(with, result, threads, "pulled");
  }
  EXPECT_THROW((void)smallest_parents(make_graph(3, {{0, 1}}), result), UsageError);
}

/// A queue, as a textbook has it.
BfsOrder queue_order(const Graph& graph, Vertex source) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> order{source};
  Array<Vertex> parents(n, kNoVertex);
  parents[source] = source;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Vertex v : graph.out().neighbors(order[i])) {
      if (parents[v] != kNoVertex) continue;
      parents[v] = order[i];
      order.push_back(v);
    }
  }
  return {Array<Vertex>::copy_of(order), std::move(parents)};
}

void expect_queue_order(const Graph& graph, Vertex source, const std::string& what) {
  const BfsOrder expected = queue_order(graph, source);
  for (const int threads : {1, 2, 4}) {
    const BfsOrder found = sequential_order(graph, source, threads);
    EXPECT_TRUE(std::ranges::equal(found.order, expected.order)) << what << ", " << threads;
    EXPECT_TRUE(std::ranges::equal(found.parents, expected.parents)) << what << ", " << threads;
  }
}

/// The same arcs, with the rows shuffled: an order that no builder makes.
Graph with_shuffled_rows(const Graph& graph, std::uint64_t seed) {
  const Csr& out = graph.out();
  Array<Vertex> targets = Array<Vertex>::copy_of(out.targets().span());
  CounterRng rng(seed, 0);
  for (Vertex u = 0; u < out.num_vertices(); ++u) {
    const std::span<Vertex> row(targets.data() + out.offsets()[u], out.degree(u));
    for (std::size_t i = row.size(); i > 1; --i) std::swap(row[i - 1], row[rng.below(i)]);
  }
  return Graph(Csr(out.offsets(), std::move(targets)), graph.directedness(),
               graph.num_self_loops());
}

TEST(SequentialOrder, OfAQueue) {
  for (const auto& [name, graph] : search_graphs()) {
    if (graph.num_vertices() > 0) expect_queue_order(graph, graph.num_vertices() / 2, name);
  }
  CounterRng rng(31, 0);
  for (int round = 0; round < 60; ++round) {
    // Large enough for levels that several threads expand.
    const unsigned scale = round % 10 == 0 ? 16 : 3 + round % 8;
    const auto n = Vertex{1} << scale;
    const auto directedness = round % 2 == 0 ? Directedness::kDirected : Directedness::kUndirected;
    const Graph graph =
        make_graph(n, skewed_edges(scale, 6ULL * n, rng.next()), directedness, kKeepAll);
    expect_queue_order(with_shuffled_rows(graph, rng.next()), static_cast<Vertex>(rng.below(n)),
                       "round " + std::to_string(round));
  }
  EXPECT_THROW((void)sequential_order(make_graph(3, {{0, 1}}), 3), UsageError);
}

TEST(SequentialOrder, OfADeepGraph) {
  constexpr Vertex kLength = 1U << 20U;
  expect_queue_order(make_graph(kLength, line_edges(kLength)), kLength / 3, "a path");
}

// Levels that all threads expand, between levels that one does.
TEST(SequentialOrder, OfStarsOnAPath) {
  constexpr Vertex kStars = 3;
  constexpr Vertex kLeaves = 1U << 16U;
  constexpr Vertex kPath = 20;
  constexpr Vertex kStar = kLeaves + kPath;
  std::vector<Edge> edges;
  for (Vertex star = 0; star < kStars; ++star) {
    const Vertex hub = star * kStar;
    for (Vertex v = hub + 1; v < hub + kStar; ++v) {
      edges.push_back({v > hub + kLeaves ? v - 1 : hub, v});
      edges.push_back({v, hub == 0 ? v : v - kStar});  // back to the star before
    }
    if (star > 0) edges.push_back({hub - 1, hub});
  }
  const Graph graph = make_graph(kStars * kStar, edges, Directedness::kDirected, kKeepAll);
  for (const Vertex source : {Vertex{0}, kStar, 2 * kStar + 1}) {
    expect_queue_order(with_shuffled_rows(graph, source), source, "stars");
  }
}

/// Auto on a graph prepared with the layout given.
class BfsPrepared : public testing::TestWithParam<std::tuple<LayoutChoice, int>> {};

TEST_P(BfsPrepared, Conforms) {
  const auto [layout, threads] = GetParam();
  const auto make = [layout = layout, threads = threads](const Graph& graph,
                                                         const BfsOptions& options) {
    return BfsSolver(prepare(graph, {.layout = layout, .threads = threads}), options);
  };
  bfs_conforms(make, {.threads = threads});
}

INSTANTIATE_TEST_SUITE_P(Layouts, BfsPrepared,
                         testing::Combine(testing::Values(LayoutChoice::kDegree,
                                                          LayoutChoice::kLocality,
                                                          LayoutChoice::kByGraph),
                                          testing::Values(1, 2, 4)));

// Thresholds at their extremes: always, never, and back and forth in every level.
class DirectionOptimizing : public testing::TestWithParam<std::tuple<double, double>> {};

TEST_P(DirectionOptimizing, ConformsAtExtremeThresholds) {
  const auto [alpha, beta] = GetParam();
  bfs_conforms_on_random_graphs(checked(make_host_bfs), {.method = BfsMethod::kDirectionOptimizing,
                                                         .threads = 2,
                                                         .tuning = {.alpha = alpha, .beta = beta}});
}

INSTANTIATE_TEST_SUITE_P(Thresholds, DirectionOptimizing,
                         testing::Combine(testing::Values(1e-300, 1.0, 1e300),
                                          testing::Values(1e-300, 1.0, 1e300)));

class Bag : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Bag, ConformsAtAnyGrain) {
  bfs_conforms_on_random_graphs(
      checked(make_host_bfs),
      {.method = BfsMethod::kBag, .threads = 2, .tuning = {.bag_grain = GetParam()}});
}

INSTANTIATE_TEST_SUITE_P(Grains, Bag, testing::Values(1, 60, 61, 1000, 0xFFFF'FFFFU));

}  // namespace
}  // namespace strider::test
