// Every method of breadth-first search on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "base/parallel.hpp"
#include "conformance/bfs.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<BfsMethod, int>;

class BfsHost : public testing::TestWithParam<Case> {
 protected:
  static BfsSolver make(const Graph& graph, const BfsOptions& options) {
    return BfsSolver(graph, options);
  }
  static BfsOptions options() {
    return {.method = std::get<0>(GetParam()), .threads = std::get<1>(GetParam())};
  }
};

TEST_P(BfsHost, AllShapes) {
  conforms_on_all_shapes(make, options());
}
TEST_P(BfsHost, RandomGraphs) {
  conforms_on_random_graphs(make, options());
}
TEST_P(BfsHost, Permutation) {
  conforms_under_permutation(make, options());
}
TEST_P(BfsHost, Reuse) {
  conforms_when_reused(make, options());
}
TEST_P(BfsHost, BadSources) {
  refuses_bad_sources(make, options());
}

// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST_P(BfsHost, InsideAParallelRegion) {
  const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 12));
  BfsSolver before = make(graph, options());
  (void)before.run(1);  // with all its threads: what these leave behind must not be searched later
  parallel_region(2, [&](int thread, int) {
    BfsSolver solver = make(graph, options());
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

/// Auto on a graph prepared with the layout given.
class BfsPrepared : public testing::TestWithParam<std::tuple<LayoutChoice, int>> {};

TEST_P(BfsPrepared, Conforms) {
  const auto [layout, threads] = GetParam();
  const auto make = [layout = layout, threads = threads](const Graph& graph,
                                                         const BfsOptions& options) {
    return BfsSolver(prepare(graph, {.layout = layout, .threads = threads}), options);
  };
  conforms(make, {.threads = threads});
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
  conforms_on_random_graphs(
      [](const Graph& graph, const BfsOptions& options) { return BfsSolver(graph, options); },
      {.method = BfsMethod::kDirectionOptimizing,
       .threads = 2,
       .tuning = {.alpha = alpha, .beta = beta}});
}

INSTANTIATE_TEST_SUITE_P(Thresholds, DirectionOptimizing,
                         testing::Combine(testing::Values(1e-300, 1.0, 1e300),
                                          testing::Values(1e-300, 1.0, 1e300)));

class Bag : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Bag, ConformsAtAnyGrain) {
  conforms_on_random_graphs(
      [](const Graph& graph, const BfsOptions& options) { return BfsSolver(graph, options); },
      {.method = BfsMethod::kBag, .threads = 2, .tuning = {.bag_grain = GetParam()}});
}

INSTANTIATE_TEST_SUITE_P(Grains, Bag, testing::Values(1, 60, 61, 1000, 0xFFFF'FFFFU));

}  // namespace
}  // namespace strider::test
