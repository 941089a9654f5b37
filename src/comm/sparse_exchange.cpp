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

/// Messages on their way, as many at once as the window has, in parts; those to the rank behind
/// this one first.
class Outbox {
 public:
  using Outgoing = SparseExchange::Outgoing;

  Outbox(const Communicator& comm, int tag, StepName name)
      : state_(comm.state()), traffic_(comm.traffic()), tag_(tag), name_(name) {}

  /// Takes all memory that sending will need.
  void add(std::span<const Outgoing> messages) {
    std::size_t num_parts = 0;
    for (const Outgoing& message : messages) {
      if (message.to == state_.rank) continue;
      messages_.push_back(message);
      num_parts += message.bytes.size() / state_.largest_message + 1;
    }
    std::ranges::stable_sort(messages_, {}, [&](const Outgoing& message) {
      return (message.to - state_.rank + state_.size) % state_.size;
    });
    requests_.assign(std::min(num_parts, state_.window->most), MPI_REQUEST_NULL);
    places_.resize(requests_.size());
    for (std::size_t i = requests_.size(); i > 0; --i) free_.push_back(i - 1);
  }
  /// Of what could not be added.
  void clear() {
    messages_.clear();
    requests_.clear();
    free_.clear();
  }
  [[nodiscard]] std::size_t num_messages() const { return messages_.size(); }

  /// Begins what the window has room for, and looks at what is under way. True once all has
  /// arrived.
  bool advance(const WaitScope& scope) {
    while (next_ < messages_.size() && !free_.empty()) send_part();
    if (free_.size() == requests_.size()) return true;
    int over = 0;
    check(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &over, places_.data(),
                       MPI_STATUSES_IGNORE),
          "MPI_Testsome");
    for (int i = 0; i < over; ++i) {
      free_.push_back(static_cast<std::size_t>(places_[static_cast<std::size_t>(i)]));
      scope.progress();
    }
    return false;
  }

 private:
  void send_part() {
    const Outgoing& message = messages_[next_];
    const std::size_t part = std::min(state_.largest_message, message.bytes.size() - sent_);
    // Synchronous: it is over when the receiver has it, not when MPI has.
    check(MPI_Issend(message.bytes.data() + sent_, static_cast<int>(part), MPI_BYTE, message.to,
                     tag_, state_.comm.get(), &requests_[free_.back()]),
          "MPI_Issend");
    free_.pop_back();
    sent_ += part;
    ++parts_;
    if (part == state_.largest_message) return;
    traffic_.add_message(name_, sent_, parts_);
    count_receiver(state_, message.to, sent_);
    sent_ = 0;
    parts_ = 0;
    ++next_;
  }

  const Communicator::State& state_;
  Traffic& traffic_;
  int tag_;
  StepName name_;
  std::vector<Outgoing> messages_;
  std::size_t next_ = 0;     // the message whose parts are being sent
  std::size_t sent_ = 0;     // bytes of it
  std::uint64_t parts_ = 0;  // of it
  std::vector<MPI_Request> requests_;
  std::vector<int> places_;
  std::vector<std::size_t> free_;  // places of requests_
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
  Outbox outbox(*comm_, tag, name);
  for (const Outgoing& message : messages) {
    if (message.to < 0 || message.to >= comm_->size()) {
      throw UsageError(
          fmt::format("there is no rank {} among {} ranks", message.to, comm_->size()));
    }
  }
  // All that may fail by itself comes before the first message leaves. A rank where it fails sends
  // nothing and takes part, or the others would wait for it.
  const bool sends_all = inbox.attempt([&] {
    for (const Outgoing& message : messages) {
      if (message.to == comm_->rank()) inbox.add(message.to, message.bytes);
    }
    outbox.add(messages);
  });
  if (!sends_all) outbox.clear();
  comm_->traffic().add_step(name, outbox.num_messages());
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
    if (outbox.advance(scope)) {
      check(MPI_Ibarrier(mpi, &all_arrived), "MPI_Ibarrier");
      count_collective(comm_->state(), StepKind::kSparse, 0,
                       2 * static_cast<std::uint64_t>(comm_->size() - 1));
    }
  }
  return std::move(inbox).by_sender();
}

}  // namespace strider::comm
