// Messages and masks in memory that a device would own: nothing is read by MPI before it has been
// written, nor written over before it has been read.
#include "comm/message_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "comm/bit_reduction.hpp"
#include "comm/device_support.hpp"
#include "comm/round_exchange.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/lazy_memory.hpp"
#include "unit/comm/peers.hpp"

namespace strider::comm {
namespace {

constexpr std::size_t kBound = 400;

std::vector<std::byte> short_message(int from, int to, int round) {
  std::vector<std::byte> bytes(static_cast<std::size_t>((from * 31 + to * 17 + round * 61) % 401));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(static_cast<std::size_t>(from + 3 * to + 5 * round) + i);
  }
  return bytes;
}

/// Rounds whose messages are written late, and read late, into what is returned: by round and peer.
void run_message_memory(RoundExchange& exchange, LazyMemory& memory, bool to_all) {
  constexpr int kRounds = 9;
  const int self = test_world().rank();
  const auto write = [&](std::size_t peer, const std::vector<std::byte>& bytes) {
    const std::span<std::byte> to = exchange.send_buffer(peer);
    memory.later([to, bytes] { std::ranges::copy(bytes, to.begin()); });
    return bytes.size();
  };
  std::vector<std::vector<std::vector<std::byte>>> seen(
      kRounds, std::vector<std::vector<std::byte>>(exchange.num_peers()));
  for (int round = 0; round < kRounds; ++round) {
    if (to_all && exchange.num_peers() > 0) {
      exchange.send_to_all(write(0, short_message(self, 0, round)));
    } else {
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        exchange.send(peer, write(peer, short_message(self, exchange.rank(peer), round)));
      }
    }
    while (const auto peer = exchange.next_received()) {
      const std::span<const std::byte> bytes = exchange.received(*peer);
      auto& copy = seen[static_cast<std::size_t>(round)][*peer];
      memory.later([bytes, &copy] { copy.assign(bytes.begin(), bytes.end()); });
    }
    exchange.finish_round();
    EXPECT_EQ(memory.num_open(), 0U);
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      EXPECT_EQ(seen[static_cast<std::size_t>(round)][peer],
                short_message(exchange.rank(peer), to_all ? 0 : self, round));
    }
  }
}

TEST(MessageMemory, HoldsTheMessagesOfRounds) {
  for (const bool to_all : {false, true}) {
    for (const std::size_t largest : {64, 1000}) {
      Communicator comm = test_world().duplicate();
      comm.set_largest_message(largest);
      const auto memory = std::make_shared<LazyMemory>();
      {
        const auto peers = all_others(kBound);
        RoundExchange exchange(comm, peers, memory);
        EXPECT_EQ(memory->taken(), RoundExchange::memory_bytes(peers));
        run_message_memory(exchange, *memory, to_all);
      }
      EXPECT_EQ(memory->taken(), 0U);
    }
  }
}

TEST(MessageMemory, IsReadAndWrittenAFewBytesAtATime) {
  const Communicator& world = test_world();
  for (const bool of_host : {false, true}) {
    const Communicator comm = world.duplicate();
    const auto memory = of_host ? nullptr : std::make_shared<LazyMemory>();
    RoundExchange exchange(comm, all_others(kBound), memory);
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      const std::array<std::byte, 2> head{static_cast<std::byte>(world.rank()), std::byte{7}};
      exchange.store(exchange.send_buffer(peer).subspan(3), head);
      exchange.send(peer, 5);
    }
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      std::array<std::byte, 2> head{};
      ASSERT_EQ(exchange.received(peer).size(), 5U);
      exchange.load(head, exchange.received(peer).subspan(3));
      EXPECT_EQ(head[0], static_cast<std::byte>(exchange.rank(peer)));
      EXPECT_EQ(head[1], std::byte{7});
    }
    exchange.finish_round();
  }
}

TEST(MessageMemory, IsGivenBackWhereSomeIsMissing) {
  const Communicator comm = test_world().duplicate();
  if (comm.size() == 1) GTEST_SKIP() << "one rank sends no messages";
  const auto memory =
      std::make_shared<LazyMemory>(RoundExchange::memory_bytes(all_others(kBound)) - 1);
  EXPECT_THROW(RoundExchange(comm, all_others(kBound), memory), MemoryError);
  EXPECT_EQ(memory->taken(), 0U);
}

TEST(MessageMemory, HoldsMasksThatItsOwnerUnites) {
  const int rank = test_world().rank();
  for (const std::size_t largest : {std::size_t{24}, std::size_t{1} << 20U}) {
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    for (const int ranks_per_node : {1, 2, 3, 100}) {
      BitReduction reduction(comm, {.ranks_per_node = ranks_per_node});
      const auto memory = std::make_shared<LazyMemory>();
      reduction.use(memory, 50);
      for (unsigned round = 0; round < 6; ++round) {
        const std::size_t count = 10 * round;
        std::vector<std::uint64_t> words(count);
        memory->later([&words, rank, round] {
          std::ranges::copy(words_of(rank, words.size(), round), words.begin());
        });
        reduction.start(words);
        while (round % 2 == 0 && !reduction.test()) {
        }
        reduction.wait();
        EXPECT_EQ(words, union_of_all(count, round));
        EXPECT_EQ(memory->num_open(), 0U);
      }
      std::vector<std::uint64_t> too_many(51);
      EXPECT_THROW(reduction.start(too_many), UsageError);
    }
  }
}

/// One counts as the other, whoever unites.
TEST(MessageMemory, MasksTravelAsThoseOfTheHost) {
  const Communicator comm = test_world().duplicate();
  for (const int ranks_per_node : {1, 2, 3, 100}) {
    BitReduction reduction(comm, {.ranks_per_node = ranks_per_node});
    reduction.use(std::make_shared<LazyMemory>(), 10);
    std::vector<std::uint64_t> words = words_of(comm.rank(), 10, 0);
    comm.traffic().restart();
    reduction.reduce(words);
    const TrafficSum mine = comm.traffic().total();
    const auto others = static_cast<std::uint64_t>(comm.size() - 1);
    EXPECT_EQ(comm.all_reduce(mine.bytes, Reduction::kSum), 2 * 80 * others);
    EXPECT_EQ(comm.all_reduce(mine.messages, Reduction::kSum), 2 * others);
  }
}

/// What was not united yet is not there: the owner does it when the rank looks, not before.
TEST(MessageMemory, MasksAreUnitedWhenTheRankLooks) {
  const Communicator& world = test_world();
  BitReduction reduction(world, {.ranks_per_node = 2});
  reduction.use(std::make_shared<LazyMemory>(), 10);
  std::vector<std::uint64_t> words = words_of(world.rank(), 10, 0);
  reduction.start(words);
  world.barrier();
  if (world.rank() == 0) {
    EXPECT_EQ(words, words_of(0, 10, 0));
  }
  reduction.wait();
  EXPECT_EQ(words, union_of_all(10, 0));
}

/// Schemes choose by it without asking each other.
TEST(DeviceSupport, IsTheSameOnAllRanks) {
  const std::uint32_t here = takes_cuda_memory() ? 1 : 0;
  EXPECT_EQ(test_world().all_reduce(here, Reduction::kMin),
            test_world().all_reduce(here, Reduction::kMax));
}

}  // namespace
}  // namespace strider::comm
