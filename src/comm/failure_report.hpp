// How the process of a rank ends where something goes wrong: all of the job, soon, with one
// message.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>

#include "comm/communicator.hpp"

namespace strider::comm {

/// What a program makes of an error.
struct FailureHandling {
  /// The exit status that stands for it.
  std::function<int(const std::exception&)> exit_status;
  /// Tells the user, at once: one line, without its end.
  std::function<void(const std::string&)> report;
  /// How long a rank that only notices the end of another waits for the launcher to end it, before
  /// it reports what it noticed.
  std::chrono::milliseconds patience{3000};
};

/// Runs `body`, all that a rank does between the start and the end of MPI, and returns its exit
/// status. Where it throws:
///
/// - an error that all ranks of `world` threw (collective_error.hpp): rank 0 reports it, every
///   rank returns its status, and the job ends as it would have without;
/// - an error of this rank only: it reports "rank 2: message" and ends every rank with the status
///   (Communicator::abort), for the others may wait for what it will never send. Where several
///   ranks fail on their own at about the same time, the lowest comes first;
/// - a CommError: most likely a peer is gone. It reports nothing until the launcher ends this
///   rank with the others; if that does not happen, as an error of this rank only.
///
/// A rank that is killed is the launcher's to notice: mpirun of Open MPI and of MPICH say so and
/// end the job.
[[nodiscard]] int run_rank(const Communicator& world, const std::function<int()>& body,
                           const FailureHandling& handling);

}  // namespace strider::comm
