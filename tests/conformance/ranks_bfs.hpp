// What every distributed search must do, whatever its partition, direction or encoding. Written
// once: a scheme's test, which all ranks run, instantiates it with a factory of engines.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/communicator.hpp"
#include "conformance/ranks_shapes.hpp"
#include "strider/graph.hpp"

namespace strider::test {

/// Makes the engine under test for the graph of `list`, which is whole on every rank: the factory
/// takes the share that its scheme would have read. Collective.
using DistBfsFactory = std::function<std::unique_ptr<detail::DistBfsEngine>(
    const comm::Communicator& world, const EdgeList& list,
    const detail::DistBfsSettings& settings)>;

/// Fails the running test, on all ranks alike, where what the ranks left in `tree` is not, put
/// together, a breadth-first tree of `graph` from `source`: every vertex has one owner, levels and
/// counts equal the serial oracle's, and the library's validation against the edges of `list`
/// passes. Returns whether all is well. Collective.
bool expect_ranks_bfs_tree(const comm::Communicator& world, const EdgeList& list,
                           const Graph& graph, GlobalVertex source,
                           const detail::DistBfsEngine& engine, const detail::DistBfsTree& tree,
                           const std::string& what);

/// Searches all of search_graphs() but the deepest from several sources, one engine and one tree a
/// graph.
void ranks_bfs_conforms_on_all_shapes(const DistBfsFactory& make,
                                      const detail::DistBfsSettings& settings, DistShapes shapes);
/// Searches random graphs, each of its own size, density and skew, loops and duplicates among the
/// edges.
void ranks_bfs_conforms_on_random_graphs(const DistBfsFactory& make,
                                         const detail::DistBfsSettings& settings, DistShapes shapes,
                                         std::uint64_t graphs = 12);
/// Traces say what the levels of the tree say, and are empty where none was asked for.
void ranks_bfs_traces(const DistBfsFactory& make, const detail::DistBfsSettings& settings);
/// One tree used for searches of different graphs, depths and sources in turn.
void ranks_bfs_conforms_when_reused(const DistBfsFactory& make,
                                    const detail::DistBfsSettings& settings);

/// Levels of both directions come up, or what else is checked says less than it seems to.
void ranks_bfs_goes_both_ways(const DistBfsFactory& make);

/// All but the last of the above. Collective.
inline void ranks_bfs_conforms(const DistBfsFactory& make, const detail::DistBfsSettings& settings,
                               DistShapes shapes = DistShapes::kAll) {
  ranks_bfs_conforms_on_all_shapes(make, settings, shapes);
  ranks_bfs_conforms_on_random_graphs(make, settings, shapes);
  ranks_bfs_traces(make, settings);
  ranks_bfs_conforms_when_reused(make, settings);
}

/// Searches every graph of the folder that STRIDER_DATA_DIR names, of at most `most_edges` edges,
/// from two sources. Skips the running test where it names none.
void ranks_bfs_conforms_on_data(const DistBfsFactory& make, const detail::DistBfsSettings& settings,
                                DistShapes shapes, std::uint64_t most_edges = 1U << 22U);

}  // namespace strider::test
