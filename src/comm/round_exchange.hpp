// Rounds in which a rank sends one message to each of its peers and gets one from each.
//
// The peers and the largest messages are known beforehand, so every receive is posted a round
// before its message is sent, into one of two buffers that take turns (Bisson et al., section 3.3):
// a message never waits for the receiver, nor MPI for memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"
#include "comm/packed_messages.hpp"

namespace strider::comm {

/// Peers are named by their place in the list that the constructor took. A round of a rank:
/// for each peer write to send_buffer and send(); take what came by received() or next_received();
/// finish_round(). Every peer has this rank among its peers and makes as many rounds.
class RoundExchange {
 public:
  struct Peer {
    int rank = 0;  ///< in the communicator; not this rank
    /// Bytes of the largest message to it, and from it: at least what it says of us. 0 where no
    /// message goes that way, on either side.
    std::size_t send_bound = 0;
    std::size_t receive_bound = 0;
  };

  /// Takes memory for two messages to and from each peer and posts the receives of two rounds.
  /// Nothing else uses `comm` meanwhile for exchanges of rounds: two at once take a duplicate()
  /// each. `comm` outlives this. Throws MemoryError, UsageError where a rank is none of the
  /// others. Not collective. Messages lie in `memory`, or, of none, in the host's.
  RoundExchange(const Communicator& comm, std::span<const Peer> peers,
                std::shared_ptr<MessageMemory> memory = nullptr);
  RoundExchange(RoundExchange&&) noexcept;
  RoundExchange& operator=(RoundExchange&&) noexcept;
  /// Waits for what was sent. Every peer's message of the last finished round has been taken then.
  ~RoundExchange();

  /// Bytes that the constructor takes: checked on all ranks beforehand.
  [[nodiscard]] static std::uint64_t memory_bytes(std::span<const Peer> peers);

  [[nodiscard]] std::size_t num_peers() const;
  [[nodiscard]] int rank(std::size_t peer) const;
  /// Whether messages lie in memory that was handed over.
  [[nodiscard]] bool has_owner() const;

  /// Where this round's message to the peer is written, by who knows the memory: send_bound bytes,
  /// aligned to 64. Waits until the message of two rounds ago has left. Once it has been asked for,
  /// several threads may ask again.
  [[nodiscard]] std::span<std::byte> send_buffer(std::size_t peer);
  /// Sends the first `bytes` of send_buffer(peer), maybe none: once a round for each peer. Waits
  /// for who still writes them. Nothing travels to a peer with a send_bound of 0, for which the
  /// call may be left out.
  void send(std::size_t peer, std::size_t bytes);
  /// Sends the first `bytes` of send_buffer(0) to every peer: what all are sent is written once.
  /// Instead of send(), in rounds in which all peers get a message. Precondition: there are peers,
  /// all with the send_bound of the first.
  void send_to_all(std::size_t bytes);

  /// For who writes all messages of a round before the first is sent, by peer: instead of
  /// send_buffer() and send(). Waits until the messages of two rounds ago have left.
  [[nodiscard]] PackedMessages packed_messages();
  /// Sends them. Waits once for who still writes them.
  void send_packed();

  /// This round's message from the peer, aligned to 64, valid until finish_round(). Waits for it.
  /// Several threads may ask for those of different peers that next_some_received() gave.
  [[nodiscard]] std::span<const std::byte> received(std::size_t peer);
  /// A peer whose message of this round came and has not been given yet by this call or received();
  /// waits for one. Nothing where all were given.
  [[nodiscard]] std::optional<std::size_t> next_received();
  /// All such peers at once, until the next call; waits for one. None where all were given.
  [[nodiscard]] std::span<const std::size_t> next_some_received();

  /// Ends the round; messages not looked at are dropped. Waits for who still reads those received.
  /// Throws UsageError where a peer was sent nothing.
  void finish_round();

  /// Copies of a few bytes into a message and out of one, whatever memory it lies in.
  void store(std::span<std::byte> to, std::span<const std::byte> from) const;
  void load(std::span<std::byte> to, std::span<const std::byte> from) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
