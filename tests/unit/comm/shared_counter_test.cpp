#include "comm/shared_counter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(SharedCounter, GivesEveryNumberOnce) {
  constexpr std::uint64_t kNumbers = 300;
  const Communicator& world = test_world();
  SharedCounter counter(world);
  std::vector<std::uint32_t> taken(kNumbers, 0);
  // Steps of another size on every rank.
  const auto step = static_cast<std::uint64_t>(world.rank() + 1);
  for (std::uint64_t begin = counter.take(step); begin < kNumbers; begin = counter.take(step)) {
    for (std::uint64_t i = begin; i < std::min(begin + step, kNumbers); ++i) ++taken[i];
  }
  world.all_reduce(std::span(taken), Reduction::kSum);
  for (std::uint64_t i = 0; i < kNumbers; ++i) EXPECT_EQ(taken[i], 1U) << i;
}

TEST(SharedCounter, TellsOnlyOneRankWhatWasReplaced) {
  constexpr std::uint64_t kStopped = std::uint64_t{1} << 62U;
  const Communicator& world = test_world();
  SharedCounter counter(world);
  EXPECT_LT(counter.take(7), 7U * static_cast<std::uint64_t>(world.size()));
  world.barrier();
  const std::uint64_t before = counter.replace(kStopped);
  const auto saw = world.all_reduce(std::uint32_t{before < kStopped ? 1U : 0U}, Reduction::kSum);
  EXPECT_EQ(saw, 1U);
  EXPECT_EQ(world.all_reduce(before, Reduction::kMin),
            7U * static_cast<std::uint64_t>(world.size()));
  EXPECT_GE(counter.take(1), kStopped);
}

TEST(SharedCounter, CountsItsMessages) {
  const Communicator& world = test_world();
  SharedCounter counter(world);
  world.barrier();
  world.traffic().restart();
  static_cast<void>(counter.take(1));
  const bool is_far = world.rank() != 0;
  EXPECT_EQ(world.traffic().total().bytes, is_far ? 16U : 0U);
  EXPECT_EQ(world.traffic().total().messages, is_far ? 2U : 0U);
  world.barrier();
}

}  // namespace
}  // namespace strider::comm
