#include "comm/two_level_exchange.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

/// What rank `from` sends to rank `to`: some pairs nothing, one pair much.
std::vector<std::byte> message(int from, int to, std::uint64_t seed) {
  CounterRng rng(seed, static_cast<std::uint64_t>(1000 * from + to));
  const std::uint64_t size = rng.below(4) == 0 ? 0 : rng.below(from == 1 && to == 0 ? 90000 : 50);
  std::vector<std::byte> bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng.below(256));
  return bytes;
}

void expect_delivered(const TwoLevelExchange& exchange, std::uint64_t seed) {
  const Communicator& world = test_world();
  std::vector<std::byte> sent;
  std::vector<std::uint64_t> counts;
  for (int to = 0; to < world.size(); ++to) {
    const auto bytes = message(world.rank(), to, seed);
    sent.insert(sent.end(), bytes.begin(), bytes.end());
    counts.push_back(bytes.size());
  }
  std::vector<std::uint64_t> received_counts(counts.size());
  const Array<std::byte> received = exchange.all_to_all(sent, counts, received_counts);
  std::size_t at = 0;
  for (int from = 0; from < world.size(); ++from) {
    const auto expected = message(from, world.rank(), seed);
    ASSERT_EQ(received_counts[static_cast<std::size_t>(from)], expected.size());
    ASSERT_LE(at + expected.size(), received.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), received.data() + at));
    at += expected.size();
  }
  EXPECT_EQ(at, received.size());
}

TEST(TwoLevelExchange, DeliversWhateverTheNodesAre) {
  for (const int ranks_per_node : {0, 1, 2, 3, 4}) {
    SCOPED_TRACE(ranks_per_node);
    const TwoLevelExchange exchange(test_world(), ranks_per_node);
    for (std::uint64_t seed = 0; seed < 5; ++seed) expect_delivered(exchange, seed);
  }
}

/// Also where the last node has fewer.
TEST(NodeGrid, LeadsEveryMessageToItsReceiver) {
  const auto ranks = static_cast<std::size_t>(test_world().size());
  for (const int ranks_per_node : {0, 1, 2, 3, 4}) {
    SCOPED_TRACE(ranks_per_node);
    const NodeGrid grid(test_world(), ranks_per_node);
    for (std::size_t from = 0; from < ranks; ++from) {
      EXPECT_EQ(grid.rank_of(grid.node_of(from), grid.number_of(from)), from);
      EXPECT_LE(grid.num_peers(from), ranks - 1);
      for (std::size_t to = 0; to < ranks; ++to) {
        if (from == to) continue;
        const std::size_t hop = grid.next_hop(from, to);
        EXPECT_TRUE(hop == to || grid.node_of(hop) == grid.node_of(from) ||
                    grid.node_of(hop) == grid.node_of(to));
        EXPECT_TRUE(hop == to || grid.next_hop(hop, to) == to);
      }
    }
    if (ranks_per_node == 2 && ranks == 8) {
      EXPECT_EQ(grid.num_peers(0), 4U);
    }
    if (ranks_per_node == 2 && ranks == 3) {
      EXPECT_EQ(grid.num_peers(2), 1U);  // alone on the last node
    }
    if (ranks_per_node <= 1) {
      EXPECT_EQ(grid.num_peers(0), ranks - 1);
    }
  }
}

TEST(TwoLevelExchange, HasTwoLevelsWhereNodesAreEvenAndMany) {
  const int ranks = test_world().size();
  EXPECT_FALSE(TwoLevelExchange(test_world()).has_two_levels());
  EXPECT_FALSE(TwoLevelExchange(test_world(), 1).has_two_levels());
  EXPECT_EQ(TwoLevelExchange(test_world(), 2).has_two_levels(), ranks > 2 && ranks % 2 == 0);
}

TEST(TwoLevelExchange, PaysForShortMessagesOfNodesOfSeveralRanks) {
  // 16 nodes of 4 ranks: 18 messages instead of 63.
  EXPECT_TRUE(two_levels_pay(63 * 1000, 16, 4));
  EXPECT_FALSE(two_levels_pay(63 * 4096, 16, 4));
  EXPECT_FALSE(two_levels_pay(45 * 4096, 16, 4));
  EXPECT_TRUE(two_levels_pay(45 * 4096 - 1, 16, 4));
  for (const std::uint64_t one : {0, 1}) {
    EXPECT_FALSE(two_levels_pay(0, one, 64));
    EXPECT_FALSE(two_levels_pay(0, 64, one));
  }
}

TEST(TwoLevelExchange, SendsFewerMessages) {
  const Communicator& world = test_world();
  const TwoLevelExchange exchange(world, 2);
  if (!exchange.has_two_levels()) GTEST_SKIP() << "so few ranks make one level";
  const auto ranks = static_cast<std::size_t>(world.size());
  const std::vector<std::byte> sent(ranks);
  const std::vector<std::uint64_t> counts(ranks, 1);
  std::vector<std::uint64_t> received_counts(ranks);
  const auto messages_of = [&](auto&& all_to_all) {
    const std::uint64_t before = world.traffic().total().messages;
    (void)all_to_all();
    return world.traffic().total().messages - before;
  };
  const auto sum_of = [&](std::uint64_t mine) { return world.all_reduce(mine, Reduction::kSum); };
  // Each step counts its messages and those of exchanging counts; ranks check the memory together,
  // two messages for each but one.
  EXPECT_EQ(sum_of(messages_of([&] { return exchange.all_to_all(sent, counts, received_counts); })),
            ranks * (2 * (ranks / 2 - 1) + 2) + 2 * (ranks - 1));
  EXPECT_EQ(sum_of(messages_of([&] {
              return checked_all_to_all(world, std::span<const std::byte>(sent), counts,
                                        std::span(received_counts));
            })),
            ranks * 2 * (ranks - 1) + 2 * (ranks - 1));
}

}  // namespace
}  // namespace strider::comm
