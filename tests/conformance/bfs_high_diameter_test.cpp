// The searches for graphs of high diameter, prepared in blocks and as they are, at several thread
// counts, on all that every search must get right and on graphs as deep as they are large.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "algorithms/bfs/engine.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "conformance/bfs.hpp"
#include "graph/layout/locality_layout.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

enum class Engine : std::uint8_t { kLocality, kAsItIs };
using Case = std::tuple<Engine, int>;

BfsSolver make_as_it_is(const Graph& graph, const BfsOptions& options) {
  return detail::BfsSolverAccess::make_solver(graph.num_vertices(),
                                              detail::make_high_diameter(graph, options));
}

BfsSolver make_locality(const Graph& graph, const BfsOptions& options) {
  // There is no locality layout of a directed graph.
  if (graph.is_directed()) return make_as_it_is(graph, options);
  PreparedGraph prepared(graph, detail::make_locality_layout(graph, options.threads));
  return detail::BfsSolverAccess::make_solver(graph.num_vertices(),
                                              detail::make_auto(std::move(prepared), options));
}

class HighDiameter : public testing::TestWithParam<Case> {
 protected:
  static BfsSolverMaker factory() {
    return std::get<0>(GetParam()) == Engine::kLocality ? make_locality : make_as_it_is;
  }
  static BfsOptions options() { return {.threads = std::get<1>(GetParam())}; }

  static void expect_trees(const std::string& name, const Graph& graph,
                           const std::vector<Vertex>& sources) {
    BfsSolver solver = factory()(graph, options());
    BfsResult result;
    for (const Vertex source : sources) {
      solver.run(source, result);
      expect_bfs_tree(graph, source, result, name + " from " + std::to_string(source));
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(HighDiameter, Conforms) {
  bfs_conforms(factory(), options());
}

// OpenMP gives a nested region one thread, whatever was asked for: a search that waits for the
// others would wait for ever.
TEST_P(HighDiameter, InsideAParallelRegion) {
  const Graph graph = make_graph(5000, line_edges(5000));
  parallel_region(2, [&](int, int) {
    BfsSolver solver = factory()(graph, options());
    expect_bfs_tree(graph, 7, solver.run(7), "nested");
  });
}

TEST_P(HighDiameter, LongLine) {
  constexpr Vertex kLength = 100'000;
  expect_trees("line", make_graph(kLength, line_edges(kLength)), {0, 1, kLength / 3, kLength - 1});
}

TEST_P(HighDiameter, LongLadder) {
  constexpr Vertex kLength = 20'000;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kLength; ++v) {
    edges.push_back({v, v + kLength});
    if (v + 1 < kLength) {
      edges.push_back({v, v + 1});
      edges.push_back({v + kLength, v + kLength + 1});
    }
  }
  expect_trees("ladder", make_graph(2 * kLength, edges), {0, kLength / 2, 2 * kLength - 1});
}

// A spine whose every vertex has a tooth: a path of its own.
TEST_P(HighDiameter, Comb) {
  constexpr Vertex kSpine = 300;
  constexpr Vertex kTooth = 100;
  std::vector<Edge> edges;
  for (Vertex s = 0; s < kSpine; ++s) {
    if (s + 1 < kSpine) edges.push_back({s * kTooth, (s + 1) * kTooth});
    for (Vertex t = 0; t + 1 < kTooth; ++t) edges.push_back({s * kTooth + t, s * kTooth + t + 1});
  }
  // Closing the spine to a ring makes it the core, and the teeth trees that hang off it.
  expect_trees("comb", make_graph(kSpine * kTooth, edges), {0, 99, 12'345, kSpine * kTooth - 1});
  edges.push_back({0, (kSpine - 1) * kTooth});
  expect_trees("ring comb", make_graph(kSpine * kTooth, edges),
               {0, 50, 99, 12'345, kSpine * kTooth - 1});
}

// A ring whose every vertex has leaves: layers of the trees large enough to be shared.
TEST_P(HighDiameter, Caterpillar) {
  constexpr Vertex kRing = 6'000;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kRing; ++v) {
    edges.push_back({v, (v + 1) % kRing});
    edges.push_back({v, v + kRing});
    edges.push_back({v + kRing, v + 2 * kRing});
    edges.push_back({v + kRing, v + 3 * kRing});
  }
  expect_trees("caterpillar", make_graph(4 * kRing, edges), {0, kRing + 17, 2 * kRing + 17});
}

// Grids wide enough for the frontier to be shared, with trees, holes and a component of its own.
TEST_P(HighDiameter, GridWithTreesAndHoles) {
  constexpr Vertex kSide = 250;
  CounterRng rng(1, 0);
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide && rng.below(4) != 0) edges.push_back({v, v + 1});
    if (v + kSide < kSide * kSide && rng.below(4) != 0) edges.push_back({v, v + kSide});
  }
  const Graph graph = make_graph(kSide * kSide, edges);
  std::vector<Vertex> sources;
  for (int i = 0; i < 4; ++i) sources.push_back(static_cast<Vertex>(rng.below(kSide * kSide)));
  expect_trees("holey grid", graph, sources);
}

// Wide and shallow: every thread's list has to grow to most of the graph.
TEST_P(HighDiameter, LowDiameter) {
  const Graph graph = make_graph(1U << 14U, skewed_edges(14, 200'000, 3));
  expect_trees("skewed", graph, {0, 5, 1000});
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const std::string engine = std::get<0>(info.param) == Engine::kLocality ? "locality" : "as_it_is";
  return engine + "_" + std::to_string(std::get<1>(info.param)) + "_threads";
}

INSTANTIATE_TEST_SUITE_P(Engines, HighDiameter,
                         testing::Combine(testing::Values(Engine::kLocality, Engine::kAsItIs),
                                          testing::Values(1, 2, 4)),
                         name_of);

// More threads than cores and than most frontiers have shares for.
INSTANTIATE_TEST_SUITE_P(ManyThreads, HighDiameter,
                         testing::Values(Case{Engine::kLocality, 13}, Case{Engine::kAsItIs, 13}),
                         name_of);

}  // namespace
}  // namespace strider::test
