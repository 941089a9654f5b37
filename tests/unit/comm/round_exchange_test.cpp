#include "comm/round_exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/timer.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/peers.hpp"

namespace strider::comm {
namespace {

/// What rank `from` sends to rank `to` in a round: none in some rounds, up to 600 bytes.
std::vector<std::byte> message_of_round(int from, int to, int round) {
  const int length =
      (from * 7 + to * 3 + round) % 4 == 0 ? 0 : (from * 131 + to * 37 + round * 61) % 601;
  std::vector<std::byte> bytes(static_cast<std::size_t>(length));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(static_cast<std::size_t>(from + 3 * to + 5 * round) + i);
  }
  return bytes;
}

void send_round(RoundExchange& exchange, int round) {
  for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
    const std::vector<std::byte> bytes =
        message_of_round(test_world().rank(), exchange.rank(peer), round);
    std::ranges::copy(bytes, exchange.send_buffer(peer).begin());
    exchange.send(peer, bytes.size());
  }
}

void expect_received(RoundExchange& exchange, std::size_t peer, int round) {
  const std::span<const std::byte> bytes = exchange.received(peer);
  EXPECT_TRUE(
      std::ranges::equal(bytes, message_of_round(exchange.rank(peer), test_world().rank(), round)))
      << "from rank " << exchange.rank(peer) << " in round " << round;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0U);
}

void run_round_exchange(const Communicator& comm, int rounds) {
  RoundExchange exchange(comm, all_others(600));
  for (int round = 0; round < rounds; ++round) {
    send_round(exchange, round);
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      expect_received(exchange, peer, round);
    }
    exchange.finish_round();
  }
}

TEST(RoundExchange, DeliversEachRoundToEachPeer) {
  run_round_exchange(test_world(), 20);
}

TEST(RoundExchange, SendsLargeMessagesInParts) {
  for (const std::size_t largest : {1, 7, 64, 599, 600, 601}) {
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    run_round_exchange(comm, 6);
  }
}

/// Messages one behind the other, in turn with rounds of messages that are written one by one.
TEST(RoundExchange, SendsMessagesThatAreWrittenTogether) {
  for (const std::size_t largest : {64, 1000}) {
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    RoundExchange exchange(comm, all_others(600));
    for (int round = 0; round < 12; ++round) {
      if (round % 3 == 2) {
        send_round(exchange, round);
      } else {
        const PackedMessages all = exchange.packed_messages();
        std::size_t begin = 0;
        for (PackedMessages::Message& message : all.messages) {
          EXPECT_EQ(message.bytes, 0U);
          EXPECT_EQ(message.bound, 600U);
          const std::vector<std::byte> bytes = message_of_round(comm.rank(), message.rank, round);
          std::ranges::copy(bytes, all.memory.subspan(begin).begin());
          message.bytes = bytes.size();
          begin += PackedMessages::aligned(message.bytes);
        }
        exchange.send_packed();
      }
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        expect_received(exchange, peer, round);
      }
      exchange.finish_round();
    }
  }
}

/// One message for all, in turn with rounds of one each: the first peer's memory is read by all.
TEST(RoundExchange, SendsTheSameToAll) {
  for (const std::size_t largest : {64, 1000}) {
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    RoundExchange exchange(comm, all_others(600));
    if (exchange.num_peers() == 0) continue;
    for (int round = 0; round < 12; ++round) {
      const bool same = round % 3 != 2;
      if (same) {
        const std::vector<std::byte> bytes = message_of_round(comm.rank(), 0, round);
        std::ranges::copy(bytes, exchange.send_buffer(0).begin());
        exchange.send_to_all(bytes.size());
      } else {
        send_round(exchange, round);
      }
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        const std::vector<std::byte> expected =
            message_of_round(exchange.rank(peer), same ? 0 : comm.rank(), round);
        EXPECT_TRUE(std::ranges::equal(exchange.received(peer), expected));
      }
      exchange.finish_round();
    }
  }
}

TEST(RoundExchange, GoesRoundARing) {
  const Communicator& world = test_world();
  if (world.size() == 1) GTEST_SKIP() << "one rank makes no ring";
  const int left = (world.rank() + world.size() - 1) % world.size();
  const int right = (world.rank() + 1) % world.size();
  const std::vector<RoundExchange::Peer> peers = {{left, 600, 0}, {right, 0, 600}};
  const std::uint64_t messages_before = world.traffic().total().messages;
  {
    RoundExchange exchange(world, peers);
    for (int round = 0; round < 10; ++round) {
      const std::vector<std::byte> bytes = message_of_round(world.rank(), left, round);
      std::ranges::copy(bytes, exchange.send_buffer(0).begin());
      exchange.send(0, bytes.size());
      expect_received(exchange, 1, round);
      EXPECT_TRUE(exchange.received(0).empty());
      exchange.finish_round();
    }
  }
  EXPECT_EQ(world.traffic().total().messages, messages_before + 10);
}

TEST(RoundExchange, SendsNothingWhereNoMessageGoes) {
  // Messages go to higher ranks only; the others are "sent" none all the same.
  const Communicator comm = test_world().duplicate();
  std::vector<RoundExchange::Peer> peers = all_others(600);
  for (RoundExchange::Peer& peer : peers) {
    (peer.rank < comm.rank() ? peer.send_bound : peer.receive_bound) = 0;
  }
  RoundExchange exchange(comm, peers);
  const std::uint64_t messages_before = comm.traffic().total().messages;
  constexpr int kRounds = 5;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      std::vector<std::byte> bytes;
      if (exchange.rank(peer) > comm.rank()) {
        bytes = message_of_round(comm.rank(), exchange.rank(peer), round);
      }
      std::ranges::copy(bytes, exchange.send_buffer(peer).begin());
      exchange.send(peer, bytes.size());
      EXPECT_THROW(exchange.send(peer, 0), UsageError);
    }
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      if (exchange.rank(peer) < comm.rank()) {
        expect_received(exchange, peer, round);
      } else {
        EXPECT_TRUE(exchange.received(peer).empty());
      }
    }
    exchange.finish_round();
  }
  const auto higher = static_cast<std::uint64_t>(comm.size() - 1 - comm.rank());
  EXPECT_EQ(comm.traffic().total().messages, messages_before + kRounds * higher);
}

TEST(RoundExchange, GivesEachMessageOnceInTheOrderOfArrival) {
  const Communicator comm = test_world().duplicate();
  RoundExchange exchange(comm, all_others(600));
  for (int round = 0; round < 10; ++round) {
    send_round(exchange, round);
    std::set<std::size_t> came;
    if (round % 3 == 0 && exchange.num_peers() > 0) {
      expect_received(exchange, 0, round);
      came.insert(0);
    }
    if (round % 2 == 0) {
      while (const std::optional<std::size_t> peer = exchange.next_received()) {
        EXPECT_TRUE(came.insert(*peer).second);
        expect_received(exchange, *peer, round);
      }
    } else {
      for (auto some = exchange.next_some_received(); !some.empty();
           some = exchange.next_some_received()) {
        for (const std::size_t peer : some) {
          EXPECT_TRUE(came.insert(peer).second);
          expect_received(exchange, peer, round);
        }
      }
    }
    EXPECT_EQ(came.size(), exchange.num_peers());
    exchange.finish_round();
  }
}

TEST(RoundExchange, TwoAtOnceDoNotMeet) {
  const Communicator first = test_world().duplicate();
  const Communicator second = test_world().duplicate();
  RoundExchange a(first, all_others(600));
  RoundExchange b(second, all_others(600));
  for (int round = 0; round < 8; ++round) {
    send_round(a, round);
    send_round(b, 100 + round);
    for (std::size_t peer = 0; peer < a.num_peers(); ++peer) expect_received(b, peer, 100 + round);
    b.finish_round();
    for (std::size_t peer = 0; peer < a.num_peers(); ++peer) expect_received(a, peer, round);
    a.finish_round();
  }
}

TEST(RoundExchange, DropsWhatWasNotLookedAt) {
  const Communicator comm = test_world().duplicate();
  RoundExchange exchange(comm, all_others(600));
  for (int round = 0; round < 6; ++round) {
    send_round(exchange, round);
    if (round == 5) {
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        expect_received(exchange, peer, round);
      }
    }
    exchange.finish_round();
  }
}

TEST(RoundExchange, KnowsOnlyItsPeers) {
  // A ring: each rank talks with the next and the one before.
  const Communicator comm = test_world().duplicate();
  const int p = comm.size();
  std::set<int> neighbours = {(comm.rank() + 1) % p, (comm.rank() + p - 1) % p};
  neighbours.erase(comm.rank());
  std::vector<RoundExchange::Peer> peers;
  for (const int r : neighbours) peers.push_back({r, 600, 600});
  RoundExchange exchange(comm, peers);
  for (int round = 0; round < 5; ++round) {
    send_round(exchange, round);
    for (std::size_t peer = 0; peer < peers.size(); ++peer) expect_received(exchange, peer, round);
    exchange.finish_round();
  }
}

TEST(RoundExchange, RefusesWrongUse) {
  const Communicator comm = test_world().duplicate();
  const std::vector<RoundExchange::Peer> self = {{comm.rank(), 8, 8}};
  EXPECT_THROW(RoundExchange(comm, self), UsageError);
  const std::vector<RoundExchange::Peer> no_such_rank = {{comm.size(), 8, 8}};
  EXPECT_THROW(RoundExchange(comm, no_such_rank), UsageError);
  if (comm.size() == 1) return;
  RoundExchange exchange(comm, all_others(8));
  EXPECT_THROW(exchange.finish_round(), UsageError);
  EXPECT_THROW(exchange.send(0, 9), UsageError);
  for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) exchange.send(peer, 0);
  EXPECT_THROW(exchange.send(0, 0), UsageError);
  exchange.finish_round();
}

TEST(RoundExchange, CountsEachMessageWithItsBytes) {
  const Communicator comm = test_world().duplicate();
  const std::uint64_t others = static_cast<std::uint64_t>(comm.size() - 1);
  comm.traffic().restart();
  {
    const PhaseScope fold(comm.traffic(), Phase::kFold);
    RoundExchange exchange(comm, all_others(100));
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) exchange.send(peer, 11);
    exchange.finish_round();
  }
  const TrafficByPhase sums = comm.traffic().by_phase();
  EXPECT_EQ(sums[static_cast<std::size_t>(Phase::kFold)].bytes, 11 * others);
  EXPECT_EQ(sums[static_cast<std::size_t>(Phase::kFold)].messages, others);
}

TEST(RoundExchange, DoesNotWaitWhereAnErrorUnwindsIt) {
  // Rank 0 fails amid a round, while its peers are busy elsewhere and take none of its messages,
  // which are larger than what MPI buffers.
  const Communicator comm = test_world().duplicate();
  const std::size_t bytes = (std::size_t{1} << 22U) / static_cast<std::size_t>(comm.size());
  comm.barrier();
  const Timer timer;
  EXPECT_THROW(
      {
        RoundExchange exchange(comm, all_others(bytes));
        if (comm.rank() != 0) std::this_thread::sleep_for(std::chrono::seconds(3));
        for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
          std::ranges::fill(exchange.send_buffer(peer), std::byte{1});
          exchange.send(peer, bytes);
        }
        throw std::runtime_error("amid a round");
      },
      std::runtime_error);
  if (comm.rank() == 0) {
    EXPECT_LT(timer.seconds(), 2.0);
  }
  comm.barrier();
}

}  // namespace
}  // namespace strider::comm
