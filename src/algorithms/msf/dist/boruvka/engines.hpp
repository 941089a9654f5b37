// The two ways of make_dist_boruvka. Constructors are collective.
#pragma once

#include <memory>

#include "algorithms/msf/dist/engine.hpp"

namespace strider::detail {

/// Of one rank: the method of one machine.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_single_rank(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

}  // namespace strider::detail
