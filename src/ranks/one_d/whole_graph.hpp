// The whole of a graph on every node, for all of its ranks.
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The graph that `part` is one rank's part of, vertices as the input numbers them, rows ascending.
/// The ranks of a node share one copy of its arrays (comm/node_array.hpp): each writes its rows
/// there, and the first rank of each node exchanges the rows of its node for those of the others.
/// So the last of the graph's copies must be given up by all ranks of a node, or on an error of all
/// ranks, before MPI ends. Ranks have arrays of their own where they are alone on their node, or
/// where /dev/shm of some machine is too small.
/// Throws UsageError where the graph has more vertices than one machine takes, MemoryError; on all
/// ranks. It has `labels`. Collective.
[[nodiscard]] Graph gather_whole_graph(const comm::Communicator& comm, const Graph1d& part,
                                       int threads, const Labels& labels = {});
/// With weights. Collective.
template <EdgeWeight W>
[[nodiscard]] WeightedGraph<W> gather_whole_graph(const comm::Communicator& comm,
                                                  const WeightedGraph1d<W>& part, int threads,
                                                  const Labels& labels = {});

/// What the whole graph takes of this rank's machine.
struct WholeGraphMemory {
  std::uint64_t bytes_once = 0;  ///< of one copy
  std::uint64_t bytes = 0;       ///< of all copies while they are gathered, at most
  int sharing = 1;               ///< ranks that have a copy together
};

/// Collective.
[[nodiscard]] WholeGraphMemory whole_graph_memory(const comm::Communicator& comm,
                                                  const Graph1d& part, std::uint64_t weight_bytes);

}  // namespace strider::detail
