// Searches that run out of memory, wherever they do: each must end in an exception, whoever of its
// threads reached it, and leave the solver fit for the next one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/prepare.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

struct BfsCase {
  std::string name;
  LayoutChoice layout;
  BfsMethod method;
};

/// Two components: of unequal degrees, and a grid, whose levels are many.
Graph two_components() {
  constexpr unsigned kScale = 11;
  constexpr Vertex kFirst = 1U << kScale;
  constexpr Vertex kSide = 40;
  std::vector<Edge> edges = test::skewed_edges(kScale, 20'000, 1);
  for (Vertex v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) edges.push_back({kFirst + v, kFirst + v + 1});
    if (v + kSide < kSide * kSide) edges.push_back({kFirst + v, kFirst + v + kSide});
  }
  return test::make_graph(kFirst + kSide * kSide, edges);
}

class MemoryFailure : public ::testing::TestWithParam<BfsCase> {};

void expect_same_bfs(const BfsResult& result, const BfsResult& expected) {
  EXPECT_EQ(result.num_reached(), expected.num_reached());
  EXPECT_EQ(result.num_edges_reached(), expected.num_edges_reached());
  EXPECT_EQ(result.trace().size(), expected.trace().size());
  const auto n = static_cast<Vertex>(expected.levels().size());
  for (Vertex v = 0; v < n; ++v) {
    ASSERT_EQ(result.levels()[v], expected.levels()[v]) << v;
  }
}

TEST_P(MemoryFailure, EndsInAnExceptionAndLeavesTheSolverFit) {
  const PreparedGraph graph =
      prepare(two_components(), {.layout = GetParam().layout, .threads = 2});
  const Vertex first = 1;
  const Vertex second = graph.graph().num_vertices() - 1;
  const BfsOptions serial{.method = BfsMethod::kSerial, .trace = BfsTrace::kLevels};
  const BfsResult expected_first = bfs(graph.graph(), first, serial);
  const BfsResult expected_second = bfs(graph.graph(), second, serial);
  int failures = 0;
  for (const Vertex failing : {first, second}) {
    const Vertex other = first + second - failing;
    bool failed = true;
    for (int nth = 0; failed; ++nth) {
      BfsSolver solver(graph,
                       {.method = GetParam().method, .threads = 2, .trace = BfsTrace::kLevels});
      expect_same_bfs(solver.run(other), failing == first ? expected_second : expected_first);
      failed = test::fails_at_allocation(nth, [&] { static_cast<void>(solver.run(failing)); });
      failures += failed ? 1 : 0;
      expect_same_bfs(solver.run(failing), failing == first ? expected_first : expected_second);
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(failures, 4);  // two in each search at least
}

INSTANTIATE_TEST_SUITE_P(
    Engines, MemoryFailure,
    ::testing::Values(BfsCase{"DegreeOrdered", LayoutChoice::kDegree, BfsMethod::kAuto},
                      BfsCase{"BlockOrdered", LayoutChoice::kLocality, BfsMethod::kAuto},
                      BfsCase{"Unprepared", LayoutChoice::kNone, BfsMethod::kAuto},
                      BfsCase{"TopDown", LayoutChoice::kNone, BfsMethod::kTopDown},
                      BfsCase{"TopDownLocal", LayoutChoice::kNone, BfsMethod::kTopDownLocal},
                      BfsCase{"Bag", LayoutChoice::kNone, BfsMethod::kBag},
                      BfsCase{"VertexParallel", LayoutChoice::kNone, BfsMethod::kVertexParallel},
                      BfsCase{"BottomUp", LayoutChoice::kNone, BfsMethod::kBottomUp},
                      BfsCase{"DirectionOptimizing", LayoutChoice::kNone,
                              BfsMethod::kDirectionOptimizing}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace strider
