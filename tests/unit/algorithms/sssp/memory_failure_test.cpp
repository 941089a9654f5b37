// Searches for shortest paths that run out of memory, wherever they do.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "strider/sssp.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider {
namespace {

struct SsspCase {
  std::string name;
  SsspMethod method;
  Preparing preparing;
};

class SsspMemoryFailure : public testing::TestWithParam<SsspCase> {};

void expect_same_sssp(const SsspResult<float>& result, const SsspResult<float>& expected) {
  ASSERT_TRUE(std::equal(result.distances().begin(), result.distances().end(),
                         expected.distances().begin(), expected.distances().end()));
  ASSERT_TRUE(std::equal(result.parents().begin(), result.parents().end(),
                         expected.parents().begin(), expected.parents().end()));
}

/// Low diameter, and high: laid out in different ways.
std::vector<Graph> sssp_graphs() {
  return {test::make_graph(1U << 10U, test::skewed_edges(10, 12'000, 1)),
          test::make_graph(60 * 200, test::grid_edges(60, 200))};
}

TEST_P(SsspMemoryFailure, EndsInAnExceptionAndLeavesTheSolverFit) {
  for (const Graph& shape : sssp_graphs()) {
    const auto graph = test::weigh<float>(shape, test::WeightMix::kUniform);
    const SsspOptions options{
        .method = GetParam().method, .threads = 2, .preparing = GetParam().preparing};
    const auto oracle = [&](Vertex source) {
      return sssp(graph, source, {.method = SsspMethod::kDijkstra, .threads = 1});
    };
    const Vertex failing = 1;
    const Vertex other = shape.num_vertices() / 2;
    const SsspResult<float> expected_failing = oracle(failing);
    const SsspResult<float> expected_other = oracle(other);
    int failures = 0;
    // Not every single one: a search with threads allocates in no order anyway.
    bool failed = true;
    for (int nth = 0; failed; nth += nth < 16 ? 1 : nth / 4) {
      SsspSolver<float> solver(graph, options);
      failed = test::fails_at_allocation(nth, [&] { static_cast<void>(solver.run(failing)); });
      failures += failed ? 1 : 0;
      expect_same_sssp(solver.run(other), expected_other);
      expect_same_sssp(solver.run(failing), expected_failing);
      if (HasFatalFailure()) return;
    }
    EXPECT_GE(failures, 2);
  }
}

// A layout that pays is made before the fourth search.
TEST(SsspPreparing, SearchesTheGraphAsItIsWithoutRoomForALayout) {
  for (const Graph& shape : sssp_graphs()) {
    const auto graph = test::weigh<float>(shape, test::WeightMix::kUniform);
    SsspSolver<float> solver(graph, {.threads = 2});
    SsspResult<float> result;
    for (Vertex source = 0; source < 3; ++source) solver.run(source, result);
    EXPECT_FALSE(test::fails_at_allocation(0, [&] { solver.run(3, result); }));
    EXPECT_EQ(solver.layout(), SsspLayout::kNone);
    expect_same_sssp(result, sssp(graph, 3, {.method = SsspMethod::kDijkstra, .threads = 1}));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Engines, SsspMemoryFailure,
    testing::Values(SsspCase{"Dijkstra", SsspMethod::kDijkstra, Preparing::kNever},
                    SsspCase{"BellmanFord", SsspMethod::kBellmanFord, Preparing::kNever},
                    SsspCase{"DeltaStepping", SsspMethod::kDeltaStepping, Preparing::kNever},
                    SsspCase{"LaidOut", SsspMethod::kAuto, Preparing::kAtOnce}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace strider
