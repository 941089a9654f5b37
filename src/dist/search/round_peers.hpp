// Whom a rank exchanges messages with in rounds, where both ways have one bound.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/round_exchange.hpp"
#include "dist/memory/node_memory.hpp"

namespace strider::detail {

/// With every other rank for which bound(rank) is not 0: bytes of the largest message to it, and
/// from it. Asks for the memory of `exchange` on each rank of the machine before it is made. Throws
/// MemoryError. Not collective.
template <class Bound>
void make_rounds(const comm::Communicator& comm, const NodeMemory& memory, const Bound& bound,
                 std::optional<comm::RoundExchange>& exchange) {
  std::vector<comm::RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    const std::size_t bytes = r == comm.rank() ? 0 : bound(r);
    if (bytes > 0) peers.push_back({r, bytes, bytes});
  }
  memory.require(comm::RoundExchange::memory_bytes(peers), "the messages of the search");
  exchange.emplace(comm, peers);
}

/// One message to and from each peer: write(rank, room) returns bytes, take(rank, message). After
/// the last is written comes written().
template <class Write, class Written, class Take>
void exchange_round(comm::RoundExchange& exchange, const Write& write, const Written& written,
                    const Take& take) {
  for (std::size_t i = 0; i < exchange.num_peers(); ++i) {
    exchange.send(i, write(exchange.rank(i), exchange.send_buffer(i)));
  }
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
