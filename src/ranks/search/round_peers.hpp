// Whom a rank exchanges messages with in rounds, where both ways have one bound.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/rounds.hpp"

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

/// `workspace` makes `exchange`, which must not move until then, and takes its messages. `comm`
/// outlives it.
inline void declare_rounds(Workspace& workspace, const comm::Communicator& comm,
                           std::vector<comm::RoundExchange::Peer> peers,
                           std::optional<comm::RoundExchange>& exchange,
                           const std::shared_ptr<comm::MessageMemory>& messages = nullptr) {
  const bool is_host = messages == nullptr || messages->is_host();
  workspace.count("messages", comm::RoundExchange::memory_bytes(peers),
                  is_host ? MemoryPlace::kHost : MemoryPlace::kDevice);
  workspace.when_taken([&comm, &exchange, messages, peers = std::move(peers)] {
    exchange.emplace(comm, peers, messages);
  });
}
/// The same with the peers of make_rounds().
template <class Bound>
requires std::invocable<Bound, int>
void declare_rounds(Workspace& workspace, const comm::Communicator& comm, const Bound& bound,
                    std::optional<comm::RoundExchange>& exchange,
                    const std::shared_ptr<comm::MessageMemory>& messages = nullptr) {
  std::vector<comm::RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    const std::size_t bytes = r == comm.rank() ? 0 : bound(r);
    if (bytes > 0) peers.push_back({r, bytes, bytes});
  }
  declare_rounds(workspace, comm, std::move(peers), exchange, messages);
}

}  // namespace strider::detail
