// What every search must do, whatever its method, layout and place. Written once: the tests of a
// place say how a search is made there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "conformance/checked_search.hpp"
#include "strider/bfs.hpp"

namespace strider::test {

/// Makes the solver under test for a graph; options.threads is what the case asks for.
using BfsSolverMaker = std::function<BfsSolver(const Graph&, const BfsOptions&)>;
[[nodiscard]] inline BfsSolver make_host_bfs(const Graph& graph, const BfsOptions& options) {
  return BfsSolver(graph, options);
}

[[nodiscard]] BfsResult bfs_oracle(const Graph& graph, Vertex source);

[[nodiscard]] BfsResult bfs_oracle(const Graph& graph, const BfsQuery& query);

/// Fails the running test where `result` is not what `query` asks of `graph`: levels and counts
/// equal the serial oracle's, every parent is one level nearer and has the edge, a source is its
/// own parent, the unreached have none.
void expect_bfs_tree(const Graph& graph, const BfsQuery& query, const BfsResult& result,
                     const std::string& what);
inline void expect_bfs_tree(const Graph& graph, Vertex source, const BfsResult& result,
                            const std::string& what) {
  expect_bfs_tree(graph, BfsQuery{.sources = {&source, 1}}, result, what);
}
/// What a search that ended at `depth` was asked for: the depth in place of the target. Fails the
/// running test where the target is farther than that.
[[nodiscard]] BfsQuery as_it_ended(const Graph& graph, BfsQuery query, Level depth);
/// Fails the running test where a trace does not say what the levels of the oracle's tree say.
void expect_trace(const Graph& graph, const BfsQuery& query, std::span<const BfsLevelTrace> trace,
                  const std::string& what);
/// Fails the running test where smallest_parents() of the result are not what its rule says.
void expect_smallest_parents(const Graph& graph, const BfsResult& result, int threads,
                             const std::string& what);

/// As CheckedSearch, from several sources, to a depth, or until a target is found.
struct CheckedBfs {
  std::function<bool(const BfsQuery&, const std::string& what)> search;

  bool operator()(const BfsQuery& query, const std::string& what) const {
    return search(query, what);
  }
  bool operator()(Vertex source, const std::string& what) const {
    return search({.sources = {&source, 1}}, what);
  }
};
/// The search under test, whatever its place. Where options.trace asks for a trace, that is
/// checked, too, and else that there is none.
using BfsMaker = std::function<CheckedBfs(const Graph&, const BfsOptions&)>;
/// One solver for all sources.
[[nodiscard]] BfsMaker checked(const BfsSolverMaker& make);

/// Searches search_graphs() from several sources, one by one, together, and to a depth. With all
/// checks, each once more with a trace.
void bfs_conforms_on_all_shapes(const BfsMaker& make, const BfsOptions& options = {},
                                const TakenGraphs& taken = {});
/// Searches many random graphs, each of its own size, density and skew, loops and duplicates among
/// their edges; from one source, and from several or to a depth.
void bfs_conforms_on_random_graphs(const BfsMaker& make, const BfsOptions& options = {},
                                   std::uint64_t graphs = 60, const TakenGraphs& taken = {});
/// A renamed graph has the renamed levels.
void bfs_conforms_under_permutation(const BfsSolverMaker& make, const BfsOptions& options);
/// One solver, many sources, results reused, fresh and of another graph; solvers and results moved.
void bfs_conforms_when_reused(const BfsSolverMaker& make, const BfsOptions& options);
/// Sources that are no vertices are refused by name, and none at all.
void bfs_refuses_bad_sources(const BfsSolverMaker& make, const BfsOptions& options);

/// All of the above.
inline void bfs_conforms(const BfsSolverMaker& make, const BfsOptions& options) {
  bfs_conforms_on_all_shapes(checked(make), options);
  bfs_conforms_on_random_graphs(checked(make), options);
  bfs_conforms_under_permutation(make, options);
  bfs_conforms_when_reused(make, options);
  bfs_refuses_bad_sources(make, options);
}

}  // namespace strider::test
