// Parents that a search with delegates leaves open, found once it has ended (Pan, Pearce and Owens
// 2018, section VI-A3).
//
// A normal vertex found on its owner has its parent there. One that came from another rank has its
// parent among the nn neighbours on that rank with an arc to it: mostly there is but one, and
// nothing is sent; else all but one are asked for their levels. A delegate that its owner found has
// its parent there, too, which is so for most: the owner has all arcs to delegates of higher
// degree. For the few that are left every rank sends their owners the parents it found, and that of
// the lowest rank is taken.
#pragma once

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks/delegate/normal_exchange.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

/// Completes tree.parents. `source_delegates` are those of the sources that are
/// delegates, ascending. Throws on all ranks what an attempt of one threw, here or before.
/// Collective.
void complete_parents(const comm::Communicator& comm, comm::SparseExchange& sparse,
                      comm::Attempts& attempts, const GraphDelegate& graph,
                      const NormalExchange& exchange, const DelegateOutcome& outcome,
                      std::span<const std::uint32_t> source_delegates, DistBfsTree& tree);

}  // namespace strider::detail
