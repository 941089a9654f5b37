// What a program hands to MPI, seen by MPI's profiling interface.
#pragma once

#include "comm/traffic.hpp"

namespace strider::test {

/// Forgets what was seen; from now on it is put down under the phase that `traffic` is in.
void watch_mpi(const comm::Traffic& traffic);
/// What was seen since, of this rank. A collective is put down by the first rank of its
/// communicator, for all, by the rules of comm/traffic.hpp.
[[nodiscard]] const comm::TrafficByPhase& seen_mpi();
/// Sums over all ranks of the job, by a call that is not seen.
[[nodiscard]] comm::TrafficByPhase over_all_ranks(const comm::TrafficByPhase& mine);

/// Windows of shared memory, of this rank.
struct SharedWindows {
  int made = 0;
  int open = 0;   ///< made and not freed
  int syncs = 0;  ///< calls of MPI_Win_sync
};
/// Since the program began.
[[nodiscard]] const SharedWindows& shared_windows();

}  // namespace strider::test
