// Whom a rank exchanges messages with in rounds, where both ways have one bound.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/message_memory.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

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
/// The same with every other rank for which bound(rank), the bytes of the largest message to it and
/// from it, is not 0.
template <class Bound>
requires std::invocable<Bound, int>
void declare_rounds(Workspace& workspace, const comm::Communicator& comm, const Bound& bound,
                    std::optional<comm::RoundExchange>& exchange,
                    const std::shared_ptr<comm::MessageMemory>& messages = nullptr) {
  std::vector<comm::RoundExchange::Peer> peers;
  comm.for_each_other([&](int r) {
    const std::size_t bytes = bound(r);
    if (bytes > 0) peers.push_back({r, bytes, bytes});
  });
  declare_rounds(workspace, comm, std::move(peers), exchange, messages);
}

}  // namespace strider::detail
