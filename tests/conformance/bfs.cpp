#include "conformance/bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

BfsResult oracle(const Graph& graph, Vertex source) {
  return bfs(graph, source, {.method = BfsMethod::kSerial, .threads = 1});
}

/// The first, the last, one in the middle, and the one with most edges.
std::vector<Vertex> some_sources(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  Vertex widest = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (graph.out().degree(v) > graph.out().degree(widest)) widest = v;
  }
  std::vector<Vertex> sources{0, n - 1, n / 2, widest};
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

bool has_edge(const Graph& graph, Vertex u, Vertex v) {
  // The shorter list of the two: every leaf of a star would otherwise look through the hub's.
  if (!graph.is_directed() && graph.out().degree(v) < graph.out().degree(u)) std::swap(u, v);
  const auto row = graph.out().neighbors(u);
  return std::find(row.begin(), row.end(), v) != row.end();
}

/// What is wrong with the parent of `v`, or nothing.
const char* flaw_of_parent(const Graph& graph, Vertex source, std::span<const Vertex> parents,
                           const LevelView& levels, Vertex v) {
  const Vertex parent = parents[v];
  if (v == source) return parent == source ? nullptr : "the source is not its own parent";
  if (levels[v] == kUnreached) return parent == kNoVertex ? nullptr : "unreached, but has a parent";
  if (parent >= graph.num_vertices()) return "its parent is no vertex";
  if (levels[parent] + 1 != levels[v]) return "its parent is not one level nearer";
  return has_edge(graph, parent, v) ? nullptr : "no edge leads to it from its parent";
}

void expect_parents(const Graph& graph, Vertex source, const BfsResult& result,
                    const std::string& what) {
  const auto parents = result.parents();
  const LevelView levels = result.levels();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const char* const flaw = flaw_of_parent(graph, source, parents, levels, v);
    if (flaw != nullptr) FAIL() << what << ", vertex " << v << ": " << flaw;
  }
}

void expect_trace(const Graph& graph, const BfsResult& result, const std::string& what) {
  std::vector<BfsLevelTrace> expected(result.num_levels(),
                                      BfsLevelTrace{0, 0, 0, BfsDirection::kTopDown, 0});
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (result.levels()[v] == kUnreached) continue;
    ++expected[result.levels()[v]].vertices;
    expected[result.levels()[v]].edges += graph.out().degree(v);
  }
  ASSERT_EQ(result.trace().size(), expected.size()) << what;
  for (Level level = 0; level < expected.size(); ++level) {
    const BfsLevelTrace& traced = result.trace()[level];
    ASSERT_EQ(traced.level, level) << what;
    ASSERT_EQ(traced.vertices, expected[level].vertices) << what << ", level " << level;
    ASSERT_EQ(traced.edges, expected[level].edges) << what << ", level " << level;
    ASSERT_GE(traced.seconds, 0) << what << ", level " << level;
  }
}

}  // namespace

void expect_bfs_tree(const Graph& graph, Vertex source, const BfsResult& result,
                     const std::string& what) {
  const BfsResult expected = oracle(graph, source);
  ASSERT_EQ(result.source(), source) << what;
  ASSERT_EQ(result.num_reached(), expected.num_reached()) << what;
  ASSERT_EQ(result.num_levels(), expected.num_levels()) << what;
  ASSERT_EQ(result.num_edges_reached(), expected.num_edges_reached()) << what;
  ASSERT_EQ(result.parents().size(), graph.num_vertices()) << what;
  ASSERT_EQ(result.levels().size(), graph.num_vertices()) << what;
  const LevelView levels = result.levels();
  const LevelView expected_levels = expected.levels();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (levels[v] != expected_levels[v]) {
      FAIL() << what << ", vertex " << v << ": level " << levels[v] << " instead of "
             << expected_levels[v];
    }
  }
  expect_parents(graph, source, result, what);
}

void expect_smallest_parents(const Graph& graph, const BfsResult& result, int threads,
                             const std::string& what) {
  const LevelView levels = result.levels();
  std::vector<Vertex> expected(graph.num_vertices(), kNoVertex);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    if (levels[u] == kUnreached) continue;
    for (const Vertex v : graph.out().neighbors(u)) {
      if (expected[v] == kNoVertex && levels[v] == levels[u] + 1) expected[v] = u;
    }
  }
  expected[result.source()] = result.source();
  EXPECT_TRUE(std::ranges::equal(smallest_parents(graph, result, threads), expected)) << what;
}

void conforms_on_all_shapes(const BfsSolverFactory& make, const BfsOptions& options) {
  BfsOptions traced = options;
  traced.trace = BfsTrace::kLevels;
  static const std::vector<NamedGraph> kShapes = search_graphs();
  std::size_t turn = 0;
  for (const NamedGraph& shape : kShapes) {
    BfsSolver solver = make(shape.graph, options);
    const std::vector<Vertex> sources = some_sources(shape.graph);
    for (const Vertex source : sources) {
      const std::string what = shape.name + " from " + std::to_string(source);
      const BfsResult result = solver.run(source);
      expect_bfs_tree(shape.graph, source, result, what);
      EXPECT_TRUE(result.trace().empty()) << what;
      if (testing::Test::HasFatalFailure()) return;
    }
    // Traced from one of them, by turns: emulated devices take their time.
    const Vertex source = sources[turn++ % sources.size()];
    const std::string what = shape.name + " from " + std::to_string(source) + ", traced";
    const BfsResult result = make(shape.graph, traced).run(source);
    expect_bfs_tree(shape.graph, source, result, what);
    expect_trace(shape.graph, result, what);
    expect_smallest_parents(shape.graph, result, options.threads, what);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void conforms_on_random_graphs(const BfsSolverFactory& make, const BfsOptions& options) {
  constexpr std::uint64_t kGraphs = 60;
  for (std::uint64_t seed = 0; seed < kGraphs; ++seed) {
    CounterRng rng(20260101, seed);
    const auto scale = static_cast<unsigned>(1 + rng.below(11));
    const auto n = static_cast<Vertex>((1U << (scale - 1)) + rng.below(1U << (scale - 1)) + 1);
    const std::size_t edges = rng.below(1 + n * (1ULL << rng.below(5)));
    const bool skewed = rng.below(2) == 0;
    const auto directedness =
        rng.below(2) == 0 ? Directedness::kDirected : Directedness::kUndirected;
    const BuildOptions build{
        .self_loops = rng.below(2) == 0 ? SelfLoops::kKeep : SelfLoops::kRemove,
        .duplicates = rng.below(2) == 0 ? Duplicates::kKeep : Duplicates::kRemove};
    const Graph graph =
        skewed ? make_graph(1U << scale, skewed_edges(scale, edges, seed), directedness, build)
               : make_graph(n, random_edges(n, edges, seed), directedness, build);
    BfsSolver solver = make(graph, options);
    for (int i = 0; i < 3; ++i) {
      const auto source = static_cast<Vertex>(rng.below(graph.num_vertices()));
      expect_bfs_tree(graph, source, solver.run(source),
                      "random graph " + std::to_string(seed) + " from " + std::to_string(source));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

void conforms_under_permutation(const BfsSolverFactory& make, const BfsOptions& options) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto directedness = seed % 2 == 0 ? Directedness::kDirected : Directedness::kUndirected;
    const Graph graph = make_graph(1U << 11U, skewed_edges(11, 1U << 13U, seed), directedness);
    const Permutation permutation = make_ordering(graph, Ordering::kRandom, seed);
    const Graph renamed = relabel(graph, permutation);
    BfsSolver solver = make(graph, options);
    BfsSolver renamed_solver = make(renamed, options);
    for (const Vertex source : {0U, 7U, 1000U}) {
      const BfsResult result = solver.run(source);
      const BfsResult renamed_result = renamed_solver.run(permutation.to_new[source]);
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        ASSERT_EQ(result.levels()[v], renamed_result.levels()[permutation.to_new[v]])
            << "seed " << seed << ", vertex " << v;
      }
    }
  }
}

void conforms_when_reused(const BfsSolverFactory& make, const BfsOptions& options) {
  const Graph skewed = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 5));
  const Graph line = make_graph(600, line_edges(600));  // wide levels from one end, deep from all
  BfsSolver solver = make(skewed, options);
  BfsSolver line_solver = make(line, options);
  BfsResult reused;
  for (Vertex i = 0; i < 40; ++i) {
    const Vertex source = i * 51 % skewed.num_vertices();
    solver.run(source, reused);
    expect_bfs_tree(skewed, source, reused, "reused, search " + std::to_string(i));
    const Vertex line_source = i * 37 % 600;
    if (i % 4 == 0) line_solver.run(line_source, reused);  // arrays of another size
    const BfsResult fresh = line_solver.run(line_source);
    expect_bfs_tree(line, line_source, fresh, "line, search " + std::to_string(i));
    if (testing::Test::HasFatalFailure()) return;
  }
  // Levels in bytes and in words, by turns, in the same result.
  for (const Vertex source : {0U, 300U, 599U, 299U}) {
    line_solver.run(source, reused);
    expect_bfs_tree(line, source, reused, "line again from " + std::to_string(source));
  }
  BfsSolver moved = std::move(solver);
  BfsResult result = moved.run(3);
  BfsResult moved_result = std::move(result);
  expect_bfs_tree(skewed, 3, moved_result, "moved");
  moved.run(4, result);  // a moved-from result is as good as a new one
  expect_bfs_tree(skewed, 4, result, "moved from");
  line_solver = std::move(moved);
  expect_bfs_tree(skewed, 5, line_solver.run(5), "moved over another");
}

void refuses_bad_sources(const BfsSolverFactory& make, const BfsOptions& options) {
  for (const Vertex n : {0U, 1U, 100U}) {
    const Graph graph = make_graph(n, line_edges(n));
    BfsSolver solver = make(graph, options);
    for (const Vertex source : {n, n + 1, kNoVertex}) {
      try {
        (void)solver.run(source);
        ADD_FAILURE() << "source " << source << " of " << n << " vertices was taken";
      } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(n) + " vertices"),
                  std::string::npos)
            << error.what();
      }
    }
  }
}

}  // namespace strider::test
