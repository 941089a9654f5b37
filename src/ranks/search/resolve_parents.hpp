// Parents that other ranks keep: requested once, when the search is over.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/round_peers.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Every owner sends each parent rank the set of its vertices whose parents that rank keeps, in one
/// round of `exchange`, and receives for each of them, in their order, the parent.
///   write_requests(parent_rank, room)     writes a set; returns its bytes
///   meanwhile()                           what needs no answer, while the sets travel
///   write_parents(owner, message, room)   answers a set; returns how many vertices
///   take_parents(parent_rank, parents)
/// `answers` has room for the answers to all peers. Collective.
template <class WriteRequests, class Meanwhile, class WriteParents, class TakeParents>
void resolve_parents(const comm::Communicator& comm, comm::RoundExchange& exchange,
                     std::span<std::uint32_t> answers, const WriteRequests& write_requests,
                     const Meanwhile& meanwhile, const WriteParents& write_parents,
                     const TakeParents& take_parents) {
  send_to_each(exchange, write_requests);
  meanwhile();
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm.size()), 0);
  std::size_t written = 0;
  // In the order of ranks, as all_to_all sends.
  for (std::size_t i = 0; i < exchange.num_peers(); ++i) {
    const int owner = exchange.rank(i);
    const std::size_t count = write_parents(owner, exchange.received(i), answers.subspan(written));
    counts[static_cast<std::size_t>(owner)] = count;
    written += count;
  }
  exchange.finish_round();
  std::vector<std::uint64_t> received_counts;
  const Array<std::uint32_t> received = comm.all_to_all(
      std::span<const std::uint32_t>(answers.first(written)), counts, received_counts);
  std::size_t place = 0;
  for (std::size_t r = 0; r < received_counts.size(); ++r) {
    if (received_counts[r] == 0) continue;
    take_parents(static_cast<int>(r), received.span().subspan(place, received_counts[r]));
    place += received_counts[r];
  }
}

}  // namespace strider::detail
