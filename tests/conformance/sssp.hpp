// What every search for shortest paths must do, whatever its method, layout and place. Written
// once: the tests of a place say how a search is made there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <type_traits>
#include <variant>

#include "conformance/checked_search.hpp"
#include "strider/sssp.hpp"
#include "support/weights.hpp"

namespace strider::test {

/// Makes the solver under test.
template <class W>
using SsspSolverMaker = std::function<SsspSolver<W>(const WeightedGraph<W>&, const SsspOptions&)>;
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
/// What the oracle finds, within the bounds of `options`.
template <class W>
[[nodiscard]] SsspResult<W> sssp_oracle(const WeightedGraph<W>& graph, Vertex source,
                                        SsspOptions options = {});

/// The search under test, whatever its place.
template <class W>
using SsspMaker = std::function<CheckedSearch(const WeightedGraph<W>&, const SsspOptions&)>;
/// One solver for all sources.
template <class W>
[[nodiscard]] SsspMaker<W> checked(const SsspSolverMaker<W>& make = make_host_sssp<W>);

/// Searches search_graphs() from the sources that are hardest. Weights are of every mix: of small
/// graphs `mixes`, of others two at most, in turn.
template <class W>
void sssp_conforms_on_all_shapes(const SsspMaker<W>& make, const SsspOptions& options = {},
                                 const TakenGraphs& taken = {},
                                 std::size_t mixes = std::size(kAllWeightMixes));
/// Searches many random graphs, each of its own size, density, skew and weights, with duplicates of
/// different weights, also within bounds.
template <class W>
void sssp_conforms_on_random_graphs(const SsspMaker<W>& make, const SsspOptions& options = {},
                                    std::uint64_t graphs = 25, const TakenGraphs& taken = {});
/// A renamed graph has the renamed distances.
template <class W>
void sssp_conforms_under_permutation(const SsspOptions& options);
/// One solver, `searches` sources, results reused, fresh and of another graph; solvers and results
/// moved.
template <class W>
void sssp_conforms_when_reused(const SsspOptions& options,
                               const SsspSolverMaker<W>& make = make_host_sssp<W>,
                               Vertex searches = 12);
/// Sources and targets that are no vertices are refused by name.
template <class W>
void sssp_refuses_bad_sources(const SsspOptions& options,
                              const SsspSolverMaker<W>& make = make_host_sssp<W>);

/// All of the above.
template <class W>
void sssp_conforms(const SsspOptions& options) {
  sssp_conforms_on_all_shapes<W>(checked<W>(), options);
  sssp_conforms_on_random_graphs<W>(checked<W>(), options);
  sssp_conforms_under_permutation<W>(options);
  sssp_conforms_when_reused<W>(options);
  sssp_refuses_bad_sources<W>(options);
}

/// visit(weighted graph, name) for the graph with its own weights or, where it has none, with
/// random ones.
template <class Visit>
void for_own_or_random_weights(const AnyGraph& any, const std::string& name, const Visit& visit) {
  std::visit(
      [&]<class Given>(const Given& graph) {
        if constexpr (std::is_same_v<Given, Graph>) {
          visit(weigh<float>(graph, WeightMix::kUniform), name + ", random weights");
        } else {
          visit(graph, name);
        }
      },
      any);
}
template <class W>
[[nodiscard]] bool has_negative_weight(const WeightedGraph<W>& graph) {
  return std::ranges::any_of(graph.weights().span(), [](W weight) { return weight < 0; });
}

}  // namespace strider::test
