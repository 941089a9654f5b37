#include "comm/bit_reduction.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/mpi_world.hpp"
#include "unit/comm/peers.hpp"

namespace strider::comm {
namespace {

/// Nodes of every size: one rank each, some, all; and what the machine has.
const int kRanksPerNode[] = {0, 1, 2, 3, 5, 100};

TEST(BitReduction, UnitesTheBitmapsOfAllRanks) {
  for (const int ranks_per_node : kRanksPerNode) {
    BitReduction reduction(test_world(), {.ranks_per_node = ranks_per_node});
    for (const std::size_t count : {0, 1, 2, 1000}) {
      SCOPED_TRACE(std::to_string(ranks_per_node) + " a node, words " + std::to_string(count));
      std::vector<std::uint64_t> words = words_of(test_world().rank(), count, 0);
      reduction.reduce(words);
      EXPECT_EQ(words, union_of_all(count, 0));
    }
  }
}

TEST(BitReduction, TakesRanksOfANodeTogether) {
  const int p = test_world().size();
  const BitReduction pairs(test_world(), {.ranks_per_node = 2});
  EXPECT_EQ(pairs.num_nodes(), (p + 1) / 2);
  EXPECT_EQ(pairs.ranks_on_node(), test_world().rank() == p - 1 && p % 2 == 1 ? 1 : 2);
  // All ranks of a test share the machine.
  const BitReduction machine(test_world());
  EXPECT_EQ(machine.num_nodes(), 1);
  EXPECT_EQ(machine.ranks_on_node(), p);
}

TEST(BitReduction, GoesOnWhileTheRankComputes) {
  for (const int ranks_per_node : kRanksPerNode) {
    BitReduction reduction(test_world(), {.ranks_per_node = ranks_per_node});
    EXPECT_TRUE(reduction.test());
    for (unsigned round = 0; round < 5; ++round) {
      std::vector<std::uint64_t> words = words_of(test_world().rank(), 500, round);
      reduction.start(words);
      EXPECT_THROW(reduction.start(words), UsageError);
      // Another exchange on the communicator it came from, meanwhile.
      EXPECT_EQ(test_world().all_reduce(std::uint64_t{1}, Reduction::kSum),
                static_cast<std::uint64_t>(test_world().size()));
      if (round % 2 == 0) {
        while (!reduction.test()) {
        }
      } else {
        (void)reduction.test();
      }
      reduction.wait();
      EXPECT_EQ(words, union_of_all(500, round));
    }
  }
}

TEST(BitReduction, SplitsWhatMpiCannotCount) {
  Communicator comm = test_world().duplicate();
  comm.set_largest_message(24);
  BitReduction reduction(comm, {.ranks_per_node = 2});
  std::vector<std::uint64_t> words = words_of(comm.rank(), 100, 0);
  reduction.reduce(words);
  EXPECT_EQ(words, union_of_all(100, 0));
}

TEST(BitReduction, CountsAsAnAllReduceOfAllRanksHoweverTheyAreGrouped) {
  const Communicator comm = test_world().duplicate();
  for (const int ranks_per_node : {1, 2, 3, 100}) {
    BitReduction reduction(comm, {.ranks_per_node = ranks_per_node});
    std::vector<std::uint64_t> words = words_of(comm.rank(), 10, 0);
    comm.traffic().restart();
    reduction.reduce(words);
    const TrafficSum mine = comm.traffic().total();
    const std::uint64_t others = static_cast<std::uint64_t>(comm.size() - 1);
    EXPECT_EQ(comm.all_reduce(mine.bytes, Reduction::kSum), 2 * 80 * others);
    EXPECT_EQ(comm.all_reduce(mine.messages, Reduction::kSum), 2 * others);
  }
}

}  // namespace
}  // namespace strider::comm
