// What every search must do, whatever its method, layout or backend. Written once: a backend's test
// instantiates it with a factory of solvers.
#pragma once

#include <functional>
#include <string>

#include "strider/bfs.hpp"

namespace strider::test {

/// Makes the solver under test for a graph; options.threads is what the case asks for.
using BfsSolverFactory = std::function<BfsSolver(const Graph&, const BfsOptions&)>;

/// Fails the running test where `result` is not a breadth-first tree of `graph` from `source`:
/// levels and counts equal the serial oracle's, every parent is one level nearer and has the edge,
/// the source is its own parent, the unreached have none.
void expect_bfs_tree(const Graph& graph, Vertex source, const BfsResult& result,
                     const std::string& what);

/// Fails the running test where smallest_parents() of the result are not what its rule says.
void expect_smallest_parents(const Graph& graph, const BfsResult& result, int threads,
                             const std::string& what);

/// Searches all of search_graphs() from several sources.
void conforms_on_all_shapes(const BfsSolverFactory& make, const BfsOptions& options);
/// Searches many random graphs, each of its own size, density and skew.
void conforms_on_random_graphs(const BfsSolverFactory& make, const BfsOptions& options);
/// A renamed graph has the renamed levels.
void conforms_under_permutation(const BfsSolverFactory& make, const BfsOptions& options);
/// One solver, many sources, results reused, fresh and of another graph; solvers and results moved.
void conforms_when_reused(const BfsSolverFactory& make, const BfsOptions& options);
/// Sources that are no vertices are refused by name.
void refuses_bad_sources(const BfsSolverFactory& make, const BfsOptions& options);

/// All of the above.
inline void conforms(const BfsSolverFactory& make, const BfsOptions& options) {
  conforms_on_all_shapes(make, options);
  conforms_on_random_graphs(make, options);
  conforms_under_permutation(make, options);
  conforms_when_reused(make, options);
  refuses_bad_sources(make, options);
}

}  // namespace strider::test
