// What every distributed search for shortest paths must do, whatever its partition. Written once: a
// scheme's test, which all ranks run, instantiates it with a factory of engines.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "comm/communicator.hpp"
#include "conformance/ranks_shapes.hpp"
#include "strider/graph.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

/// Makes the engine under test for the graph of `list`, which is whole on every rank and whose
/// weights are of type W: the factory takes the share that its scheme would have read. Collective.
template <class W>
using DistSsspFactory = std::function<std::unique_ptr<detail::DistSsspEngine<W>>(
    const comm::Communicator& world, const EdgeList& list,
    const detail::DistSsspSettings& settings)>;

/// Fails the running test, on all ranks alike, where what the ranks left in `tree` are not, put
/// together, shortest paths of `graph` from `source`: every vertex has one owner, distances equal
/// the sequential oracle's bit by bit, and the library's validation against `list` passes without
/// any tolerance. Returns whether all is well. Collective.
template <class W>
bool expect_ranks_paths(const comm::Communicator& world, const EdgeList& list,
                        const WeightedGraph<W>& graph, GlobalVertex source,
                        const detail::DistSsspEngine<W>& engine,
                        const detail::DistSsspTree<W>& tree, const std::string& what);

/// Searches search_graphs() but the deepest, weights of every mix in turn.
template <class W>
void ranks_sssp_conforms_on_all_shapes(const DistSsspFactory<W>& make,
                                       const detail::DistSsspSettings& settings,
                                       DistShapes shapes = DistShapes::kAll);
/// Searches random graphs, skewed or not, directed or not, with weights of every mix.
template <class W>
void ranks_sssp_conforms_on_random_graphs(const DistSsspFactory<W>& make,
                                          const detail::DistSsspSettings& settings,
                                          std::uint64_t graphs = 10,
                                          DistShapes shapes = DistShapes::kAll);
/// Buckets of any width give the same distances; a width below 0 or not a number is refused.
template <class W>
void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<W>& make);
/// Negative weights, and those that are not numbers, are refused on all ranks.
template <class W>
void ranks_sssp_refuses_bad_weights(const DistSsspFactory<W>& make);
/// One for each type of weights that a file may have.
struct DistSsspFactories {
  DistSsspFactory<float> of_floats;
  DistSsspFactory<double> of_doubles;
  DistSsspFactory<std::uint32_t> of_integers;
};
/// Searches every graph of the folder that STRIDER_DATA_DIR names, of at most `most_edges` edges,
/// with its own weights, and where it has none with random ones, by one thread a rank and by two.
/// Skips where the variable is not set.
void ranks_sssp_conforms_on_data(const DistSsspFactories& make, DistShapes shapes,
                                 std::uint64_t most_edges);

/// All of the above but the last, by one thread a rank and by two that share every round, however
/// small. Graphs of many rounds take long where ranks share cores: more than four search `graphs`
/// random ones. Collective.
template <class W>
void ranks_sssp_conforms(const DistSsspFactory<W>& make, DistShapes shapes = DistShapes::kAll,
                         std::uint64_t graphs = 10) {
  const detail::DistSsspSettings two_threads{.threads = 2, .min_parallel_vertices = 1};
  const bool few_ranks = test_world().size() <= 4;
  for (const detail::DistSsspSettings& settings : {detail::DistSsspSettings{}, two_threads}) {
    if (few_ranks) ranks_sssp_conforms_on_all_shapes<W>(make, settings, shapes);
    ranks_sssp_conforms_on_random_graphs<W>(make, settings, few_ranks ? 10 : graphs, shapes);
  }
  if (few_ranks) ranks_sssp_conforms_with_any_delta<W>(make);
  ranks_sssp_refuses_bad_weights<W>(make);
}

}  // namespace strider::test
