// The batches of a problem, dealt out to ranks that all hold it.
#pragma once

#include <cstdint>

#include "algorithms/bc/ranks/replicated/batch_worker.hpp"
#include "algorithms/bc/ranks/replicated/sum_exchange.hpp"
#include "comm/communicator.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// What there is to deal.
struct Deal {
  std::size_t num_sources = 0;
  std::size_t batch = 1;  ///< sources of each
  std::uint64_t checkpoint_key = 0;
};
/// Of all ranks, and of runs before.
struct Dealt {
  std::uint64_t arcs = 0;
  double earlier_seconds = 0;
};

/// What a rank adds up in, one number a score of the problem searched.
struct DealtSums {
  DealtSums(Workspace& workspace, const comm::Communicator& comm, std::size_t size)
      : own(workspace, size), exchange(workspace, comm, size) {
    workspace.declare("the totals", totals, size);
  }
  PairSums own;
  SumExchange exchange;
  Array<double> totals;
};

/// All batches, by whichever rank is free, from a counter that all share. The totals of what they
/// bring are on every rank in `sums.totals`. Ranks come together
/// where all is done, a checkpoint is due, one is to stop or has failed: the batches begun before
/// are finished first, so that what is done is always the first batches and no others. Throws, on
/// all ranks, MemoryError, InterruptedError, InputError. Collective.
[[nodiscard]] Dealt deal_batches(const comm::Communicator& comm, BatchWorker& worker,
                                 const Deal& deal, const BetweennessRun& run, DealtSums& sums);

}  // namespace strider::detail
