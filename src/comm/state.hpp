// What a communicator holds of MPI. Only this room includes it.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/message_window.hpp"
#include "comm/traffic.hpp"
#include "comm/wait_record.hpp"

namespace strider::comm {

/// What a message belongs to, where partner and order do not say it.
enum Tag : int {
  kExchangeTag = 1,
  kRoundTag,
  kRoundRestTag,
  kSparseEvenTag,
  kSparseOddTag,
  kReductionTag,
  kStreamTag
};

/// Owner of an MPI communicator.
class Handle {
 public:
  explicit Handle(MPI_Comm comm) : comm_(comm) {}
  Handle(Handle&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  ~Handle() {
    int finished = 0;
    MPI_Finalized(&finished);
    if (comm_ != MPI_COMM_NULL && finished == 0) MPI_Comm_free(&comm_);
  }
  [[nodiscard]] MPI_Comm get() const { return comm_; }

 private:
  MPI_Comm comm_;
};

struct Communicator::State {
  Handle comm;
  int rank = 0;
  int size = 1;
  std::shared_ptr<Traffic> traffic;
  std::shared_ptr<WaitRecord> waits;
  std::shared_ptr<MessageWindow> window;
  /// Below 2^31, and a multiple of every element's size that all_reduce knows.
  std::size_t largest_message = std::size_t{1} << 30U;
  /// Ranks of the job that share this rank's memory, this one among them.
  int ranks_on_node = 1;
  /// Gives its core away while it waits: see comm/waiting.hpp.
  bool polite = false;
  /// Of an all-to-all exchange: kept, so that none has to ask for memory once it has begun.
  std::vector<MPI_Request> requests;
  /// By rank, of an all-gather: kept for the same reason.
  std::vector<int> part_sizes;
  std::vector<int> part_places;
  std::vector<std::uint64_t> part_counts;
  /// By rank: which rank of the job that is.
  std::vector<int> job_ranks;
};

/// Counts bytes for a rank of this communicator by their receiver, where that is recorded.
inline void count_receiver(const Communicator::State& state, int to, std::uint64_t bytes) {
  if (!state.traffic->records_receivers()) return;
  const int rank = state.job_ranks[static_cast<std::size_t>(to)];
  state.traffic->add_received(static_cast<std::size_t>(rank), bytes);
}

/// A wait of this rank, for its phase.
[[nodiscard]] inline WaitScope waiting(const Communicator::State& state) {
  return {*state.waits, state.traffic->phase()};
}

/// Counts a collective of which all ranks together send `bytes` and `messages`: this rank's share,
/// such that the shares of all ranks add up.
void count_collective(const Communicator::State& state, StepKind kind, std::uint64_t bytes,
                      std::uint64_t messages);

/// Counts a collective step and the time in it. Bytes and messages follow, by count_collective or
/// one by one.
class CollectiveScope {
 public:
  CollectiveScope(const Communicator::State& state, StepKind kind)
      : time_(*state.traffic, {kind, state.size}) {
    state.traffic->add_step({kind, state.size});
  }

 private:
  CommunicationTime time_;
};

}  // namespace strider::comm
