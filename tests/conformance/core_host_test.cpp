// Core numbers and degeneracy orders on the cores of one machine.
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "conformance/core.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider::test {
namespace {

FindCores with_threads(int threads) {
  return [=](const Graph& graph) { return to_found(core_numbers(graph, {.threads = threads})); };
}

class CoreOnTheHost : public testing::TestWithParam<int> {};

TEST_P(CoreOnTheHost, IsThatOfTheOracle) {
  for (const Vertex n : {1U, 50U, 700U, 20'000U}) {
    expect_cores(core_graphs(n, true), with_threads(GetParam()));
  }
  expect_cores({{"Kronecker", build_graph(generate(KroneckerParameters{.scale = 14}, 1))}},
               with_threads(GetParam()));
}

TEST_P(CoreOnTheHost, FollowsLongChains) {
  constexpr Vertex kVertices = 1'000'000;
  const CoreResult path =
      core_numbers(make_graph(kVertices, shuffled_path(kVertices, 3)), {.threads = GetParam()});
  EXPECT_EQ(path.degeneracy, 1U);
  std::vector<Edge> edges = line_edges(kVertices);
  edges.push_back({kVertices - 1, 0});
  const CoreResult cycle = core_numbers(make_graph(kVertices, edges), {.threads = GetParam()});
  EXPECT_TRUE(std::ranges::all_of(cycle.cores, [](std::uint32_t core) { return core == 2; }));
}

INSTANTIATE_TEST_SUITE_P(Threads, CoreOnTheHost, testing::Values(1, 2, 5));

TEST(CoreOnTheHost, RefusesAbsurdThreads) {
  EXPECT_THROW((void)core_numbers(Graph(), {.threads = -1}), UsageError);
}

// A caller's own parallel region leaves peeling fewer threads than it asks for.
TEST(CoreOnTheHost, InsideAParallelRegion) {
  for (const int threads : {1, 2, 5}) {
    parallel_region(2,
                    [&](int, int) { expect_cores(core_graphs(300, true), with_threads(threads)); });
  }
}

TEST(DegeneracyOrder, HasFewEdgesToLaterVertices) {
  for (const auto& [name, graph] : core_graphs(700, true)) {
    SCOPED_TRACE(name);
    const CoreResult found = core_numbers(graph);
    const Array<Vertex> order = degeneracy_order(graph, found);
    ASSERT_EQ(order.size(), graph.num_vertices());
    std::vector<Vertex> places(order.size(), kNoVertex);
    for (Vertex i = 0; i < order.size(); ++i) places[order[i]] = i;
    for (Vertex v = 0; v < order.size(); ++v) {
      ASSERT_NE(places[v], kNoVertex);
      std::uint32_t later = 0;
      const auto count = [&](const Csr& rows) {
        for (const Vertex u : rows.neighbors(v)) later += places[u] > places[v] ? 1 : 0;
      };
      count(graph.out());
      if (graph.is_directed()) count(graph.in());
      EXPECT_LE(later, found.cores[v]);
    }
  }
}

}  // namespace
}  // namespace strider::test
