#include "base/stop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "base/parallel.hpp"
#include "base/team.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

TEST(Stop, NothingStopsWithoutAScope) {
  EXPECT_FALSE(stop_requested());
  EXPECT_NO_THROW(throw_if_stopped());
}

TEST(Stop, AScopeObeysItsFlag) {
  std::atomic<bool> stop{false};
  {
    const StopScope scope(stop);
    EXPECT_FALSE(stop_requested());
    stop = true;
    EXPECT_TRUE(stop_requested());
    EXPECT_THROW(throw_if_stopped(), InterruptedError);
  }
  EXPECT_FALSE(stop_requested());
}

TEST(Stop, TheInnermostScopeDecides) {
  const std::atomic<bool> stop{true};
  const std::atomic<bool> go{false};
  const StopScope outer(stop);
  {
    const StopScope inner(go);
    EXPECT_FALSE(stop_requested());
  }
  EXPECT_TRUE(stop_requested());
}

TEST(Stop, EachThreadHasItsOwn) {
  const std::atomic<bool> stop{true};
  const std::atomic<bool> go{false};
  const StopScope scope(stop);
  std::thread([&] {
    EXPECT_FALSE(stop_requested());
    const StopScope other(go);
    EXPECT_FALSE(stop_requested());
  }).join();
  EXPECT_TRUE(stop_requested());
}

TEST(Stop, NoLoopBeginsOnceStopped) {
  const std::atomic<bool> stop{true};
  const StopScope scope(stop);
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> runs{0};
    EXPECT_THROW(parallel_region(threads, [&](int, int) { ++runs; }), InterruptedError);
    EXPECT_THROW(parallel_for(0, 10000, threads, [&](std::size_t) { ++runs; }), InterruptedError);
    EXPECT_THROW(parallel_chunks(100, threads, [&](std::size_t, std::size_t, int) { ++runs; }),
                 InterruptedError);
    EXPECT_THROW(parallel_parts(100, threads, [&](Range, std::size_t) { ++runs; }),
                 InterruptedError);
    EXPECT_THROW(parallel_team(threads, [&](Member&) { ++runs; }), InterruptedError);
    EXPECT_THROW(sequential_for(0, 10, [&](std::size_t) { ++runs; }), InterruptedError);
    EXPECT_EQ(runs, 0);
  }
}

TEST(Stop, ALoopEndsBetweenChunks) {
  constexpr std::size_t kEnd = 1000000;
  for (const int threads : {1, 2, 4}) {
    std::atomic<bool> stop{false};
    const StopScope scope(stop);
    std::atomic<std::size_t> runs{0};
    const auto body = [&](std::size_t i) {
      if (i == 100) stop = true;
      ++runs;
    };
    EXPECT_THROW(parallel_for(0, kEnd, threads, body, 10), InterruptedError);
    EXPECT_LT(runs, kEnd);
    stop = false;
    EXPECT_THROW(sequential_for(0, kEnd, body, 10), InterruptedError);
  }
}

TEST(Stop, AnErrorEndsALoopBetweenChunks) {
  std::atomic<std::size_t> runs{0};
  const auto body = [&](std::size_t i) {
    if (i == 0) throw InputError("bad");
    ++runs;
  };
  EXPECT_THROW(parallel_for(0, 1000000, 2, body, 10), InputError);
  EXPECT_LT(runs, 1000000U);
}

TEST(Stop, ThreadsOfALoopObeyItsCaller) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<bool> stop{false};
    const StopScope scope(stop);
    std::atomic<int> seen{0};
    std::atomic<int> members{0};
    const auto look = [&](int, int) {
      stop = true;
      seen += stop_requested() ? 1 : 0;
      ++members;
    };
    parallel_region(threads, look);
    EXPECT_EQ(seen, members);
  }
  // The threads have forgotten the flag.
  parallel_region(4, [&](int, int) { EXPECT_FALSE(stop_requested()); });
}

TEST(Stop, ALoopInsideALoopObeysItsCallersCaller) {
  std::atomic<bool> stop{false};
  const StopScope scope(stop);
  const auto outer = [&](std::size_t) {
    stop = true;
    parallel_for(0, 10, 1, [](std::size_t) { ADD_FAILURE() << "began"; });
  };
  EXPECT_THROW(parallel_for(0, 4, 4, outer, 1), InterruptedError);
}

// Members wait for one another, so all must leave at the same wait.
TEST(Stop, ATeamStopsTogether) {
  for (const int threads : {1, 2, 4}) {
    for (const bool by_sum : {false, true}) {
      std::atomic<bool> stop{false};
      const StopScope scope(stop);
      TeamSum<int> sums(threads);
      const auto run = [&] {
        parallel_team(threads, [&](Member& member) {
          for (int round = 0; !member.must_stop(); ++round) {
            if (round == 50 && member.thread() == member.threads() - 1) stop = true;
            if (by_sum) {
              (void)sums.wait(member, 1);
            } else {
              member.wait();
            }
          }
        });
      };
      EXPECT_THROW(run(), InterruptedError);
    }
  }
}

TEST(Stop, ATeamLearnsOfAnyMemberThatLooks) {
  for (const int threads : {1, 2, 4}) {
    std::atomic<bool> stop{false};
    const StopScope scope(stop);
    TeamSum<int> sums(threads);
    const auto run = [&] {
      parallel_team(threads, [&](Member& member) {
        while (!member.must_stop()) {
          member.attempt([&] {
            if (member.thread() == member.threads() - 1) stop = true;
            throw_if_stopped();
          });
          (void)sums.wait(member, 1);
        }
        EXPECT_TRUE(member.has_failed());
      });
    };
    EXPECT_THROW(run(), InterruptedError);
  }
}

TEST(Stop, ScopesOfTwoThreadsDoNotMeet) {
  const std::atomic<bool> go{false};
  const std::atomic<bool> stop{true};
  std::atomic<std::uint64_t> done{0};
  std::thread other([&] {
    const StopScope scope(go);
    for (int i = 0; i < 100; ++i) parallel_for(0, 5000, 2, [&](std::size_t) { ++done; });
  });
  {
    const StopScope scope(stop);
    for (int i = 0; i < 100; ++i) {
      EXPECT_THROW(parallel_for(0, 5000, 2, [](std::size_t) {}), InterruptedError);
    }
  }
  other.join();
  EXPECT_EQ(done, 500000U);
}

}  // namespace
}  // namespace strider
