// One round of messages, written and taken peer by peer.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"

namespace strider::detail {

/// take(rank, message) of each message, in the order of arrival.
template <class Take>
void take_from_each(comm::RoundExchange& exchange, const Take& take) {
  while (const auto peer = exchange.next_received()) {
    take(exchange.rank(*peer), exchange.received(*peer));
  }
}

/// The same message to each peer, which write(room) writes once, and one from each.
template <class Write, class Take>
void share_round(comm::RoundExchange& exchange, const Write& write, const Take& take) {
  if (exchange.num_peers() > 0) exchange.send_to_all(write(exchange.send_buffer(0)));
  take_from_each(exchange, take);
  exchange.finish_round();
}

/// One message to each peer: write(rank, room) returns bytes. Those whose memory has an owner, who
/// writes by and by, are all begun before the first is waited for.
template <class Write>
void send_to_each(comm::RoundExchange& exchange, const Write& write) {
  if (!exchange.has_owner()) {
    for (std::size_t i = 0; i < exchange.num_peers(); ++i) {
      exchange.send(i, write(exchange.rank(i), exchange.send_buffer(i)));
    }
    return;
  }
  const comm::PackedMessages all = exchange.packed_messages();
  std::size_t end = 0;
  for (comm::PackedMessages::Message& message : all.messages) {
    message.bytes = write(message.rank, all.memory.subspan(end, message.bound));
    end += comm::PackedMessages::aligned(message.bytes);
  }
  exchange.send_packed();
}
/// All of them together: write(messages).
template <class Write>
requires std::invocable<const Write&, comm::PackedMessages>
void send_to_each(comm::RoundExchange& exchange, const Write& write) {
  write(exchange.packed_messages());
  exchange.send_packed();
}
/// One by one, or together where their memory has an owner.
template <class Write, class WriteAll>
void send_to_each(comm::RoundExchange& exchange, const Write& write, const WriteAll& write_all) {
  if (exchange.has_owner()) {
    send_to_each(exchange, write_all);
  } else {
    send_to_each(exchange, write);
  }
}

/// One message to and from each peer: write(rank, room) returns bytes, or write(messages) writes
/// all; take(rank, message).
template <class Write, class Take>
void exchange_round(comm::RoundExchange& exchange, const Write& write, const Take& take) {
  send_to_each(exchange, write);
  take_from_each(exchange, take);
  exchange.finish_round();
}

/// Who writes and takes the messages of a round, here one thread (parallel_round.hpp: several).
struct SerialRound {
  /// write(rank, room, thread), or write(messages) for all of them together
  template <class Write>
  void send(comm::RoundExchange& exchange, const Write& write) const {
    if constexpr (std::invocable<const Write&, comm::PackedMessages>) {
      send_to_each(exchange, write);
    } else {
      send_to_each(exchange,
                   [&](int rank, std::span<std::byte> room) { return write(rank, room, 0); });
    }
  }
  /// take(rank, message, thread)
  template <class Take>
  void take(comm::RoundExchange& exchange, const Take& take) const {
    take_from_each(exchange,
                   [&](int rank, std::span<const std::byte> message) { take(rank, message, 0); });
  }
  /// body(i, thread) for i below `count`, which read or write so many bytes in all.
  template <class Body>
  void share_out(std::size_t count, std::size_t /*bytes*/, const Body& body) const {
    for (std::size_t i = 0; i < count; ++i) body(i, 0);
  }
};

/// exchange_round where nearly all messages are empty: only the others travel, and all ranks learn
/// that they have arrived (comm/sparse_exchange.hpp). They are written where those of a round are,
/// and listed in `messages`, which has room for all. Collective. Throws what SparseExchange throws,
/// on this rank only.
template <class Write, class Written, class Take>
void exchange_sparsely(comm::RoundExchange& exchange, comm::SparseExchange& sparse,
                       std::vector<comm::SparseExchange::Outgoing>& messages, const Write& write,
                       const Written& written, const Take& take) {
  messages.clear();
  for (std::size_t i = 0; i < exchange.num_peers(); ++i) {
    const std::span<std::byte> room = exchange.send_buffer(i);
    const std::size_t bytes = write(exchange.rank(i), room);
    if (bytes > 0) messages.push_back({exchange.rank(i), room.first(bytes)});
  }
  written();
  for (const comm::SparseExchange::Incoming& message : sparse.exchange(messages)) {
    take(message.from, std::span<const std::byte>(message.bytes.span()));
  }
}

}  // namespace strider::detail
