// The counters against what MPI's profiling interface saw, for every operation of the room.
#include "comm/traffic.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "comm/bit_reduction.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/mpi_spy.hpp"

namespace strider::comm {
namespace {

/// Runs `operation`, with messages whole and in parts; the sums of all ranks, phase by phase, are
/// those that were seen.
void expect_counted(const std::function<void(const Communicator&)>& operation) {
  for (const std::size_t largest : {std::size_t{1} << 30U, std::size_t{64}, std::size_t{8}}) {
    SCOPED_TRACE("largest message " + std::to_string(largest));
    Communicator comm = test_world().duplicate();
    comm.set_largest_message(largest);
    comm.traffic().restart();
    test::watch_mpi(comm.traffic());
    operation(comm);
    const TrafficByPhase seen = test::over_all_ranks(test::seen_mpi());
    const TrafficByPhase counted = test::over_all_ranks(comm.traffic().by_phase());
    for (std::size_t p = 0; p < kNumPhases; ++p) {
      SCOPED_TRACE(phase_name(static_cast<Phase>(p)));
      EXPECT_EQ(counted[p].bytes, seen[p].bytes);
      EXPECT_EQ(counted[p].messages, seen[p].messages);
    }
  }
}

std::vector<RoundExchange::Peer> all_others(const Communicator& comm, std::size_t bound) {
  std::vector<RoundExchange::Peer> peers;
  for (int r = 0; r < comm.size(); ++r) {
    if (r != comm.rank()) peers.push_back({r, bound, bound});
  }
  return peers;
}

TEST(Traffic, IsSeen) {
  const Communicator comm = test_world().duplicate();
  const auto others = static_cast<std::uint64_t>(comm.size() - 1);
  test::watch_mpi(comm.traffic());
  comm.barrier();
  (void)comm.all_reduce(std::uint32_t{1}, Reduction::kMin);
  RoundExchange exchange(comm, all_others(comm, 3));
  for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) exchange.send(peer, 3);
  const TrafficSum seen = test::over_all_ranks(test::seen_mpi())[0];
  EXPECT_EQ(seen.bytes, 2 * 4 * others + 3 * (others + 1) * others);
  EXPECT_EQ(seen.messages, 2 * others + 2 * others + (others + 1) * others);
  exchange.finish_round();
}

TEST(Traffic, OfReductions) {
  expect_counted([](const Communicator& comm) {
    const PhaseScope reduce(comm.traffic(), Phase::kReduce);
    std::vector<double> values(100, 1.5);
    comm.all_reduce(std::span<double>(values), Reduction::kSum);
    std::vector<std::uint8_t> bytes(13, 1);
    comm.all_reduce(std::span<std::uint8_t>(bytes), Reduction::kMax);
    (void)comm.all_reduce(std::uint32_t{1}, Reduction::kMin);
    (void)comm.exclusive_sum(7);
    comm.barrier();
  });
}

TEST(Traffic, OfBroadcastsAndGathers) {
  expect_counted([](const Communicator& comm) {
    const PhaseScope build(comm.traffic(), Phase::kBuild);
    std::vector<std::uint32_t> values(77, 1);
    for (int root = 0; root < comm.size(); ++root) {
      comm.broadcast(std::span<std::uint32_t>(values), root);
    }
    (void)comm.all_gather(3.5);
    const std::vector<double> mine(static_cast<std::size_t>(comm.rank()), 3.5);
    (void)checked_all_gather(comm, std::span<const double>(mine));
  });
}

TEST(Traffic, OfExchangesBetweenAll) {
  expect_counted([](const Communicator& comm) {
    const PhaseScope exchange(comm.traffic(), Phase::kExchange);
    std::vector<std::uint64_t> counts;
    std::uint64_t total = 0;
    for (int r = 0; r < comm.size(); ++r) {
      counts.push_back(static_cast<std::uint64_t>((comm.rank() * 3 + r * 5) % 17));
      total += counts.back();
    }
    const std::vector<std::uint64_t> elements(total);
    std::vector<std::uint64_t> received_counts;
    (void)comm.all_to_all(std::span<const std::uint64_t>(elements), counts, received_counts);
  });
}

TEST(Traffic, OfRounds) {
  expect_counted([](const Communicator& comm) {
    const PhaseScope fold(comm.traffic(), Phase::kFold);
    RoundExchange exchange(comm, all_others(comm, 200));
    for (std::size_t round = 0; round < 5; ++round) {
      for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
        const std::size_t bytes = (peer * 61 + round * 64) % 201;
        std::ranges::fill(exchange.send_buffer(peer), std::byte{1});
        exchange.send(peer, bytes);
      }
      exchange.finish_round();
    }
  });
}

TEST(Traffic, OfSparseExchanges) {
  expect_counted([](const Communicator& comm) {
    const PhaseScope expand(comm.traffic(), Phase::kExpand);
    SparseExchange exchange(comm);
    const std::vector<std::byte> bytes(100);
    for (int round = 0; round < 4; ++round) {
      std::vector<SparseExchange::Outgoing> messages;
      if (comm.rank() % 2 == round % 2) {
        messages.push_back({(comm.rank() + round) % comm.size(), bytes});
        messages.push_back({0, {}});
      }
      (void)exchange.exchange(messages);
    }
  });
}

TEST(Traffic, OfReducedBitmaps) {
  for (const int ranks_per_node : {0, 1, 2, 3}) {
    expect_counted([&](const Communicator& comm) {
      const PhaseScope reduce(comm.traffic(), Phase::kReduce);
      BitReduction reduction(comm, {.ranks_per_node = ranks_per_node});
      std::vector<std::uint64_t> words(37, 5);
      reduction.reduce(words);
      reduction.start(words);
      while (!reduction.test()) {
      }
    });
  }
}

TEST(Traffic, OfCollectiveErrors) {
  expect_counted([](const Communicator& comm) {
    try_on_all_ranks(comm, [] {});
    EXPECT_THROW(try_on_all_ranks(comm,
                                  [&] {
                                    if (comm.rank() == comm.size() - 1)
                                      throw Error("a message of some length");
                                  }),
                 Error);
  });
}

TEST(Traffic, OfNewCommunicatorsIsThatOfACollectiveErrorCheckEach) {
  expect_counted([](const Communicator& comm) {
    (void)comm.split(comm.rank() % 2, 0);
    (void)comm.split_by_node();
    (void)comm.duplicate();
    const std::uint64_t messages =
        comm.all_reduce(comm.traffic().total().messages, Reduction::kSum);
    EXPECT_EQ(messages, 3 * 2 * static_cast<std::uint64_t>(comm.size() - 1));
  });
}

TEST(Traffic, CountsStepsThatAllRanksWaitFor) {
  const Communicator comm = test_world().duplicate();
  Traffic& traffic = comm.traffic();
  const std::uint64_t one = comm.size() > 1 ? 1 : 0;
  traffic.restart();
  comm.barrier();
  (void)comm.all_reduce(std::uint32_t{1}, Reduction::kMin);
  (void)comm.all_gather(1.5);
  std::vector<std::uint32_t> values(7, 1);
  comm.broadcast(std::span<std::uint32_t>(values), 0);
  EXPECT_EQ(traffic.collective_rounds(), 4 * one);
  const std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm.size()), 0);
  std::vector<std::uint64_t> received_counts;
  (void)comm.all_to_all(std::span<const std::uint64_t>(), counts, received_counts);
  EXPECT_EQ(traffic.collective_rounds(), 6 * one);
  (void)SparseExchange(comm).exchange({});
  EXPECT_EQ(traffic.collective_rounds(), 7 * one);
  traffic.restart();
  EXPECT_EQ(traffic.collective_rounds(), 0U);
}

constexpr StepName kRounds{StepKind::kRound, 3};

TEST(Traffic, AddsUpStepsOfANameInAPhase) {
  Traffic traffic;
  traffic.enter(Phase::kFold);
  for (const std::uint64_t fan_out : {2, 5, 3}) {
    traffic.begin_level(static_cast<std::uint32_t>(fan_out));
    traffic.add_step(kRounds, fan_out);
    for (const std::uint64_t bytes : {0, 100, 0, 7}) traffic.add_message(kRounds, bytes, 1);
  }
  traffic.add_step({StepKind::kRound, 4}, 1);
  traffic.add_step({StepKind::kRound, 1}, 1);
  traffic.enter(Phase::kExpand);
  traffic.add_step({StepKind::kBarrier, 3});
  ASSERT_EQ(traffic.step_sums().size(), 3U);
  const StepSum& folds = traffic.step_sums().front();
  EXPECT_EQ(folds.phase, Phase::kFold);
  EXPECT_EQ(folds.times, 3U);
  EXPECT_EQ(folds.fan_out, 5U);
  EXPECT_EQ(folds.messages, 12U);
  EXPECT_EQ(folds.empty_messages, 6U);
  EXPECT_EQ(folds.largest_message, 100U);
  EXPECT_EQ(traffic.by_phase()[static_cast<std::size_t>(Phase::kFold)].bytes, 321U);
  EXPECT_EQ(traffic.collective_rounds(), 1U);
}

TEST(Traffic, CountsAMessageInPartsAsOneOfItsLength) {
  Communicator comm = test_world().duplicate();
  comm.set_largest_message(8);
  comm.traffic().restart();
  RoundExchange exchange(comm, all_others(comm, 20));
  for (int round = 0; round < 3; ++round) {
    for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
      exchange.send(peer, round == 1 ? 0 : 20);
    }
    exchange.finish_round();
  }
  const auto others = static_cast<std::uint64_t>(comm.size() - 1);
  EXPECT_EQ(comm.traffic().step_sums().empty(), others == 0);
  if (others == 0) return;
  const StepSum& rounds = comm.traffic().step_sums().front();
  EXPECT_EQ(rounds.name, (StepName{StepKind::kRound, comm.size()}));
  EXPECT_EQ(rounds.times, 3U);
  EXPECT_EQ(rounds.fan_out, others);
  EXPECT_EQ(rounds.messages, 7 * others);
  EXPECT_EQ(rounds.empty_messages, others);
  EXPECT_EQ(rounds.largest_message, 20U);
}

TEST(Traffic, CountsNothingInAnUncountedScope) {
  const Communicator comm = test_world().duplicate();
  comm.traffic().restart();
  {
    const UncountedScope uncounted(comm.traffic());
    comm.barrier();
    (void)SparseExchange(comm).exchange({});
  }
  EXPECT_EQ(comm.traffic().total().messages, 0U);
  EXPECT_TRUE(comm.traffic().step_sums().empty());
  comm.barrier();
  EXPECT_EQ(comm.traffic().step_sums().size(), comm.size() > 1 ? 1U : 0U);
}

/// Sends each other rank of `comm` one byte more than its number here, in a round and otherwise.
void send_numbers(const Communicator& comm) {
  RoundExchange exchange(comm, all_others(comm, 100));
  std::vector<std::vector<std::byte>> contents;
  std::vector<SparseExchange::Outgoing> messages;
  for (std::size_t peer = 0; peer < exchange.num_peers(); ++peer) {
    const int rank = static_cast<int>(peer) + (static_cast<int>(peer) >= comm.rank() ? 1 : 0);
    exchange.send(peer, static_cast<std::size_t>(rank) + 1);
    contents.emplace_back(static_cast<std::size_t>(rank) + 1);
    messages.push_back({rank, contents.back()});
  }
  exchange.finish_round();
  (void)SparseExchange(comm).exchange(messages);
}

TEST(Traffic, IsCountedByReceiverWhereThatIsAskedFor) {
  const Communicator comm = test_world().duplicate();
  const int size = comm.size();
  comm.traffic().restart();
  send_numbers(comm);
  EXPECT_TRUE(comm.traffic().by_receiver().empty());
  comm.traffic().record_receivers(static_cast<std::size_t>(size));
  // In this one ranks stand the other way round, and two of its like are apart.
  const Communicator backwards = comm.split(comm.rank() % 2, size - comm.rank()).duplicate();
  send_numbers(backwards);
  for (int rank = 0; rank < size; ++rank) {
    const bool is_receiver = rank != comm.rank() && rank % 2 == comm.rank() % 2;
    const int last = (size - 1 - rank % 2) / 2 * 2 + rank % 2;
    const int number = (last - rank) / 2;
    const std::uint64_t bytes = is_receiver ? 2 * (static_cast<std::uint64_t>(number) + 1) : 0;
    EXPECT_EQ(comm.traffic().by_receiver()[static_cast<std::size_t>(rank)], bytes) << rank;
  }
  comm.traffic().restart();
  EXPECT_EQ(comm.traffic().by_receiver(),
            std::vector<std::uint64_t>(static_cast<std::size_t>(size), 0));
  comm.traffic().record_receivers(0);
}

TEST(Traffic, GoesToThePhaseAndLevelItIsFor) {
  const Communicator comm = test_world().duplicate();
  Traffic& traffic = comm.traffic();
  traffic.restart();
  traffic.begin_level(2);
  {
    const PhaseScope fold(traffic, Phase::kFold);
    traffic.add_message(kRounds, 10, 1);
    {
      const PhaseScope control(traffic, Phase::kControl);
      traffic.add_share({StepKind::kBarrier, 3}, 5, 2);
    }
    traffic.add_message(kRounds, 3, 1);
  }
  ASSERT_EQ(traffic.by_level().size(), 3U);
  EXPECT_EQ(traffic.by_level()[2][static_cast<std::size_t>(Phase::kFold)].bytes, 13U);
  EXPECT_EQ(traffic.by_level()[2][static_cast<std::size_t>(Phase::kControl)].messages, 2U);
  EXPECT_EQ(traffic.total().bytes, 18U);
  EXPECT_EQ(traffic.phase(), Phase::kControl);
  traffic.restart();
  EXPECT_EQ(traffic.total().bytes, 0U);
}

}  // namespace
}  // namespace strider::comm
