// Messages of a round that several threads write and take.
#include "ranks/search/parallel_round.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "support/mpi_world.hpp"
#include "unit/comm/peers.hpp"

namespace strider::detail {
namespace {

/// So short that MPI hands it over with what announces it, and 6 of them are enough for threads.
constexpr std::size_t kBytes = 3000;
constexpr int kThreads = 3;

/// What a rank sends to another one in a round.
std::byte content(int from, int to, int round) {
  return static_cast<std::byte>(from * 31 + to * 7 + round);
}

TEST(ParallelRound, IsSharedOutAmongThreads) {
  const comm::Communicator comm = test_world().duplicate();
  comm::RoundExchange exchange(comm, comm::all_others(kBytes));
  const ParallelRound parallel(kThreads, kThreads);
  // By thread, so that no two write the same.
  std::array<int, kThreads> written{};
  std::array<int, kThreads> taken{};
  // How many messages come together is not for this rank to say: mostly all of a round.
  for (int round = 0; round < 40; ++round) {
    parallel.send(exchange, [&](int rank, std::span<std::byte> room, int thread) {
      std::fill(room.begin(), room.end(), content(comm.rank(), rank, round));
      ++written[static_cast<std::size_t>(thread)];
      return kBytes;
    });
    comm.barrier();
    std::vector<char> came(static_cast<std::size_t>(comm.size()), 0);
    parallel.take(exchange, [&](int rank, std::span<const std::byte> message, int thread) {
      came[static_cast<std::size_t>(rank)] =
          message.size() == kBytes && message.back() == content(rank, comm.rank(), round) ? 1 : 2;
      ++taken[static_cast<std::size_t>(thread)];
    });
    exchange.finish_round();
    comm.for_each_other([&](int rank) { EXPECT_EQ(came[static_cast<std::size_t>(rank)], 1); });
  }
  const bool are_enough = (comm.size() - 1) * kBytes >= 1U << 14U;
  for (int thread = 1; thread < kThreads; ++thread) {
    EXPECT_EQ(written[static_cast<std::size_t>(thread)] > 0, are_enough) << thread;
    EXPECT_EQ(taken[static_cast<std::size_t>(thread)] > 0, are_enough) << thread;
  }
}

TEST(ParallelRound, UsesNoMoreThreadsThanPeers) {
  std::array<int, kThreads> used{};
  ParallelRound(1, kThreads).share_out(2, 1U << 20U, [&](std::size_t /*i*/, int thread) {
    ++used[static_cast<std::size_t>(thread)];
  });
  EXPECT_EQ(used, (std::array<int, kThreads>{1, 1, 0}));
}

}  // namespace
}  // namespace strider::detail
