// A round of messages that several threads write and take, each those of other peers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>

#include "base/parallel.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

/// As SerialRound, in the host's memory. One thread alone talks to MPI; no more threads than peers
/// are used.
class ParallelRound {
 public:
  /// By at most so many threads, which need not be the same numbers.
  ParallelRound(int writers, int takers) : writers_(writers), takers_(takers) {}

  /// Each thread gets a few peers at a time: their messages leave while the next are written.
  template <class Write>
  void send(comm::RoundExchange& exchange, const Write& write) const {
    if (writers_ == 1) return SerialRound{}.send(exchange, write);
    constexpr std::size_t kPeersOfThread = 8;
    std::array<std::size_t, 256> bytes;
    const std::size_t at_a_time =
        std::min(bytes.size(), kPeersOfThread * static_cast<std::size_t>(writers_));
    for (std::size_t first = 0; first < exchange.num_peers(); first += at_a_time) {
      const std::size_t count = std::min(at_a_time, exchange.num_peers() - first);
      std::size_t most = 0;
      for (std::size_t i = 0; i < count; ++i) most += exchange.send_buffer(first + i).size();
      share_out(writers_, count, most, [&](std::size_t i, int thread) {
        const std::size_t peer = first + i;
        bytes[i] = write(exchange.rank(peer), exchange.send_buffer(peer), thread);
      });
      for (std::size_t i = 0; i < count; ++i) exchange.send(first + i, bytes[i]);
    }
  }

  /// Threads share out what is there together.
  template <class Take>
  void take(comm::RoundExchange& exchange, const Take& take) const {
    if (takers_ == 1) return SerialRound{}.take(exchange, take);
    for (auto some = exchange.next_some_received(); !some.empty();
         some = exchange.next_some_received()) {
      const std::size_t bytes =
          std::transform_reduce(some.begin(), some.end(), std::size_t{0}, std::plus{},
                                [&](std::size_t peer) { return exchange.received(peer).size(); });
      share_out(takers_, some.size(), bytes, [&](std::size_t i, int thread) {
        take(exchange.rank(some[i]), exchange.received(some[i]), thread);
      });
    }
  }

  template <class Body>
  void share_out(std::size_t count, std::size_t bytes, const Body& body) const {
    share_out(std::max(writers_, takers_), count, bytes, body);
  }

 private:
  /// To read or write fewer bytes takes no longer than to wake other threads.
  static constexpr std::size_t kSharedOutFrom = 1U << 14U;

  template <class Body>
  static void share_out(int threads, std::size_t count, std::size_t bytes, const Body& body) {
    const std::size_t most = bytes < kSharedOutFrom ? 1 : std::max<std::size_t>(count, 1);
    const int used = static_cast<int>(std::min(static_cast<std::size_t>(threads), most));
    parallel_chunks(count, used, [&](std::size_t begin, std::size_t end, int thread) {
      for (std::size_t i = begin; i < end; ++i) body(i, thread);
    });
  }

  int writers_;
  int takers_;
};

}  // namespace strider::detail
