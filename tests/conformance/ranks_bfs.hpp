// Distributed searches, as the cases of bfs.hpp see them. All ranks run a test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/bfs/ranks/engine.hpp"
#include "comm/communicator.hpp"
#include "conformance/bfs.hpp"
#include "strider/io.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

/// Makes the engine under test for the graph of `list`, which is whole on every rank: the factory
/// takes the share that its scheme would have read. Collective.
using DistBfsFactory = std::function<std::unique_ptr<detail::DistBfsEngine>(
    const comm::Communicator& world, const EdgeList& list,
    const detail::DistBfsSettings& settings)>;

/// Fails the running test, on all ranks alike, where what the ranks left in `tree` is not, put
/// together, what `query` asks of `graph`: every vertex has one owner, levels and counts equal the
/// serial oracle's, and the library's validation against the edges of `list` passes. Returns
/// whether all is well. Collective.
bool expect_ranks_bfs_tree(const EdgeList& list, const Graph& graph, const BfsQuery& query,
                           const detail::DistBfsEngine& engine, const detail::DistBfsTree& tree,
                           const std::string& what);

/// One engine and one tree for all sources.
[[nodiscard]] BfsMaker on_ranks(const DistBfsFactory& make,
                                const detail::DistBfsSettings& settings = {});

/// A level costs messages between all ranks, so that deep searches take long on few cores.
inline constexpr TakenGraphs kAllOnRanks{
    .most_levels = 1000, .has_all_checks = false, .most_levels_of_many_sources = 260};
inline constexpr TakenGraphs kUndirectedOnRanks{.directed = false,
                                                .most_levels = 1000,
                                                .has_all_checks = false,
                                                .most_levels_of_many_sources = 260};

/// Searches all shapes but the deepest.
inline void ranks_bfs_conforms_on_all_shapes(const BfsMaker& make,
                                             const TakenGraphs& taken = kAllOnRanks) {
  bfs_conforms_on_all_shapes(make, {}, taken);
}
inline void ranks_bfs_conforms_on_random_graphs(const BfsMaker& make, std::uint64_t graphs = 12,
                                                const TakenGraphs& taken = kAllOnRanks) {
  bfs_conforms_on_random_graphs(make, {}, graphs, taken);
}
/// Traces say what the levels of the tree say, and are empty where none was asked for.
void ranks_bfs_traces(const BfsMaker& make);
/// Searches graphs most of whose vertices have no edge, from, to and among these.
void ranks_bfs_conforms_among_isolated(const BfsMaker& make);
/// One tree used for searches of different graphs, depths and sources in turn.
void ranks_bfs_conforms_when_reused(const DistBfsFactory& make,
                                    const detail::DistBfsSettings& settings = {});
/// All of the above.
void ranks_bfs_conforms(const DistBfsFactory& make, const detail::DistBfsSettings& settings = {},
                        const TakenGraphs& taken = kAllOnRanks);

/// The directions of the levels of a search of a graph with hubs, of 2^scale vertices.
[[nodiscard]] std::vector<BfsDirection> ranks_bfs_directions(
    const DistBfsFactory& make, unsigned scale, detail::DistBfsSettings settings = {},
    Directedness directedness = Directedness::kUndirected);
/// Levels of both directions come up, or what else is checked says less than it seems to.
void ranks_bfs_goes_both_ways(const DistBfsFactory& make);

/// Searches every graph of the folder that STRIDER_DATA_DIR names, but the largest, from two
/// sources. Skips the running test where it names none.
void ranks_bfs_conforms_on_data(const DistBfsFactory& make, const ReadOptions& reading = {});

}  // namespace strider::test
