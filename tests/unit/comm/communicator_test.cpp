#include "comm/communicator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(Communicator, AddsUpOverAllRanks) {
  const Communicator& world = test_world();
  const auto p = static_cast<std::uint64_t>(world.size());
  EXPECT_EQ(world.all_reduce(static_cast<std::uint64_t>(world.rank()), Reduction::kSum),
            p * (p - 1) / 2);
}

TEST(Communicator, SendsToEachRankWhatIsForIt) {
  const Communicator& world = test_world();
  const int p = world.size();
  // Rank s sends s + r elements to rank r, none from 0 to 0.
  std::vector<std::uint32_t> elements;
  std::vector<std::uint64_t> counts;
  for (int r = 0; r < p; ++r) {
    counts.push_back(static_cast<std::uint64_t>(world.rank() + r));
    elements.insert(elements.end(), counts.back(),
                    static_cast<std::uint32_t>(100 * world.rank() + r));
  }
  std::vector<std::uint64_t> received_counts;
  const Array<std::uint32_t> received =
      world.all_to_all(std::span<const std::uint32_t>(elements), counts, received_counts);
  std::vector<std::uint32_t> expected;
  for (int s = 0; s < p; ++s) {
    EXPECT_EQ(received_counts[static_cast<std::size_t>(s)],
              static_cast<std::uint64_t>(s + world.rank()));
    expected.insert(expected.end(), static_cast<std::size_t>(s + world.rank()),
                    static_cast<std::uint32_t>(100 * s + world.rank()));
  }
  EXPECT_EQ(std::vector<std::uint32_t>(received.begin(), received.end()), expected);
}

std::uint64_t rank_as_number() {
  return static_cast<std::uint64_t>(test_world().rank());
}

// Parts of 0, 3, 6 .. elements, then all on rank 0; messages in parts, too.
TEST(Communicator, GathersPartsInPlace) {
  Communicator comm = test_world().duplicate();
  const auto p = static_cast<std::size_t>(comm.size());
  for (const std::size_t largest : {8, 1000}) {
    comm.set_largest_message(largest);
    for (const bool all_on_first : {false, true}) {
      std::vector<std::uint64_t> sizes;
      std::vector<std::uint64_t> starts(1, 0);
      for (std::size_t r = 0; r < p; ++r) {
        sizes.push_back(all_on_first ? (r == 0 ? 10 : 0) : 3 * r);
        starts.push_back(starts.back() + sizes.back());
      }
      std::vector<std::uint32_t> all(starts.back(), 0);
      const auto mine = static_cast<std::size_t>(comm.rank());
      for (std::size_t i = starts[mine]; i < starts[mine + 1]; ++i) {
        all[i] = static_cast<std::uint32_t>(7 * i);
      }
      comm.reserve_messages(std::vector<std::uint64_t>(p, sizes[mine]), sizes, sizeof(all[0]));
      comm.all_gather_in_place(std::span(all), std::span<const std::uint64_t>(starts));
      for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], 7 * i);
    }
  }
}

TEST(Communicator, SendsToEachRankInParts) {
  Communicator comm = test_world().duplicate();
  const auto p = static_cast<std::uint64_t>(comm.size());
  for (const std::size_t largest : {8, 16, 40, 1000}) {
    comm.set_largest_message(largest);
    // Rank s sends 3 s + r elements to rank r.
    std::vector<std::uint64_t> elements;
    std::vector<std::uint64_t> counts;
    for (std::uint64_t r = 0; r < p; ++r) {
      counts.push_back(3 * rank_as_number() + r);
      for (std::uint64_t i = 0; i < counts.back(); ++i) {
        elements.push_back(1000000 * rank_as_number() + 1000 * r + i);
      }
    }
    std::vector<std::uint64_t> received_counts;
    const Array<std::uint64_t> received =
        comm.all_to_all(std::span<const std::uint64_t>(elements), counts, received_counts);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t s = 0; s < p; ++s) {
      EXPECT_EQ(received_counts[s], 3 * s + rank_as_number());
      for (std::uint64_t i = 0; i < 3 * s + rank_as_number(); ++i) {
        expected.push_back(1000000 * s + 1000 * rank_as_number() + i);
      }
    }
    EXPECT_EQ(std::vector<std::uint64_t>(received.begin(), received.end()), expected);
  }
}

TEST(Communicator, ReducesAndBroadcastsInParts) {
  Communicator comm = test_world().duplicate();
  const auto p = static_cast<std::uint64_t>(comm.size());
  for (const std::size_t largest : {8, 24, 1000}) {
    comm.set_largest_message(largest);
    std::vector<std::uint64_t> sums(50);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = i + rank_as_number();
    comm.all_reduce(std::span<std::uint64_t>(sums), Reduction::kSum);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], p * i + p * (p - 1) / 2);
    std::vector<std::uint8_t> bytes(101, static_cast<std::uint8_t>(comm.rank()));
    comm.broadcast(std::span<std::uint8_t>(bytes), comm.size() - 1);
    EXPECT_EQ(bytes, std::vector<std::uint8_t>(101, static_cast<std::uint8_t>(p - 1)));
  }
}

TEST(Communicator, KnowsEveryTypeAndReduction) {
  const Communicator& world = test_world();
  const auto p = static_cast<std::uint64_t>(world.size());
  EXPECT_EQ(world.all_reduce(static_cast<double>(rank_as_number()) / 2, Reduction::kSum),
            static_cast<double>(p * (p - 1)) / 4);
  EXPECT_EQ(world.all_reduce(static_cast<float>(rank_as_number()), Reduction::kMax),
            static_cast<float>(p - 1));
  EXPECT_EQ(world.all_reduce(-static_cast<std::int64_t>(rank_as_number()), Reduction::kMin),
            1 - static_cast<std::int64_t>(p));
  EXPECT_EQ(
      world.all_reduce(static_cast<std::uint8_t>(1U << (rank_as_number() % 8)), Reduction::kOr),
      static_cast<std::uint8_t>((1U << std::min<std::uint64_t>(p, 8)) - 1));
  EXPECT_EQ(world.exclusive_sum(rank_as_number() + 1),
            rank_as_number() * (rank_as_number() + 1) / 2);
  const std::vector<std::uint64_t> all = world.all_gather(rank_as_number() * 7);
  for (std::uint64_t r = 0; r < p; ++r) EXPECT_EQ(all[r], 7 * r);
}

TEST(Communicator, SplitsByColourAndKey) {
  const Communicator& world = test_world();
  // The highest ranks first.
  const Communicator half = world.split(world.rank() % 2, -world.rank());
  EXPECT_EQ(half.size(), (world.size() + 1 - world.rank() % 2) / 2);
  EXPECT_EQ(half.rank(), (world.size() - 1 - world.rank()) / 2);
  EXPECT_EQ(world.split_by_node().size(), world.size());
  // All ranks of a test share the machine, whichever communicator they are asked by.
  EXPECT_EQ(world.ranks_on_node(), world.size());
  EXPECT_EQ(half.ranks_on_node(), world.size());
}

// By hand, with 2 ranks and 14 GiB: --gtest_also_run_disabled_tests --gtest_filter='*2To31*'
TEST(Communicator, DISABLED_SendsMoreThan2To31Bytes) {
  const Communicator& world = test_world();
  const std::uint64_t bytes = (std::uint64_t{1} << 31U) + 12345;
  const auto value = [](std::uint64_t i, std::uint64_t rank) {
    return static_cast<std::uint8_t>((i >> 20U) * 7 + i * 3 + rank);
  };
  Array<std::uint8_t> all(bytes);
  if (world.rank() == 0) {
    for (std::uint64_t i = 0; i < bytes; ++i) all[i] = value(i, 0);
  }
  world.broadcast(all.span(), 0);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < bytes; ++i) wrong += all[i] == value(i, 0) ? 0 : 1;
  EXPECT_EQ(wrong, 0U) << "broadcast";
  // All of it to the next rank.
  for (std::uint64_t i = 0; i < bytes; ++i) all[i] = value(i, rank_as_number());
  const int p = world.size();
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(p));
  counts[static_cast<std::size_t>((world.rank() + 1) % p)] = bytes;
  std::vector<std::uint64_t> received_counts;
  const Array<std::uint8_t> received =
      world.all_to_all(std::span<const std::uint8_t>(all.span()), counts, received_counts);
  ASSERT_EQ(received.size(), bytes);
  const auto from = static_cast<std::uint64_t>((world.rank() + p - 1) % p);
  wrong = 0;
  for (std::uint64_t i = 0; i < bytes; ++i) wrong += received[i] == value(i, from) ? 0 : 1;
  EXPECT_EQ(wrong, 0U) << "all to all";
}

}  // namespace
}  // namespace strider::comm
