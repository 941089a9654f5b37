// The three ways of make_dist_auto. Constructors are collective.
#pragma once

#include <memory>

#include "algorithms/msf/ranks/engine.hpp"
#include "comm/two_level_exchange.hpp"

namespace strider::detail {

/// Of one rank: the method of one machine.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_single_rank(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

/// Whether make_replicated is for the graph: ranks own blocks of consecutive vertices, of which
/// there are less than 2^31, and it is dense or has many edges between ranks. The same on all
/// ranks. Collective.
[[nodiscard]] bool pays_to_replicate(const comm::Communicator& comm, const Graph1d& graph);

/// Preconditions: the owners are as pays_to_replicate() wants them, and what make_dist_auto
/// says. Collective. Throws MemoryError on all ranks.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_replicated(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

/// Of several ranks, which send by `exchange`. Throws MemoryError on all ranks.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_boruvka_on_ranks(
    const comm::Communicator& comm, comm::TwoLevelExchange exchange,
    std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options);

}  // namespace strider::detail
