// When no rank has work any more and no message is on its way.
#pragma once

#include <cstdint>
#include <memory>

#include "comm/communicator.hpp"

namespace strider::comm {

/// The four-counter method (Mattern, "Algorithms for distributed termination detection", 1987,
/// section 4): ranks that have nothing to do add up, beside their work, what all have sent and
/// received; where two sums, one begun after the other's end, are the same and as much was received
/// as sent, the computation has terminated. Costs nothing while there is work, and two
/// all-reductions of 16 bytes at the end; between, at most one for each time that all ranks were
/// idle once.
class TerminationDetector {
 public:
  /// `comm` outlives this; no collective uses it meanwhile. Not collective.
  explicit TerminationDetector(const Communicator& comm);
  ~TerminationDetector();
  TerminationDetector(TerminationDetector&&) noexcept;
  TerminationDetector& operator=(TerminationDetector&&) noexcept;

  /// Called again and again by every rank while it has nothing to do, until it is true: it becomes
  /// so on all ranks. A rank may go back to work between two calls. `sent` and `received` count
  /// messages of this rank since the detector was made. Does not wait.
  [[nodiscard]] bool has_terminated(std::uint64_t sent, std::uint64_t received);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
