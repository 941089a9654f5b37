#include "base/task_pool.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/team.hpp"

namespace strider {
namespace {

struct Interval {
  std::uint32_t begin;
  std::uint32_t end;
};

/// Halves intervals down to single numbers, as walks of a pennant do; returns how often each was
/// reached, by plain counters: a task that two threads ran would be a race, too.
std::vector<int> count_by_tasks(int threads, std::uint32_t size) {
  std::vector<int> met(size, 0);
  TaskPool<Interval> pool(threads);
  parallel_team(threads, [&](Member& member) {
    for (int round = 0; round < 3; ++round) {
      if (member.is_first() && size > 0) pool.push(member.thread(), {0, size});
      member.wait();
      pool.work(member.thread(), [&](Interval all) {
        for (; all.end - all.begin > 1; all.end = all.begin + (all.end - all.begin) / 2) {
          pool.push(member.thread(), {all.begin + (all.end - all.begin) / 2, all.end});
        }
        ++met[all.begin];
      });
      member.wait();
    }
  });
  return met;
}

TEST(TaskPool, RunsEveryTaskOnce) {
  for (const int threads : {1, 2, 4, 7}) {
    for (const std::uint32_t size : {0U, 1U, 2U, 1000U, 20000U}) {
      EXPECT_EQ(count_by_tasks(threads, size), std::vector<int>(size, 3)) << threads;
    }
  }
}

TEST(TaskPool, ShowsWhatTasksWroteAfterwards) {
  TaskPool<int> pool(4);
  std::vector<int> written(64, 0);
  std::vector<int> seen(4, 0);
  parallel_team(4, [&](Member& member) {
    if (member.is_first()) {
      for (int i = 0; i < 64; ++i) pool.push(0, i);
    }
    member.wait();
    pool.work(member.thread(), [&](int i) { written[static_cast<std::size_t>(i)] = i; });
    for (const int value : written) seen[static_cast<std::size_t>(member.thread())] += value;
  });
  for (int t = 0; t < 4; ++t) {
    const int sum = seen[static_cast<std::size_t>(t)];
    EXPECT_TRUE(sum == 64 * 63 / 2 || sum == 0) << sum;  // the runtime may give fewer threads
  }
}

}  // namespace
}  // namespace strider
