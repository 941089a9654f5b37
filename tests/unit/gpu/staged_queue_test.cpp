// What warps stage for queues arrives there once, however much it is at a time.
#include "gpu/staged_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kEach = 8;

/// Lanes give `turns` times up to kEach numbers, the next ones that no other lane has: of turn t,
/// those whose bits are set in `wanted(t)`, to the queue of that number modulo Queues.
template <u32 Queues>
STRIDER_DEVICE_FUNCTION void stage_numbers(StagedQueues<Queues>& staged, u32 turns) {
  for (u32 turn = 0; turn < turns; ++turn) {
    // Now all of a warp, now few of them or none.
    const u32 bits = turn % 4 == 0 ? 0xFF : (simt::lane_id() * 37 + turn * 11) % (1U << turn % 4);
    u32 values[kEach];
    u32 wanted = 0;
    for (u32 i = 0; i < kEach; ++i) {
      values[i] = (turn * simt::global_size() + simt::global_id()) * kEach + i;
      if ((bits >> i & 1U) != 0) wanted |= i % Queues == 0 ? 1U << i : 1U << kMostAppended << i;
    }
    append_all(values, wanted, staged);
  }
  flush(staged);
}
STRIDER_KERNEL fill_one(VertexQueue queue, u32 turns) {
  StagedQueues<1> staged = stage(queue);
  stage_numbers(staged, turns);
}
STRIDER_KERNEL fill_two(VertexQueue even, VertexQueue odd, u32 turns) {
  StagedQueues<2> staged = stage(even, odd);
  stage_numbers(staged, turns);
  stage_numbers(staged, 1);  // the same memory once more
}
STRIDER_KERNEL fill_one_by_one(VertexQueue queue, u32 turns) {
  StagedQueues<1> staged = stage(queue);
  for (u32 turn = 0; turn < turns; ++turn) {
    append(simt::lane_id() % 3 != turn % 3, turn * simt::global_size() + simt::global_id(), staged);
  }
  flush(staged);
}

/// What stage_numbers gives to queue q of `queues`.
std::vector<u32> numbers(const simt::LaunchShape& shape, u32 turns, u32 queues, u32 q) {
  std::vector<u32> all;
  const u32 threads = shape.grid * shape.block;
  for (u32 turn = 0; turn < turns; ++turn) {
    for (u32 thread = 0; thread < threads; ++thread) {
      const u32 lane = thread % simt::kWarp;
      const u32 bits = turn % 4 == 0 ? 0xFF : (lane * 37 + turn * 11) % (1U << turn % 4);
      for (u32 i = 0; i < kEach; ++i) {
        if (i % queues == q && (bits >> i & 1U) != 0) {
          all.push_back((turn * threads + thread) * kEach + i);
        }
      }
    }
  }
  return all;
}

void expect_same(std::vector<u32> found, u32 size, std::vector<u32> expected) {
  ASSERT_EQ(size, expected.size());
  found.resize(size);
  std::ranges::sort(found);
  std::ranges::sort(expected);
  EXPECT_EQ(found, expected);
}

/// Of one warp, whose room is the block's, up to 32, of which each has less room than it may find
/// in one turn.
constexpr simt::LaunchShape kShapes[] = {
    {.grid = 2, .block = 32}, {.grid = 3, .block = 96}, {.grid = 1, .block = 1024}};
constexpr u32 kTurns = 9;

TEST(StagedQueue, AllThatIsStagedArrivesOnce) {
  for (const Schedule& schedule : schedules()) {
    for (const simt::LaunchShape& shape : kShapes) {
      const std::vector<u32> expected = numbers(shape, kTurns, 1, 0);
      std::vector<u32> queue(expected.size()), size(1, 0);
      DeviceBench bench(schedule);
      bench.run(shape, fill_one, VertexQueue{bench.put(queue), bench.put(size)}, kTurns);
      expect_same(queue, size[0], expected);
    }
  }
}

TEST(StagedQueue, OfTwoQueuesEachGetsItsOwn) {
  for (const Schedule& schedule : schedules()) {
    for (const simt::LaunchShape& shape : kShapes) {
      std::vector<u32> expected[2], queues[2], sizes(2, 0);
      DeviceBench bench(schedule);
      for (u32 q = 0; q < 2; ++q) {
        expected[q] = numbers(shape, kTurns, 2, q);
        const std::vector<u32> again = numbers(shape, 1, 2, q);
        expected[q].insert(expected[q].end(), again.begin(), again.end());
        queues[q].resize(expected[q].size());
      }
      u32* const counts = bench.put(sizes);
      bench.run(shape, fill_two, VertexQueue{bench.put(queues[0]), counts},
                VertexQueue{bench.put(queues[1]), counts + 1}, kTurns);
      for (u32 q = 0; q < 2; ++q) expect_same(queues[q], sizes[q], expected[q]);
    }
  }
}

TEST(StagedQueue, ALaneMayGiveOneAtATime) {
  for (const Schedule& schedule : schedules()) {
    for (const simt::LaunchShape& shape : kShapes) {
      const u32 threads = shape.grid * shape.block;
      std::vector<u32> expected;
      for (u32 i = 0; i < kTurns * threads; ++i) {
        if (i % threads % simt::kWarp % 3 != i / threads % 3) expected.push_back(i);
      }
      std::vector<u32> queue(expected.size()), size(1, 0);
      DeviceBench bench(schedule);
      bench.run(shape, fill_one_by_one, VertexQueue{bench.put(queue), bench.put(size)}, kTurns);
      expect_same(queue, size[0], expected);
    }
  }
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
