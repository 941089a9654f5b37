// A solver whose run was stopped, before it began or in the middle, can be used again.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "conformance/stopping.hpp"
#include "strider/strider.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using std::chrono::microseconds;

/// As many moments of a run, from its begin to its end, at which it is stopped.
constexpr int kMoments = 6;

/// Stops `run` at several moments, and checks after each that it still does what it should.
template <class Run, class Check>
void survives_stops(const Run& run, const Check& check) {
  expect_stopped("before", run);
  check();
  const auto begin = std::chrono::steady_clock::now();
  run();
  const auto whole =
      std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - begin);
  for (int moment = 0; moment < kMoments; ++moment) {
    (void)stop_after(whole * moment / kMoments, run);
    check();
  }
}

struct Shape {
  const char* name;
  Graph graph;
  Vertex source;
};

std::vector<Shape> shapes() {
  return {{"skewed", make_graph(1U << 13U, skewed_edges(13, 1U << 17U, 1)), 1},
          {"grid", make_graph(100 * 60, grid_edges(100, 60)), 3000},
          {"line", make_graph(400, line_edges(400)), 7},
          {"directed",
           make_graph(1U << 12U, skewed_edges(12, 1U << 15U, 3), Directedness::kDirected), 1}};
}

class StopOnThreads : public testing::TestWithParam<int> {};

std::vector<Level> levels_of(const BfsResult& result) {
  std::vector<Level> levels(result.levels().size());
  for (std::size_t v = 0; v < levels.size(); ++v) levels[v] = result.levels()[Vertex(v)];
  return levels;
}

void bfs_survives(BfsSolver solver, const Shape& shape, const std::string& name) {
  SCOPED_TRACE(name + " on " + shape.name);
  const BfsResult expected =
      bfs(shape.graph, shape.source, {.method = BfsMethod::kSerial, .threads = 1});
  const std::vector<Level> levels = levels_of(expected);
  BfsResult result;
  survives_stops(
      [&] { solver.run(0, result); },
      [&] {
        solver.run(shape.source, result);
        ASSERT_EQ(levels_of(result), levels);
        ASSERT_EQ(result.num_reached(), expected.num_reached());
        ASSERT_EQ(result.num_levels(), expected.num_levels());
        ASSERT_EQ(result.num_edges_reached(), expected.num_edges_reached());
        EXPECT_TRUE(
            validate_bfs(shape.graph, shape.source, result.parents(), result.levels()).passed());
      });
}

TEST_P(StopOnThreads, BfsSolvers) {
  for (const Shape& shape : shapes()) {
    for (const BfsMethod method : all_bfs_methods()) {
      const BfsOptions options{.method = method, .threads = GetParam()};
      bfs_survives(BfsSolver(shape.graph, options), shape, std::string(bfs_method_name(method)));
    }
    for (const LayoutChoice layout : {LayoutChoice::kDegree, LayoutChoice::kLocality}) {
      if (shape.graph.is_directed()) continue;
      bfs_survives(BfsSolver(prepare(shape.graph, {.layout = layout, .threads = GetParam()}),
                             {.threads = GetParam()}),
                   shape, "a layout");
    }
  }
}

template <class W>
void sssp_survives(const Shape& shape, const SsspOptions& options) {
  SCOPED_TRACE(std::string(sssp_method_name(options.method)) + " on " + shape.name);
  const WeightedGraph<W> graph = weigh<W>(shape.graph, WeightMix::kUniform);
  const auto expected =
      SsspSolver<W>(graph, {.method = SsspMethod::kDijkstra, .threads = 1}).run(shape.source);
  SsspSolver<W> solver(graph, options);
  SsspResult<W> result;
  survives_stops([&] { solver.run(0, result); },
                 [&] {
                   solver.run(shape.source, result);
                   // A complete result whose numbers are first asked for in vain.
                   expect_stopped("parents", [&] { (void)result.parents(); });
                   ASSERT_TRUE(std::ranges::equal(result.distances(), expected.distances()));
                   ASSERT_TRUE(std::ranges::equal(result.parents(), expected.parents()));
                   ASSERT_EQ(result.num_reached(), expected.num_reached());
                 });
}

TEST_P(StopOnThreads, SsspSolvers) {
  for (const Shape& shape : shapes()) {
    for (const SsspMethod method : all_sssp_methods()) {
      for (const Preparing preparing : {Preparing::kNever, Preparing::kAtOnce}) {
        const SsspOptions options{.method = method, .threads = GetParam(), .preparing = preparing};
        sssp_survives<std::uint32_t>(shape, options);
        sssp_survives<float>(shape, options);
      }
    }
  }
}

template <class W>
void msf_survives(const Shape& shape, const MsfOptions& options) {
  SCOPED_TRACE(std::string(msf_method_name(options.method)) + " on " + shape.name);
  const WeightedGraph<W> graph = weigh<W>(shape.graph, WeightMix::kUniform);
  const auto expected = msf<W>(graph, {.method = MsfMethod::kKruskal, .threads = 1});
  MsfSolver<W> solver(graph, options);
  MsfResult<W> result;
  survives_stops([&] { solver.run(result); },
                 [&] {
                   solver.run(result);
                   ASSERT_TRUE(std::ranges::equal(result.edges(), expected.edges()));
                   ASSERT_EQ(result.num_trees(), expected.num_trees());
                 });
}

TEST_P(StopOnThreads, MsfSolvers) {
  for (const Shape& shape : shapes()) {
    if (shape.graph.is_directed()) continue;
    for (const MsfMethod method : all_msf_methods()) {
      const MsfOptions options{.method = method, .threads = GetParam()};
      msf_survives<std::uint32_t>(shape, options);
      msf_survives<float>(shape, options);
    }
  }
}

TEST_P(StopOnThreads, SearchesFromSeveralSources) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    const Vertex sources[] = {shape.source, 3, 250};
    const BfsQuery query{.sources = sources, .depth = 5};
    const std::vector<Level> levels =
        levels_of(bfs(shape.graph, query, {.method = BfsMethod::kSerial, .threads = 1}));
    for (const BfsMethod method : all_bfs_methods()) {
      BfsSolver solver(shape.graph, {.method = method, .threads = GetParam()});
      BfsResult result;
      survives_stops([&] { solver.run(query, result); },
                     [&] {
                       solver.run(query, result);
                       ASSERT_EQ(levels_of(result), levels);
                     });
    }
  }
}

TEST_P(StopOnThreads, PathFinders) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.name);
    const std::vector<Vertex> path = shortest_path(shape.graph, shape.source, 350).vertices;
    PathFinder finder(shape.graph);
    survives_stops([&] { (void)finder.run(0, 399); },
                   [&] { ASSERT_EQ(finder.run(shape.source, 350).vertices, path); });
  }
}

std::vector<double> numbers(const auto& values) {
  return {values.begin(), values.end()};
}

/// A question with one value of each vertex, or some other list of numbers, as its answer.
struct Question {
  const char* name;
  std::function<std::vector<double>(const Graph& graph, int threads)> ask;
};

std::vector<Question> questions() {
  return {{"core",
           [](const Graph& graph, int threads) {
             return numbers(core_numbers(graph, {.threads = threads}).cores);
           }},
          {"degeneracy order",
           [](const Graph& graph, int threads) {
             return numbers(degeneracy_order(graph, core_numbers(graph, {.threads = threads})));
           }},
          {"strong components",
           [](const Graph& graph, int threads) {
             return numbers(strong_components(graph, {.threads = threads}).labels());
           }},
          {"condensation",
           [](const Graph& graph, int threads) {
             const ComponentsResult found = strong_components(graph, {.threads = threads});
             return numbers(condense(graph, found.labels(), threads).components);
           }},
          {"closeness",
           [](const Graph& graph, int threads) {
             return numbers(closeness(graph, {.samples = 300, .threads = threads}).scores);
           }},
          {"distances",
           [](const Graph& graph, int threads) {
             std::vector<Vertex> sources(300);
             std::iota(sources.begin(), sources.end(), Vertex{0});
             return numbers(distances(graph, sources, threads).levels);
           }},
          {"pagerank",
           [](const Graph& graph, int threads) {
             return numbers(pagerank(graph, {.threads = threads}).scores);
           }},
          {"label propagation",
           [](const Graph& graph, int threads) {
             return numbers(label_propagation(graph, {.threads = threads}).labels);
           }},
          {"local clustering",
           [](const Graph& graph, int threads) {
             return numbers(local_clustering(graph, {.threads = threads}).coefficients);
           }},
          {"eccentricities",
           [](const Graph& graph, int threads) {
             return numbers(diameter(graph, {.threads = threads,
                                             .scope = DiameterScope::kAllComponents,
                                             .sought = DiameterSought::kEccentricities})
                                .upper());
           }},
          {"bipartition", [](const Graph& graph, int threads) {
             const Bipartition found = bipartition(graph, {.threads = threads});
             return numbers(found.is_bipartite()
                                ? std::vector<Vertex>(found.sides.begin(), found.sides.end())
                                : found.odd_cycle);
           }}};
}

// What is returned is right, though the flag may have been set before it was found.
TEST_P(StopOnThreads, AnswersAreRightOrThereAreNone) {
  for (const Shape& shape : shapes()) {
    for (const Question& question : questions()) {
      SCOPED_TRACE(std::string(question.name) + " on " + shape.name);
      const std::vector<double> expected = question.ask(shape.graph, 1);
      const auto run = [&] { ASSERT_EQ(question.ask(shape.graph, GetParam()), expected); };
      survives_stops(run, [] {});
    }
  }
}

// What translates the numbers of a search is asked in vain, then again.
TEST_P(StopOnThreads, ResultsOfALayout) {
  const Shape grid = shapes()[1];
  BfsSolver solver(prepare(grid.graph, {.layout = LayoutChoice::kLocality}),
                   {.threads = GetParam()});
  const BfsResult result = solver.run(grid.source);
  expect_stopped("parents", [&] { (void)result.parents(); });
  EXPECT_EQ(levels_of(result), levels_of(bfs(grid.graph, grid.source)));
}

INSTANTIATE_TEST_SUITE_P(Threads, StopOnThreads, testing::Values(1, 2, 4));

}  // namespace
}  // namespace strider::test
