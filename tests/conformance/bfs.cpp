#include "conformance/bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

bool has_edge(const Graph& graph, Vertex u, Vertex v) {
  // The shorter list of the two: every leaf of a star would otherwise look through the hub's.
  if (!graph.is_directed() && graph.out().degree(v) < graph.out().degree(u)) std::swap(u, v);
  const auto row = graph.out().neighbors(u);
  return std::find(row.begin(), row.end(), v) != row.end();
}

/// What is wrong with the parent of `v`, or nothing.
const char* flaw_of_parent(const Graph& graph, std::span<const Vertex> parents,
                           const LevelView& levels, Vertex v) {
  const Vertex parent = parents[v];
  if (levels[v] == 0) return parent == v ? nullptr : "a source is not its own parent";
  if (levels[v] == kUnreached) return parent == kNoVertex ? nullptr : "unreached, but has a parent";
  if (parent >= graph.num_vertices()) return "its parent is no vertex";
  if (levels[parent] + 1 != levels[v]) return "its parent is not one level nearer";
  return has_edge(graph, parent, v) ? nullptr : "no edge leads to it from its parent";
}

void expect_parents(const Graph& graph, const BfsResult& result, const std::string& what) {
  const auto parents = result.parents();
  const LevelView levels = result.levels();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const char* const flaw = flaw_of_parent(graph, parents, levels, v);
    if (flaw != nullptr) FAIL() << what << ", vertex " << v << ": " << flaw;
  }
}

/// Some vertices, with repetitions; at times all.
std::vector<Vertex> draw_sources(CounterRng& rng, Vertex n) {
  std::vector<Vertex> sources;
  const std::uint64_t count = rng.below(8) == 0 ? n : 1 + rng.below(std::min<Vertex>(n, 40));
  for (std::uint64_t i = 0; i < count; ++i) {
    sources.push_back(static_cast<Vertex>(count == n ? i : rng.below(n)));
  }
  return sources;
}

/// Several sources, a depth, or both.
bool searches_queries(const CheckedBfs& search, CounterRng& rng, Vertex n,
                      const std::string& what) {
  for (const bool is_limited : {false, true}) {
    const std::vector<Vertex> sources = draw_sources(rng, n);
    const Level depth = is_limited ? static_cast<Level>(rng.below(5)) : kUnreached;
    if (!search({.sources = sources, .depth = depth},
                what + " from " + std::to_string(sources.size()) + " sources to depth " +
                    std::to_string(depth))) {
      return false;
    }
  }
  const auto source = static_cast<Vertex>(rng.below(n));
  const auto target = static_cast<Vertex>(rng.below(n));
  return search({.sources = {&source, 1}, .target = target},
                what + " from " + std::to_string(source) + " until " + std::to_string(target));
}

}  // namespace

BfsResult bfs_oracle(const Graph& graph, const BfsQuery& query) {
  return bfs(graph, query, {.method = BfsMethod::kSerial, .threads = 1});
}
BfsResult bfs_oracle(const Graph& graph, Vertex source) {
  return bfs(graph, source, {.method = BfsMethod::kSerial, .threads = 1});
}

BfsQuery as_it_ended(const Graph& graph, BfsQuery query, Level depth) {
  if (!query.target) return query;
  const Level level = bfs_oracle(graph, {.sources = query.sources}).levels()[*query.target];
  EXPECT_TRUE(depth == kUnreached || level <= depth);
  query.depth = depth;
  query.target.reset();
  return query;
}

void expect_trace(const Graph& graph, const BfsQuery& query, std::span<const BfsLevelTrace> trace,
                  const std::string& what) {
  const BfsResult tree = bfs_oracle(graph, query);
  std::vector<BfsLevelTrace> expected(tree.num_levels(),
                                      BfsLevelTrace{0, 0, 0, BfsDirection::kTopDown, 0});
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const Level level = tree.levels()[v];
    if (level == kUnreached) continue;
    ++expected[level].vertices;
    expected[level].edges += graph.out().degree(v);
  }
  ASSERT_EQ(trace.size(), expected.size()) << what;
  for (Level level = 0; level < expected.size(); ++level) {
    ASSERT_EQ(trace[level].level, level) << what;
    ASSERT_EQ(trace[level].vertices, expected[level].vertices) << what << ", level " << level;
    ASSERT_EQ(trace[level].edges, expected[level].edges) << what << ", level " << level;
    ASSERT_GE(trace[level].seconds, 0) << what << ", level " << level;
    if (trace[level].direction == BfsDirection::kTopDown) {
      ASSERT_LE(trace[level].arcs_examined.value_or(0), trace[level].edges) << what;
    }
  }
}

void expect_bfs_tree(const Graph& graph, const BfsQuery& query, const BfsResult& result,
                     const std::string& what) {
  const BfsResult expected = bfs_oracle(graph, query);
  ASSERT_TRUE(std::ranges::equal(result.query().sources, expected.query().sources)) << what;
  if (!query.target) {
    ASSERT_EQ(result.query().depth, query.depth) << what;
  }
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
  expect_parents(graph, result, what);
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
  for (const Vertex source : result.query().sources) expected[source] = source;
  EXPECT_TRUE(std::ranges::equal(smallest_parents(graph, result, threads), expected)) << what;
}

namespace {

/// Levels and counts as expect_bfs_tree, and no parents.
void expect_levels(const Graph& graph, const BfsQuery& query, const BfsResult& result,
                   const std::string& what) {
  const BfsResult expected = bfs_oracle(graph, query);
  EXPECT_TRUE(result.parents().empty()) << what;
  EXPECT_EQ(result.num_reached(), expected.num_reached()) << what;
  EXPECT_EQ(result.num_levels(), expected.num_levels()) << what;
  EXPECT_EQ(result.num_edges_reached(), expected.num_edges_reached()) << what;
  ASSERT_EQ(result.levels().size(), graph.num_vertices()) << what;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    ASSERT_EQ(result.levels()[v], expected.levels()[v]) << what << ", vertex " << v;
  }
}

}  // namespace

BfsMaker checked(const BfsSolverMaker& make) {
  return [=](const Graph& graph, const BfsOptions& options) -> CheckedBfs {
    const auto solver = std::make_shared<BfsSolver>(make(graph, options));
    return {[=](const BfsQuery& asked, const std::string& what) {
      const BfsResult result = solver->run(asked);
      const BfsQuery query = as_it_ended(graph, asked, result.query().depth);
      expect_bfs_tree(graph, query, result, what);
      if (options.trace == BfsTrace::kOff) {
        EXPECT_TRUE(result.trace().empty()) << what;
      } else {
        expect_trace(graph, query, result.trace(), what);
        expect_smallest_parents(graph, result, options.threads, what);
        BfsQuery bare = asked;
        bare.output = BfsOutput::kLevels;
        expect_levels(graph, query, solver->run(bare), what + ", levels only");
      }
      return !testing::Test::HasFatalFailure();
    }};
  };
}

void bfs_conforms_on_all_shapes(const BfsMaker& make, const BfsOptions& options,
                                const TakenGraphs& taken) {
  BfsOptions traced = options;
  traced.trace = BfsTrace::kLevels;
  std::size_t turn = 0;
  for (const auto& [name, graph] : taken_shapes(taken)) {
    std::vector<Vertex> sources =
        some_sources(graph, {taken.has_all_checks ? graph.num_vertices() / 2 : 0});
    if (num_levels(graph) > taken.most_levels_of_many_sources) sources = {0};
    const CheckedBfs search = make(graph, options);
    for (const Vertex source : sources) {
      if (!search(source, name + " from " + std::to_string(source))) return;
    }
    if (!search({.sources = sources}, name + " from all of them")) return;
    for (const Level depth : {0U, 2U, 300U}) {
      if (depth > taken.most_levels_of_many_sources) continue;
      const BfsQuery query{.sources = std::span(sources).last(1), .depth = depth};
      if (!search(query, name + " to depth " + std::to_string(depth))) return;
    }
    if (!taken.has_all_checks) continue;
    // Traced from one of them, by turns: emulated devices take their time.
    const Vertex source = sources[turn++ % sources.size()];
    const CheckedBfs traced_search = make(graph, traced);
    if (!traced_search(source, name + " from " + std::to_string(source) + ", traced")) return;
    if (!traced_search({.sources = sources, .depth = 3}, name + " to depth 3, traced")) return;
  }
}

void bfs_conforms_on_random_graphs(const BfsMaker& make, const BfsOptions& options,
                                   std::uint64_t graphs, const TakenGraphs& taken) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260101, seed);
    const auto [n, edges] = draw_edges(rng, seed, 11);
    const Directedness directedness = draw_directedness(rng);
    const BuildOptions build = draw_build(rng);
    const Graph graph =
        make_graph(n, edges, taken.directed ? directedness : Directedness::kUndirected,
                   taken.has_all_checks ? build : kKeepAll);
    const CheckedBfs search = make(graph, options);
    if (!searches_queries(search, rng, n, "random graph " + std::to_string(seed))) return;
    for (int i = 0; i < (taken.has_all_checks ? 3 : 2); ++i) {
      const auto source = static_cast<Vertex>(rng.below(n));
      if (!search(source,
                  "random graph " + std::to_string(seed) + " from " + std::to_string(source))) {
        return;
      }
    }
  }
}

void bfs_conforms_under_permutation(const BfsSolverMaker& make, const BfsOptions& options) {
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

void bfs_conforms_when_reused(const BfsSolverMaker& make, const BfsOptions& options) {
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

void bfs_refuses_bad_sources(const BfsSolverMaker& make, const BfsOptions& options) {
  for (const Vertex n : {0U, 1U, 100U}) {
    const Graph graph = make_graph(n, line_edges(n));
    BfsSolver solver = make(graph, options);
    for (const Vertex source : {n, n + 1, kNoVertex}) {
      expect_error<UsageError>(std::to_string(n) + " vertices", [&] { (void)solver.run(source); });
      if (n == 0) continue;
      const Vertex sources[] = {0, source};
      expect_error<UsageError>(std::to_string(n) + " vertices",
                               [&] { (void)solver.run(BfsQuery{.sources = sources}); });
    }
    expect_error<UsageError>("there must be at least one source",
                             [&] { (void)solver.run(BfsQuery{}); });
  }
}

}  // namespace strider::test
