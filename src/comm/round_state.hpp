// What a round exchange holds, and how its messages travel.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "comm/round_exchange.hpp"
#include "comm/state.hpp"

namespace strider::comm {

/// Messages longer than the communicator's largest go in parts: a part of exactly that many bytes
/// is followed by another, maybe empty. The later parts have a tag of their own, or they would
/// match the receive of the next round's first part.
struct RoundExchange::State {
  struct Slot {
    std::size_t begin = 0;  ///< in the memory of its direction
    std::size_t bytes = 0;
    bool done = false;   ///< sent, or received whole
    bool given = false;  ///< to the caller
  };
  /// The receives of one of the two turns, by channel.
  struct Turn {
    std::vector<MPI_Request> receives;  ///< of first parts
    std::vector<int> places;            ///< of those that the last look found over
    std::vector<MPI_Status> statuses;
    std::size_t num_over = 0;
    std::size_t num_given = 0;  ///< of these
    bool was_packed = false;    ///< what was sent: send_packed()
  };
  struct Channel {
    Peer peer;
    std::array<Slot, 2> outgoing;
    std::array<Slot, 2> incoming;
    std::array<std::vector<MPI_Request>, 2> sends;

    /// A rank that lacked the memory for a request amid a round would let the others wait.
    void reserve(std::size_t parts) {
      for (auto& turn : sends) turn.reserve(parts);
    }
    /// The slot of a message of this turn, which must fit and be the first.
    [[nodiscard]] Slot& begin_message(std::size_t turn, std::size_t bytes);
  };

  const Communicator* comm = nullptr;
  std::vector<Channel> channels;
  std::shared_ptr<MessageMemory> memory;  // null: the host's
  MessageBytes send_memory;
  MessageBytes receive_memory;
  std::array<Turn, 2> turns;
  std::size_t turn = 0;
  std::vector<std::size_t> some_received;
  std::vector<PackedMessages::Message> packed;
  bool is_counted = false;  ///< the round, as a step
  /// Where the request of a message of this round is: that of its first part.
  struct Sent {
    std::vector<MPI_Request>* requests = nullptr;
    std::size_t place = 0;
  };
  std::array<Sent, kMostUnderWay> last_sent;
  std::size_t num_sent = 0;  ///< in this round
  int exceptions_before = std::uncaught_exceptions();
  State* abandoned_before = nullptr;

  [[nodiscard]] MPI_Comm mpi() const { return comm->state().comm.get(); }
  [[nodiscard]] std::size_t largest() const { return comm->state().largest_message; }
  [[nodiscard]] StepName name() const { return {StepKind::kRound, comm->size()}; }

  void post_receives(std::size_t which);
  void finish_receive(std::size_t peer, const MPI_Status& first_part);
  [[nodiscard]] bool wait_for_some();
  [[nodiscard]] std::optional<std::size_t> next_over();
  void wait_for_window();
  void start_send(const std::byte* message, std::size_t bytes, int rank,
                  std::vector<MPI_Request>& requests);
  void wait_for(std::size_t peer);
  /// The message of two rounds ago has left.
  void wait_until_sent(Channel& channel) const;
  void settle() const {
    if (memory != nullptr) memory->settle();
  }
  ~State();
};

}  // namespace strider::comm
