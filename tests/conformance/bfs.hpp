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

/// Fails the running test where `result` is not a breadth-first tree of `graph` from `source`:
/// levels and counts equal the serial oracle's, every parent is one level nearer and has the edge,
/// the source is its own parent, the unreached have none.
void expect_bfs_tree(const Graph& graph, Vertex source, const BfsResult& result,
                     const std::string& what);
/// Fails the running test where a trace does not say what the levels of the oracle's tree say.
void expect_trace(const Graph& graph, Vertex source, std::span<const BfsLevelTrace> trace,
                  const std::string& what);
/// Fails the running test where smallest_parents() of the result are not what its rule says.
void expect_smallest_parents(const Graph& graph, const BfsResult& result, int threads,
                             const std::string& what);

/// The search under test, whatever its place. Where options.trace asks for a trace, that is
/// checked, too, and else that there is none.
using BfsMaker = std::function<CheckedSearch(const Graph&, const BfsOptions&)>;
/// One solver for all sources.
[[nodiscard]] BfsMaker checked(const BfsSolverMaker& make);

/// Searches search_graphs() from several sources. With all checks, each once more with a trace.
void bfs_conforms_on_all_shapes(const BfsMaker& make, const BfsOptions& options = {},
                                const TakenGraphs& taken = {});
/// Searches many random graphs, each of its own size, density and skew, loops and duplicates among
/// their edges.
void bfs_conforms_on_random_graphs(const BfsMaker& make, const BfsOptions& options = {},
                                   std::uint64_t graphs = 60, const TakenGraphs& taken = {});
/// A renamed graph has the renamed levels.
void bfs_conforms_under_permutation(const BfsSolverMaker& make, const BfsOptions& options);
/// One solver, many sources, results reused, fresh and of another graph; solvers and results moved.
void bfs_conforms_when_reused(const BfsSolverMaker& make, const BfsOptions& options);
/// Sources that are no vertices are refused by name.
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
