// Small messages to any rank at any time, sent together in packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "comm/communicator.hpp"
#include "comm/node_grid.hpp"

namespace strider::comm {

/// What is written to a rank is gathered until its packet is full or flush() is called. Packets go
/// by way of a rank of the sender's node (NodeGrid::next_hop), which appends what is not for itself
/// once more: so what a node has for another leaves in packets of few ranks. What one rank writes
/// to another arrives in its order, as all of it goes the same way. No rank waits: memory for
/// packets on their way grows where full ones are held up. One of these uses a communicator at a
/// time.
class PacketStream {
 public:
  /// Posts receives. `comm` and `grid` outlive this; without a grid all packets go directly. Throws
  /// MemoryError. Not collective.
  PacketStream(const Communicator& comm, std::size_t packet_bytes, const NodeGrid* grid = nullptr);
  /// Every packet sent must have been taken by then, by all ranks.
  ~PacketStream();
  PacketStream(PacketStream&&) noexcept;
  PacketStream& operator=(PacketStream&&) noexcept;

  /// Bytes that the constructor takes, those of a packet begun for each rank that is sent to, and
  /// of as many on their way as flush() leaves there.
  [[nodiscard]] static std::uint64_t memory_bytes(const Communicator& comm,
                                                  std::size_t packet_bytes,
                                                  const NodeGrid* grid = nullptr);

  /// Where `bytes` more go in the packet on the way to another rank; sends it first where they do
  /// not fit.
  /// Valid until the next call. Precondition: bytes <= packet_bytes.
  [[nodiscard]] std::byte* append(int to, std::size_t bytes);
  /// Sends all that was appended; nothing while as many packets are on their way as there are ranks
  /// to send to: what waits fills its packets, and memory does not grow.
  void flush();
  /// Whether all that was appended has been sent.
  [[nodiscard]] bool is_flushed() const;

  /// Gives up: forgets what was appended and tells the other ranks. Takes no memory. At most once.
  void raise_alarm();
  /// Forgets what was appended.
  void drop();
  /// Whether a rank has given up, as far as packets have been looked at.
  [[nodiscard]] bool is_alarmed() const;

  /// A packet that has come, valid until the next call; empty where there is none. What it has for
  /// other ranks is to be appended.
  [[nodiscard]] std::span<const std::byte> receive();
  // Alarms are packets, too.
  [[nodiscard]] std::uint64_t packets_sent() const;
  [[nodiscard]] std::uint64_t packets_received() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
