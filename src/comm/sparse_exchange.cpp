#include "comm/sparse_exchange.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <utility>

#include "comm/state.hpp"
#include "comm/waiting.hpp"

namespace strider::comm {
namespace {

/// Messages that came, put together from their parts: a part of exactly the communicator's largest
/// size is followed by another, maybe empty.
class Inbox {
 public:
  Inbox(MPI_Comm mpi, std::size_t largest) : mpi_(mpi), largest_(largest) {}

  /// Takes one part that is there; false where none is. Where memory fails, this and what comes
  /// later is dropped, and by_sender() throws: an error amid an exchange would free the messages
  /// that MPI still sends.
  bool take(int tag) {
    int there = 0;
    MPI_Message part = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(MPI_ANY_SOURCE, tag, mpi_, &there, &part, &status), "MPI_Improbe");
    if (there == 0) return false;
    int count = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    const auto bytes = static_cast<std::size_t>(count);
    const std::span<std::byte> room = room_for(status.MPI_SOURCE, bytes);
    if (error_) {
      // Too long for no room at all, which is an error here; but the sender is done with it.
      (void)MPI_Mrecv(nullptr, 0, MPI_BYTE, &part, MPI_STATUS_IGNORE);
      return true;
    }
    check(MPI_Mrecv(room.data(), count, MPI_BYTE, &part, MPI_STATUS_IGNORE), "MPI_Mrecv");
    if (bytes != largest_) attempt([&] { finish(status.MPI_SOURCE); });
    return true;
  }

  /// Whether body succeeded. After a failure nothing is attempted.
  template <class F>
  bool attempt(F&& body) {
    if (error_) return false;
    try {
      body();
      return true;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }

  void add(int from, std::span<const std::byte> bytes) {
    finished_.push_back({from, Array<std::byte>::copy_of(bytes)});
  }

  [[nodiscard]] std::vector<SparseExchange::Incoming> by_sender() && {
    if (error_) std::rethrow_exception(error_);
    std::ranges::stable_sort(finished_, {}, &SparseExchange::Incoming::from);
    return std::move(finished_);
  }

 private:
  /// Behind the parts of a sender's message that came before.
  std::span<std::byte> room_for(int sender, std::size_t bytes) {
    std::span<std::byte> room;
    attempt([&] {
      Array<std::byte>& message = unfinished_[sender];
      const std::size_t before = message.size();
      Array<std::byte> longer(before + bytes);
      if (before > 0) std::memcpy(longer.data(), message.data(), before);
      message = std::move(longer);
      room = message.span().subspan(before);
    });
    return room;
  }

  void finish(int sender) {
    finished_.push_back({sender, std::move(unfinished_[sender])});
    unfinished_.erase(sender);
  }

  MPI_Comm mpi_;
  std::size_t largest_;
  std::map<int, Array<std::byte>> unfinished_;
  std::vector<SparseExchange::Incoming> finished_;
  std::exception_ptr error_;
};

}  // namespace

std::vector<SparseExchange::Incoming> SparseExchange::exchange(std::span<const Outgoing> messages) {
  const StepName name{StepKind::kSparse, comm_->size()};
  const CommunicationTime time(comm_->traffic(), name);
  const MPI_Comm mpi = comm_->state().comm.get();
  const std::size_t largest = comm_->state().largest_message;
  const int tag = odd_ ? kSparseOddTag : kSparseEvenTag;
  odd_ = !odd_;
  Inbox inbox(mpi, largest);
  std::vector<MPI_Request> sends;
  for (const Outgoing& message : messages) {
    if (message.to < 0 || message.to >= comm_->size()) {
      throw UsageError(
          fmt::format("there is no rank {} among {} ranks", message.to, comm_->size()));
    }
  }
  // All that may fail by itself comes before the first message leaves. A rank where it fails sends
  // nothing and takes part, or the others would wait for it.
  std::uint64_t fan_out = 0;
  const bool sends_all = inbox.attempt([&] {
    std::size_t all_parts = 0;
    for (const Outgoing& message : messages) {
      if (message.to == comm_->rank()) {
        inbox.add(message.to, message.bytes);
      } else {
        all_parts += message.bytes.size() / largest + 1;
        ++fan_out;
      }
    }
    sends.reserve(all_parts);
  });
  if (!sends_all) messages = {};
  comm_->traffic().add_step(name, sends_all ? fan_out : 0);
  for (const Outgoing& message : messages) {
    if (message.to == comm_->rank()) continue;
    std::size_t sent = 0;
    std::size_t part = 0;
    std::uint64_t parts = 0;
    do {
      part = std::min(largest, message.bytes.size() - sent);
      sends.push_back(MPI_REQUEST_NULL);
      // Synchronous: it is over when the receiver has it, not when MPI has.
      check(MPI_Issend(message.bytes.data() + sent, static_cast<int>(part), MPI_BYTE, message.to,
                       tag, mpi, &sends.back()),
            "MPI_Issend");
      sent += part;
      ++parts;
    } while (part == largest);
    comm_->traffic().add_message(name, sent, parts);
    count_receiver(comm_->state(), message.to, sent);
  }
  // All that this rank sent has arrived; then that of all ranks has.
  const WaitScope scope = waiting(comm_->state());
  MPI_Request all_arrived = MPI_REQUEST_NULL;
  for (int over = 0; over == 0;) {
    while (inbox.take(tag)) scope.progress();
    if (comm_->state().polite) sched_yield();
    if (all_arrived != MPI_REQUEST_NULL) {
      check(MPI_Test(&all_arrived, &over, MPI_STATUS_IGNORE), "MPI_Test");
      continue;
    }
    // One after the other: a look at all of them, again and again, would take time by the square of
    // their number.
    while (!sends.empty()) {
      int done = 0;
      check(MPI_Test(&sends.back(), &done, MPI_STATUS_IGNORE), "MPI_Test");
      if (done == 0) break;
      sends.pop_back();
      scope.progress();
    }
    if (sends.empty()) {
      check(MPI_Ibarrier(mpi, &all_arrived), "MPI_Ibarrier");
      count_collective(comm_->state(), StepKind::kSparse, 0,
                       2 * static_cast<std::uint64_t>(comm_->size() - 1));
    }
  }
  return std::move(inbox).by_sender();
}

}  // namespace strider::comm
