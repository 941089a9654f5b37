// A number that ranks count up without one another's help: for work that is dealt out.
#pragma once

#include <cstdint>
#include <memory>

#include "comm/communicator.hpp"

namespace strider::comm {

/// A counter in the memory of rank 0 that every rank reads and changes by one-sided operations
/// (MPI_Fetch_and_op): rank 0 need not answer within its machine, nor where the network knows
/// atomics; elsewhere others wait until it is inside a call of MPI (serve). Not copied, not moved.
class SharedCounter {
 public:
  /// Starts at 0. `comm` outlives it. Throws CommError. Collective.
  explicit SharedCounter(const Communicator& comm);
  /// Collective: where an error ends its scope, it must be an error of all ranks.
  ~SharedCounter();
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  /// Adds `count`; returns what was there before. One message to rank 0 and one back.
  [[nodiscard]] std::uint64_t take(std::uint64_t count);
  /// Puts `value` in its place; returns what was there before.
  std::uint64_t replace(std::uint64_t value);
  /// For rank 0 between two chunks of other work: what ranks of other machines have begun
  /// continues. Does nothing on others, and where all ranks are of one machine; never waits. Not
  /// collective; by the thread that calls MPI.
  void serve() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
