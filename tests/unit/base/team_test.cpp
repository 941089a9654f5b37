#include "base/team.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace strider {
namespace {

TEST(Team, SumsOverManyRounds) {
  for (const int threads : {1, 2, 4}) {
    TeamSum<std::uint64_t> sums(threads);
    std::vector<int> wrong(static_cast<std::size_t>(threads), 0);
    parallel_team(threads, [&](Member& member) {
      for (std::uint64_t round = 0; round < 2000; ++round) {
        if (round % 7 == 0) member.wait();  // rounds of sums need not be every barrier
        const auto n = static_cast<std::uint64_t>(member.threads());
        const auto mine = round * static_cast<std::uint64_t>(member.thread() + 1);
        if (sums.wait(member, mine) != round * n * (n + 1) / 2) {
          ++wrong[static_cast<std::size_t>(member.thread())];
        }
      }
    });
    for (const int count : wrong) EXPECT_EQ(count, 0);
  }
}

TEST(Team, StopsTogetherWhereOneFails) {
  for (const int threads : {1, 2, 4}) {
    TeamSum<int> sums(threads);
    std::vector<int> rounds(static_cast<std::size_t>(threads), 0);
    const auto run = [&] {
      parallel_team(threads, [&](Member& member) {
        while (!member.must_stop()) {
          const int round = rounds[static_cast<std::size_t>(member.thread())]++;
          member.attempt([&] {
            if (round == 5 && member.thread() == member.threads() - 1) {
              throw std::runtime_error("round five");
            }
          });
          member.attempt([] {});  // a later success does not undo it
          sums.wait(member, 0);
        }
      });
    };
    EXPECT_THROW(run(), std::runtime_error);
    for (const int count : rounds) EXPECT_TRUE(count == 6 || count == 0);
    EXPECT_EQ(rounds[0], 6);
  }
}

// Inside another parallel region the runtime gives a single thread, whatever is asked.
TEST(Team, RunsOnFewerThreadsThanAsked) {
  std::vector<int> sums(3, 0);
  parallel_region(3, [&](int thread, int) {
    TeamSum<int> sum(4);
    parallel_team(4, [&](Member& member) {
      const int total = sum.wait(member, 1);
      if (member.is_first()) {
        sums[static_cast<std::size_t>(thread)] = total - member.threads() + 1;
      }
    });
  });
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_LE(sums[i], 1);
  EXPECT_EQ(sums[0], 1);
}

TEST(ChunkDealer, DealsEveryIndexOnceARound) {
  constexpr std::size_t kSize = 1003;
  for (const int threads : {1, 2, 4}) {
    ChunkDealer dealer;
    dealer.restart();
    std::vector<int> dealt(kSize, 0);  // a place is written by the one thread that was dealt it
    parallel_team(threads, [&](Member& member) {
      for (unsigned round = 0; round < 50; ++round) {
        while (const auto chunk = dealer.deal(round, kSize, 16)) {
          for (std::size_t i = chunk->begin; i < chunk->end; ++i) ++dealt[i];
        }
        member.wait();
      }
    });
    for (const int count : dealt) ASSERT_EQ(count, 50);
  }
}

TEST(ChunkDealer, StartsAgainAtAnyRound) {
  ChunkDealer dealer;
  for (const unsigned first : {0U, 7U, 12U}) {
    dealer.restart();
    for (unsigned round = first; round < first + 3; ++round) {
      std::size_t dealt = 0;
      while (const auto chunk = dealer.deal(round, 100, 30)) dealt += chunk->end - chunk->begin;
      EXPECT_EQ(dealt, 100U);
    }
  }
}

}  // namespace
}  // namespace strider
