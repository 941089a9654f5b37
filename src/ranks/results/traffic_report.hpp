// What all ranks have sent together, and how long it took them.
#pragma once

#include "base/timer.hpp"
#include "comm/communicator.hpp"
#include "strider/cluster.hpp"

namespace strider::detail {

/// The sums of all ranks' counters. What this sends itself is in none of them. Collective.
[[nodiscard]] DistTraffic sum_traffic(const comm::Communicator& comm);

/// Runs body() once all ranks have come here. record.traffic becomes what they send meanwhile,
/// record.seconds the time of the slowest one. Collective.
template <class Record, class Body>
void measure_on_ranks(const comm::Communicator& comm, Record& record, const Body& body) {
  comm.barrier();
  comm.traffic().restart();
  const Timer timer;
  body();
  const double seconds = timer.seconds();
  record.traffic = sum_traffic(comm);
  record.seconds = comm.all_reduce(seconds, comm::Reduction::kMax);
}

}  // namespace strider::detail
