// Exchanges in which few messages are under way at once, of many ranks: all arrive, nothing hangs.
#include "comm/message_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/two_level_exchange.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/peers.hpp"

namespace strider::comm {
namespace {

constexpr std::size_t kLongest = 20'000;  // MPI waits for the receiver of so long a message

/// What rank `from` sends to rank `to`: nothing, little or much; to rank 0 nothing.
std::vector<std::byte> message(int from, int to, std::uint64_t seed) {
  CounterRng rng(seed, static_cast<std::uint64_t>(1000 * from + to));
  const std::uint64_t kind = rng.below(3);
  const std::uint64_t size = kind == 0 || to == 0 ? 0 : rng.below(kind == 1 ? 50 : kLongest);
  return std::vector<std::byte>(size, static_cast<std::byte>(rng.below(256)));
}

/// body(comm) with windows of one, two and more messages, whole and in parts.
template <class Body>
void with_windows(const Body& body) {
  MessageWindow& window = message_window(test_world());
  for (const std::size_t most : {std::size_t{1}, std::size_t{2}, kMostUnderWay}) {
    for (const std::size_t largest : {std::size_t{1} << 20U, std::size_t{9'000}}) {
      SCOPED_TRACE("window " + std::to_string(most) + ", parts of " + std::to_string(largest));
      window.most = most;
      Communicator comm = test_world().duplicate();
      comm.set_largest_message(largest);
      body(comm);
    }
  }
  window.most = kMostUnderWay;
}

struct Sent {
  std::vector<std::byte> bytes;
  std::vector<std::uint64_t> counts;
};
Sent sent_by(int rank, std::uint64_t seed) {
  Sent sent;
  for (int to = 0; to < test_world().size(); ++to) {
    const auto bytes = message(rank, to, seed);
    sent.bytes.insert(sent.bytes.end(), bytes.begin(), bytes.end());
    sent.counts.push_back(bytes.size());
  }
  return sent;
}
std::vector<std::byte> received_by(int rank, std::uint64_t seed) {
  std::vector<std::byte> all;
  for (int from = 0; from < test_world().size(); ++from) {
    const auto bytes = message(from, rank, seed);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

TEST(MessageWindow, AllToAll) {
  with_windows([](const Communicator& comm) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Sent sent = sent_by(comm.rank(), seed);
      std::vector<std::uint64_t> came(sent.counts.size());
      const Array<std::byte> received =
          checked_all_to_all(comm, std::span<const std::byte>(sent.bytes), sent.counts, came);
      EXPECT_TRUE(std::ranges::equal(received.span(), received_by(comm.rank(), seed)));
    }
  });
}

TEST(MessageWindow, AllToAllByNodes) {
  with_windows([](const Communicator& comm) {
    for (const int ranks_per_node : {2, 3}) {
      const TwoLevelExchange exchange(comm, ranks_per_node);
      const Sent sent = sent_by(comm.rank(), 7);
      std::vector<std::uint64_t> came(sent.counts.size());
      const Array<std::byte> received = exchange.all_to_all(sent.bytes, sent.counts, came);
      EXPECT_TRUE(std::ranges::equal(received.span(), received_by(comm.rank(), 7)));
    }
  });
}

TEST(MessageWindow, AllGatherOfLongParts) {
  with_windows([](const Communicator& comm) {
    const auto mine = message(comm.rank(), 1, 3);
    const Array<std::byte> all = checked_all_gather(comm, std::span<const std::byte>(mine));
    std::vector<std::byte> expected;
    for (int from = 0; from < comm.size(); ++from) {
      const auto bytes = message(from, 1, 3);
      expected.insert(expected.end(), bytes.begin(), bytes.end());
    }
    EXPECT_TRUE(std::ranges::equal(all.span(), expected));
  });
}

TEST(MessageWindow, SparseExchange) {
  with_windows([](const Communicator& comm) {
    SparseExchange exchange(comm);
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      // In no order, two to some ranks, empty ones among them.
      std::vector<std::vector<std::byte>> kept;
      std::vector<SparseExchange::Outgoing> mine;
      for (int i = 0; i < comm.size(); ++i) kept.push_back(message(comm.rank(), i, seed));
      for (int to = comm.size() - 1; to >= 0; --to) {
        const auto& bytes = kept[static_cast<std::size_t>(to)];
        mine.push_back({to, bytes});
        if (to % 2 == 1) mine.push_back({to, std::span(bytes).first(bytes.size() / 2)});
      }
      const auto came = exchange.exchange(mine);
      const std::size_t each = comm.rank() % 2 == 1 ? 2 : 1;
      ASSERT_EQ(came.size(), each * static_cast<std::size_t>(comm.size()));
      for (std::size_t i = 0; i < came.size(); ++i) {
        const int from = static_cast<int>(i / each);
        auto expected = message(from, comm.rank(), seed);
        if (i % each == 1) expected.resize(expected.size() / 2);
        EXPECT_EQ(came[i].from, from);
        EXPECT_TRUE(std::ranges::equal(came[i].bytes.span(), expected));
      }
    }
  });
}

TEST(MessageWindow, Rounds) {
  with_windows([](const Communicator& comm) {
    RoundExchange exchange(comm, all_others(kLongest));
    for (std::uint64_t round = 0; round < 4; ++round) {
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        const auto bytes = message(comm.rank(), exchange.rank(peer), round);
        std::ranges::copy(bytes, exchange.send_buffer(peer).begin());
        exchange.send(peer, bytes.size());
      }
      while (const auto peer = exchange.next_received()) {
        EXPECT_TRUE(std::ranges::equal(exchange.received(*peer),
                                       message(exchange.rank(*peer), comm.rank(), round)));
      }
      exchange.finish_round();
    }
    for (std::size_t round = 0; round < 3 && exchange.num_peers() > 0; ++round) {
      std::ranges::fill(exchange.send_buffer(0), static_cast<std::byte>(comm.rank()));
      exchange.send_to_all(kLongest - round);
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        const auto bytes = exchange.received(peer);
        ASSERT_EQ(bytes.size(), kLongest - round);
        EXPECT_EQ(bytes.back(), static_cast<std::byte>(exchange.rank(peer)));
      }
      exchange.finish_round();
    }
  });
}

}  // namespace
}  // namespace strider::comm
