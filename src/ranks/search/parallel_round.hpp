// A round of messages that several threads write and take, each those of other peers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "comm/round_exchange.hpp"
#include "ranks/search/rounds.hpp"

namespace strider::detail {

/// As SerialRound, in the host's memory. One thread alone talks to MPI.
class ParallelRound {
 public:
  explicit ParallelRound(int threads) : threads_(threads) {}

  /// Each thread gets a few peers at a time: their messages leave while the next are written.
  template <class Write>
  void send(comm::RoundExchange& exchange, const Write& write) const {
    if (threads_ == 1) return SerialRound{}.send(exchange, write);
    constexpr std::size_t kPeersOfThread = 8;
    const std::size_t at_a_time = kPeersOfThread * static_cast<std::size_t>(threads_);
    std::vector<std::span<std::byte>> rooms;
    std::vector<std::size_t> bytes(at_a_time);
    for (std::size_t first = 0; first < exchange.num_peers(); first += at_a_time) {
      const std::size_t count = std::min(at_a_time, exchange.num_peers() - first);
      rooms.clear();
      std::size_t most = 0;
      for (std::size_t i = 0; i < count; ++i) {
        most += rooms.emplace_back(exchange.send_buffer(first + i)).size();
      }
      share_out(count, most, [&](std::size_t i, int thread) {
        bytes[i] = write(exchange.rank(first + i), rooms[i], thread);
      });
      for (std::size_t i = 0; i < count; ++i) exchange.send(first + i, bytes[i]);
    }
  }

  /// Threads share out what is there together.
  template <class Take>
  void take(comm::RoundExchange& exchange, const Take& take) const {
    if (threads_ == 1) return SerialRound{}.take(exchange, take);
    for (auto some = exchange.next_some_received(); !some.empty();
         some = exchange.next_some_received()) {
      const std::size_t bytes =
          std::transform_reduce(some.begin(), some.end(), std::size_t{0}, std::plus{},
                                [&](std::size_t peer) { return exchange.received(peer).size(); });
      share_out(some.size(), bytes, [&](std::size_t i, int thread) {
        take(exchange.rank(some[i]), exchange.received(some[i]), thread);
      });
    }
  }

  template <class Body>
  void for_each(std::size_t count, std::size_t bytes, const Body& body) const {
    share_out(count, bytes, [&](std::size_t i, int /*thread*/) { body(i); });
  }

 private:
  /// To read or write fewer bytes takes no longer than to wake other threads.
  static constexpr std::size_t kSharedOutFrom = 1U << 14U;

  template <class Body>
  void share_out(std::size_t count, std::size_t bytes, const Body& body) const {
    const int threads = bytes < kSharedOutFrom ? 1 : threads_;
    parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end, int thread) {
      for (std::size_t i = begin; i < end; ++i) body(i, thread);
    });
  }

  int threads_;
};

}  // namespace strider::detail
