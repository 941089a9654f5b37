// Small messages to any rank at any time, sent together in packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "comm/communicator.hpp"

namespace strider::comm {

/// What is written to a rank is gathered until its packet is full or flush() is called. Packets of
/// one rank to another arrive in the order in which they were sent. No rank waits: memory for
/// packets on their way grows as far as it must. One of these uses a communicator at a time.
class PacketStream {
 public:
  /// Posts receives. `comm` outlives this. Throws MemoryError. Not collective.
  PacketStream(const Communicator& comm, std::size_t packet_bytes);
  /// Every packet sent must have been taken by then, by all ranks.
  ~PacketStream();
  PacketStream(PacketStream&&) noexcept;
  PacketStream& operator=(PacketStream&&) noexcept;

  /// Bytes that the constructor takes, and those of a packet to each of the other ranks.
  [[nodiscard]] static std::uint64_t memory_bytes(const Communicator& comm,
                                                  std::size_t packet_bytes);

  /// Where `bytes` more go in the packet to another rank; sends it first where they do not fit.
  /// Valid until the next call. Precondition: bytes <= packet_bytes.
  [[nodiscard]] std::byte* append(int to, std::size_t bytes);
  /// Sends all that was appended.
  void flush();
  /// Whether all that was appended has been sent.
  [[nodiscard]] bool is_flushed() const;

  /// Gives up: forgets what was appended and tells the other ranks. Takes no memory. At most once.
  void raise_alarm();
  /// Forgets what was appended.
  void drop();
  /// Whether a rank has given up, as far as packets have been looked at.
  [[nodiscard]] bool is_alarmed() const;

  /// A packet that has come, valid until the next call; empty where there is none.
  [[nodiscard]] std::span<const std::byte> receive();
  // Alarms are packets, too.
  [[nodiscard]] std::uint64_t packets_sent() const;
  [[nodiscard]] std::uint64_t packets_received() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::comm
