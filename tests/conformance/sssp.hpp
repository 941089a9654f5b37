// What every search for shortest paths must do, whatever its method, layout or backend. Written
// once: a backend's test instantiates it with options.
#pragma once

#include <functional>
#include <string>

#include "strider/sssp.hpp"

namespace strider::test {

/// Makes the solver under test.
template <class W>
using SsspMaker = std::function<SsspSolver<W>(const WeightedGraph<W>&, const SsspOptions&)>;
template <class W>
[[nodiscard]] SsspSolver<W> make_host_sssp(const WeightedGraph<W>& graph,
                                           const SsspOptions& options) {
  return SsspSolver<W>(graph, options);
}

/// Fails the running test where `result` is not the tree of shortest paths of `graph` from its
/// source within the bounds of `options`: distances equal the oracle's bit by bit, parents close
/// distances exactly, obey the rule of the smallest and lead to the source, counts are right.
template <class W>
void expect_shortest_paths(const WeightedGraph<W>& graph, Vertex source,
                           const SsspResult<W>& result, const SsspOptions& options,
                           const std::string& what);

/// Searches all of search_graphs() of up to `most_vertices` with weights of every mix, from several
/// sources.
template <class W>
void sssp_conforms_on_all_shapes(const SsspOptions& options,
                                 const SsspMaker<W>& make = make_host_sssp<W>,
                                 Vertex most_vertices = kNoVertex);
/// Searches many random graphs, each of its own size, density, skew and weights, with duplicates of
/// different weights, with and without a cutoff or a target.
template <class W>
void sssp_conforms_on_random_graphs(const SsspOptions& options, std::uint64_t graphs = 25,
                                    const SsspMaker<W>& make = make_host_sssp<W>);
/// A renamed graph has the renamed distances.
template <class W>
void sssp_conforms_under_permutation(const SsspOptions& options);
/// One solver, `searches` sources, results reused, fresh and of another graph; solvers and results
/// moved.
template <class W>
void sssp_conforms_when_reused(const SsspOptions& options,
                               const SsspMaker<W>& make = make_host_sssp<W>, Vertex searches = 12);
/// Sources and targets that are no vertices are refused by name.
template <class W>
void sssp_refuses_bad_sources(const SsspOptions& options,
                              const SsspMaker<W>& make = make_host_sssp<W>);

/// All of the above.
template <class W>
void sssp_conforms(const SsspOptions& options) {
  sssp_conforms_on_all_shapes<W>(options);
  sssp_conforms_on_random_graphs<W>(options);
  sssp_conforms_under_permutation<W>(options);
  sssp_conforms_when_reused<W>(options);
  sssp_refuses_bad_sources<W>(options);
}

}  // namespace strider::test
