#include "comm/sparse_exchange.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

struct Message {
  int from;
  int to;
  std::vector<std::byte> bytes;
};

/// All messages of a round, the same on every rank: random pairs, several between some, sizes from
/// none to thousands.
std::vector<Message> messages_of(unsigned round) {
  std::mt19937 random(round);
  const int p = test_world().size();
  std::vector<Message> messages;
  const auto count = random() % static_cast<unsigned>(2 * p + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const int from = static_cast<int>(random() % static_cast<unsigned>(p));
    const int to = static_cast<int>(random() % static_cast<unsigned>(p));
    std::vector<std::byte> bytes(random() % 3 == 0 ? 0 : random() % 5000);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    messages.push_back({from, to, std::move(bytes)});
  }
  return messages;
}

void expect_round(SparseExchange& exchange, unsigned round) {
  const std::vector<Message> all = messages_of(round);
  std::vector<SparseExchange::Outgoing> mine;
  for (const Message& message : all) {
    if (message.from == test_world().rank()) mine.push_back({message.to, message.bytes});
  }
  const std::vector<SparseExchange::Incoming> came = exchange.exchange(mine);
  std::size_t next = 0;
  for (int from = 0; from < test_world().size(); ++from) {
    for (const Message& message : all) {
      if (message.from != from || message.to != test_world().rank()) continue;
      ASSERT_LT(next, came.size());
      EXPECT_EQ(came[next].from, from);
      EXPECT_TRUE(std::ranges::equal(came[next].bytes.span(), message.bytes))
          << "round " << round << " from " << from;
      ++next;
    }
  }
  EXPECT_EQ(next, came.size());
}

TEST(SparseExchange, DeliversWithoutAnnouncement) {
  SparseExchange exchange(test_world());
  for (unsigned round = 0; round < 30; ++round) expect_round(exchange, round);
}

TEST(SparseExchange, PutsPartsTogether) {
  for (const std::size_t largest : {7, 100, 2500}) {
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    SparseExchange exchange(comm);
    for (unsigned round = 100; round < 106; ++round) expect_round(exchange, round);
  }
}

TEST(SparseExchange, PartsThatFillTheirMessageExactly) {
  Communicator comm = test_world().duplicate();
  comm.set_largest_message(8);
  SparseExchange exchange(comm);
  const std::vector<std::byte> bytes(16, std::byte{3});
  const int next = (comm.rank() + 1) % comm.size();
  const auto came = exchange.exchange(std::vector<SparseExchange::Outgoing>{{next, bytes}});
  ASSERT_EQ(came.size(), 1U);
  EXPECT_TRUE(std::ranges::equal(came[0].bytes.span(), bytes));
}

TEST(SparseExchange, RefusesRanksThatAreNone) {
  SparseExchange exchange(test_world());
  const std::vector<SparseExchange::Outgoing> nowhere = {{test_world().size(), {}}};
  EXPECT_THROW((void)exchange.exchange(nowhere), UsageError);
}

}  // namespace
}  // namespace strider::comm
