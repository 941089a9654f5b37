// The two ways of make_dist_boruvka. Constructors are collective.
#pragma once

#include <memory>

#include "algorithms/msf/dist/engine.hpp"
#include "comm/two_level_exchange.hpp"

namespace strider::detail {

/// Of one rank: the method of one machine.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_single_rank(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

/// Of several ranks, which send by `exchange`. Throws MemoryError on all ranks.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_many_ranks(
    const comm::Communicator& comm, comm::TwoLevelExchange exchange,
    std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options);

}  // namespace strider::detail
