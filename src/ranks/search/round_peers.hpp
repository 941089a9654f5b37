// Whom a rank exchanges messages with in rounds, where both ways have one bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// Asks for `bytes` where messages are to lie: in `messages`, or, of none, in the host's memory, on
/// each rank of the machine. Throws MemoryError. Not collective.
inline void require_message_memory(const NodeMemory& memory, const comm::MessageMemory* messages,
                                   std::uint64_t bytes, const std::string& purpose) {
  if (messages != nullptr && !messages->is_host()) {
    messages->require(bytes, purpose);
  } else {
    memory.require(bytes, purpose);
  }
}

/// With every other rank for which bound(rank) is not 0: bytes of the largest message to it, and
/// from it. Asks for the memory of `exchange` before it is made, as above. Throws MemoryError. Not
/// collective.
template <class Bound>
void make_rounds(const comm::Communicator& comm, const NodeMemory& memory, const Bound& bound,
                 std::optional<comm::RoundExchange>& exchange,
                 const std::shared_ptr<comm::MessageMemory>& messages = nullptr) {
  std::vector<comm::RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    const std::size_t bytes = r == comm.rank() ? 0 : bound(r);
    if (bytes > 0) peers.push_back({r, bytes, bytes});
  }
  require_message_memory(memory, messages.get(), comm::RoundExchange::memory_bytes(peers),
                         "the messages of the search");
  exchange.emplace(comm, peers, messages);
}

/// The same, whose messages `workspace` takes. `exchange` must not move until then.
template <class Bound>
void declare_rounds(Workspace& workspace, const comm::Communicator& comm, const Bound& bound,
                    std::optional<comm::RoundExchange>& exchange,
                    const std::shared_ptr<comm::MessageMemory>& messages = nullptr) {
  std::vector<comm::RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    const std::size_t bytes = r == comm.rank() ? 0 : bound(r);
    if (bytes > 0) peers.push_back({r, bytes, bytes});
  }
  const bool is_host = messages == nullptr || messages->is_host();
  workspace.count("messages", comm::RoundExchange::memory_bytes(peers),
                  is_host ? MemoryPlace::kHost : MemoryPlace::kDevice);
  workspace.when_taken([&comm, &exchange, messages, peers = std::move(peers)] {
    exchange.emplace(comm, peers, messages);
  });
}

/// The same message to each peer, which write(room) writes once, and one from each.
template <class Write, class Take>
void share_round(comm::RoundExchange& exchange, const Write& write, const Take& take) {
  if (exchange.num_peers() > 0) exchange.send_to_all(write(exchange.send_buffer(0)));
  while (const auto peer = exchange.next_received()) {
    take(exchange.rank(*peer), exchange.received(*peer));
  }
  exchange.finish_round();
}

/// One message to each peer: write(rank, room) returns bytes. Those whose memory has an owner, who
/// writes by and by, are all begun before the first is waited for.
template <class Write>
void send_to_each(comm::RoundExchange& exchange, const Write& write) {
  const auto write_to = [&](std::size_t peer) {
    return write(exchange.rank(peer), exchange.send_buffer(peer));
  };
  if (!exchange.has_owner()) {
    for (std::size_t i = 0; i < exchange.num_peers(); ++i) exchange.send(i, write_to(i));
    return;
  }
  std::vector<std::size_t> bytes(exchange.num_peers());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = write_to(i);
  for (std::size_t i = 0; i < bytes.size(); ++i) exchange.send(i, bytes[i]);
}

/// One message to and from each peer: write(rank, room) returns bytes, take(rank, message). After
/// the last is written comes written().
template <class Write, class Written, class Take>
void exchange_round(comm::RoundExchange& exchange, const Write& write, const Written& written,
                    const Take& take) {
  send_to_each(exchange, write);
  written();
  while (const auto peer = exchange.next_received()) {
    take(exchange.rank(*peer), exchange.received(*peer));
  }
  exchange.finish_round();
}
template <class Write, class Take>
void exchange_round(comm::RoundExchange& exchange, const Write& write, const Take& take) {
  exchange_round(
      exchange, write, [] {}, take);
}

}  // namespace strider::detail
