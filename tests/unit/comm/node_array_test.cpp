#include "comm/node_array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "comm/collective_error.hpp"
#include "support/errors.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/mpi_spy.hpp"
#include "unit/comm/pretended_shared_memory.hpp"

namespace strider::comm {
namespace {

/// The whole job as a node, pairs of ranks, and ranks by themselves.
void for_each_shape(const std::function<void(const Communicator& node)>& body) {
  const Communicator& world = test_world();
  for (const int ranks : {world.size(), 2, 1}) {
    SCOPED_TRACE(std::to_string(ranks) + " ranks a node");
    body(world.split(world.rank() / ranks, world.rank()));
  }
}

std::uint64_t number(const Communicator& node, int rank, std::size_t i) {
  return i * 100 + static_cast<std::uint64_t>(node.size() * 10 + rank);
}

TEST(NodeArray, IsSeenByAllRanksOfTheNode) {
  for_each_shape([](const Communicator& node) {
    for (const std::size_t size : {std::size_t{1}, std::size_t{1000}, std::size_t{300000}}) {
      const NodeArray<std::uint64_t> array(test_world(), node, size);
      ASSERT_EQ(array.size(), size);
      ASSERT_EQ(array.span().size(), size);
      // One rank writes after the other, each all of it.
      for (int writer = 0; writer < node.size(); ++writer) {
        if (node.rank() == writer) {
          for (std::size_t i = 0; i < size; ++i) array.span()[i] = number(node, writer, i);
        }
        synchronize(node, array);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < size; ++i) {
          wrong += array.span()[i] != number(node, writer, i) ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0U) << "written by " << writer;
        synchronize(node, array);
      }
    }
  });
}

TEST(NodeArray, IsWrittenByAllRanksOfTheNode) {
  for_each_shape([](const Communicator& node) {
    const auto ranks = static_cast<std::size_t>(node.size());
    const NodeArray<std::uint32_t> many(test_world(), node, 7 * ranks);
    const NodeArray<std::uint8_t> few(test_world(), node, ranks);
    const auto rank = static_cast<std::size_t>(node.rank());
    for (std::size_t i = rank; i < many.size(); i += ranks) {
      many.span()[i] = static_cast<std::uint32_t>(i * i);
    }
    few.span()[rank] = static_cast<std::uint8_t>(rank + 3);
    synchronize(node, many, few);
    for (std::size_t i = 0; i < many.size(); ++i) EXPECT_EQ(many.span()[i], i * i);
    for (std::size_t r = 0; r < ranks; ++r) EXPECT_EQ(few.span()[r], r + 3);
  });
}

TEST(NodeArray, IsAlignedAndPadded) {
  for_each_shape([](const Communicator& node) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{4097}}) {
      const NodeArray<std::uint8_t> array(test_world(), node, size);
      const std::uint8_t* const begin = array.span().data();
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begin) % 64, 0U);
      const volatile std::uint8_t* const padding = begin + size;
      for (std::size_t i = 0; i < kArrayPadding; ++i) static_cast<void>(padding[i]);
    }
  });
}

TEST(NodeArray, OfNothingIsEmpty) {
  const NodeArray<double> none;
  EXPECT_EQ(none.size(), 0U);
  EXPECT_TRUE(none.span().empty());
  for_each_shape([&](const Communicator& node) {
    const NodeArray<double> empty(test_world(), node, 0);
    EXPECT_TRUE(empty.span().empty());
    synchronize(node, empty, none);
  });
}

TEST(NodeArray, GoesWhereItIsMovedTo) {
  const int open_before = test::shared_windows().open;
  for_each_shape([&](const Communicator& node) {
    const int windows = node.size() > 1 ? 1 : 0;
    NodeArray<std::uint64_t> first(test_world(), node, 10);
    if (node.rank() == 0) std::ranges::fill(first.span(), 17U);
    const std::uint64_t* const data = first.span().data();
    NodeArray<std::uint64_t> second(std::move(first));
    EXPECT_EQ(first.size(), 0U);  // NOLINT(bugprone-use-after-move): what a moved one is
    EXPECT_TRUE(first.span().empty());
    EXPECT_EQ(second.span().data(), data);
    synchronize(node, second);
    EXPECT_EQ(std::ranges::count(second.span(), 17U), 10);
    NodeArray<std::uint64_t> third(test_world(), node, 3);
    EXPECT_EQ(test::shared_windows().open, open_before + 2 * windows);
    third = std::move(second);
    EXPECT_EQ(test::shared_windows().open, open_before + windows);
    EXPECT_EQ(third.size(), 10U);
    EXPECT_EQ(third.span().data(), data);
    third = {};
    EXPECT_EQ(test::shared_windows().open, open_before);
  });
}

TEST(NodeArray, OfOneRankIsNoWindow) {
  const int made = test::shared_windows().made;
  const int syncs = test::shared_windows().syncs;
  const Communicator own = test_world().split(test_world().rank(), 0);
  const NodeArray<int> array(test_world(), own, 100);
  synchronize(own, array);
  EXPECT_EQ(test::shared_windows().made, made);
  EXPECT_EQ(test::shared_windows().syncs, syncs);
}

TEST(NodeArray, IsReadAfterASyncOnEitherSideOfTheBarrier) {
  const Communicator& world = test_world();
  const NodeArray<int> array(world, world, 1);
  const int syncs = test::shared_windows().syncs;
  synchronize(world, array);
  EXPECT_EQ(test::shared_windows().syncs - syncs, world.size() > 1 ? 2 : 0);
}

/// The message that `body` fails with, the same on all ranks.
template <class Body>
std::string refused_everywhere(const Body& body) {
  const int open_before = test::shared_windows().open;
  const std::string message = test::message_of<MemoryError>(body);
  EXPECT_EQ(test::shared_windows().open, open_before);
  std::uint64_t digest = std::hash<std::string>{}(message);
  test_world().broadcast(std::span(&digest, 1), 0);
  EXPECT_EQ(digest, std::hash<std::string>{}(message)) << message;
  // Ranks that were refused can continue.
  const NodeArray<int> array(test_world(), test_world(), 5);
  synchronize(test_world(), array);
  return message;
}

TEST(NodeArray, OfMoreThanThereIsIsRefusedOnAllRanks) {
  for_each_shape([](const Communicator& node) {
    // Whose error it is.
    int ranks_of_first = node.size();
    test_world().broadcast(std::span(&ranks_of_first, 1), 0);
    for (const std::size_t size : {std::size_t{1} << 50U, ~std::size_t{0}}) {
      const std::string message = refused_everywhere(
          [&] { static_cast<void>(NodeArray<std::uint64_t>(test_world(), node, size)); });
      EXPECT_NE(message.find("not enough memory for "), std::string::npos) << message;
      EXPECT_EQ(message.find("of a machine share") != std::string::npos, ranks_of_first > 1);
    }
  });
}

TEST(NodeArray, ThatSharedMemoryHasNoRoomForIsRefusedOnAllRanks) {
  const Communicator& world = test_world();
  if (world.size() == 1) GTEST_SKIP() << "one rank has arrays of its own";
  // Of all machines, or of one.
  for (const bool everywhere : {true, false}) {
    const bool is_short = everywhere || world.rank() == world.size() - 1;
    test::pretend_shared_memory(is_short ? 20000 : test::kMuchSharedMemory);
    EXPECT_EQ(free_shared_memory_bytes() == 20000, is_short);
    const std::string message =
        refused_everywhere([&] { static_cast<void>(NodeArray<std::byte>(world, world, 30000)); });
    EXPECT_NE(message.find("/dev/shm"), std::string::npos) << message;
    EXPECT_NE(message.find("(20000 bytes) free"), std::string::npos) << message;
    EXPECT_EQ(message.starts_with("rank "), !everywhere) << message;
    // With the alignment and the padding it would be too much, but what needs no room has it.
    const Communicator own = world.split(world.rank(), 0);
    EXPECT_EQ(NodeArray<std::byte>(world, own, 30000).size(), 30000U);
    test::pretend_shared_memory(test::kMuchSharedMemory);
  }
}

TEST(NodeArray, SendsNothingThatIsNotCounted) {
  const Communicator comm = test_world().duplicate();
  comm.traffic().restart();
  test::watch_mpi(comm.traffic());
  const std::uint64_t others = static_cast<std::uint64_t>(comm.size() - 1);
  {
    const NodeArray<double> array(comm, comm, 100000);
    synchronize(comm, array);
  }
  const TrafficSum seen = test::over_all_ranks(test::seen_mpi())[0];
  const TrafficSum counted = test::over_all_ranks(comm.traffic().by_phase())[0];
  EXPECT_EQ(counted.bytes, seen.bytes);
  EXPECT_EQ(counted.messages, seen.messages);
  // Whether all ranks are well, twice, and the barrier: none of it as long as the array.
  EXPECT_EQ(seen.messages, 6 * others);
  EXPECT_LE(seen.bytes, 64 * others);
}

}  // namespace
}  // namespace strider::comm
