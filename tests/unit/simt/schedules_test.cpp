// What seeds decide on an emulated device, and what it does to unwritten memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "simt/grid_sync.hpp"
#include "unit/simt/emulated.hpp"

namespace strider::test {
namespace {

using namespace simt;

STRIDER_KERNEL order_of_threads(u32* order, u32* next) {
  order[atomic_add(next, 1U)] = global_id();
}
std::vector<u32> order_with(const emulator::Settings& settings) {
  Bench bench(settings);
  std::vector<u32> order(3 * 64, 0);
  u32 next = 0;
  bench.run({.grid = 3, .block = 64}, order_of_threads, order.data(), &next);
  return order;
}

TEST(SimtWords, ASeedDecidesTheOrder) {
  EXPECT_EQ(order_with({.seed = 5}), order_with({.seed = 5}));
  EXPECT_NE(order_with({.seed = 5}), order_with({.seed = 6}));
  std::vector<u32> ascending(3 * 64);
  std::iota(ascending.begin(), ascending.end(), 0);
  EXPECT_NE(order_with({.seed = 5}), ascending);
}

STRIDER_KERNEL note_order_of_blocks(u32* order, u32* next) {
  grid_sync();
  order[atomic_add(next, 1U)] = block_id();
}
STRIDER_KERNEL note_order_of_warps(u32* order, u32* next) {
  syncthreads();
  order[atomic_add(next, 1U)] = warp_id();
}
STRIDER_KERNEL note_order_of_lanes(u32* order, u32* next) {
  syncwarp(kFullMask);
  order[atomic_add(next, 1U)] = lane_id();
}

/// How often, of 40 seeds, those who pass a barrier last are all of one block, warp or lane.
u32 times_one_comes_last(emulator::Starved starved, LaunchShape shape, void (*kernel)(u32*, u32*),
                         u32 last) {
  u32 times = 0;
  for (u64 seed = 0; seed < 40; ++seed) {
    Bench bench({.seed = seed, .preempt_one_in = 1, .starved = starved});
    std::vector<u32> order(shape.grid * shape.block, 0);
    u32 next = 0;
    bench.run_cooperative(shape, kernel, order.data(), &next);
    EXPECT_EQ(next, order.size()) << "a starved thread comes to its end all the same";
    const bool all_one = std::all_of(order.end() - last, order.end(),
                                     [&](u32 number) { return number == order.back(); });
    times += all_one ? 1 : 0;
  }
  return times;
}

TEST(SimtSchedules, HoldBackABlockAWarpOrALane) {
  const LaunchShape blocks{.grid = 3, .block = 32};
  EXPECT_GT(times_one_comes_last(emulator::Starved::kBlock, blocks, note_order_of_blocks, 32), 15U);
  EXPECT_EQ(times_one_comes_last(emulator::Starved::kNothing, blocks, note_order_of_blocks, 32),
            0U);
  const LaunchShape warps{.grid = 1, .block = 96};
  EXPECT_GT(times_one_comes_last(emulator::Starved::kWarp, warps, note_order_of_warps, 32), 15U);
  EXPECT_EQ(times_one_comes_last(emulator::Starved::kNothing, warps, note_order_of_warps, 32), 0U);
  const LaunchShape lanes{.grid = 1, .block = 128};
  EXPECT_GT(times_one_comes_last(emulator::Starved::kLane, lanes, note_order_of_lanes, 4), 3U);
  EXPECT_EQ(times_one_comes_last(emulator::Starved::kNothing, lanes, note_order_of_lanes, 4), 0U);
}

STRIDER_KERNEL wait_for_the_last(u32* flag) {
  if (global_id() + 1 == global_size()) store(flag, 1U);
  while (load(flag) == 0) spin_pause();
}

TEST(SimtSchedules, AStarvedThreadRunsWhereOthersSpinForIt) {
  for (const emulator::Starved starved :
       {emulator::Starved::kBlock, emulator::Starved::kWarp, emulator::Starved::kLane}) {
    for (u64 seed = 0; seed < 10; ++seed) {
      Bench bench({.seed = seed, .starved = starved});
      u32 flag = 0;
      bench.run_cooperative({.grid = 2, .block = 32}, wait_for_the_last, &flag);
      EXPECT_EQ(flag, 1U);
    }
  }
}

STRIDER_KERNEL look_twice(u32* count, u32* looks) {
  for (u32 i = 0; i < 8; ++i) {
    if (thread_id() == 0) looks[std::size_t{8} * block_id() + i] = load_stale(count);
    atomic_add(block_id() == 0 ? &looks[16] : count, 1U);
  }
}

TEST(SimtSchedules, OldReadsAreOfWhatWasThere) {
  u32 seen_old = 0;
  for (u64 seed = 0; seed < 20; ++seed) {
    Bench bench({.seed = seed, .preempt_one_in = 1});
    // Block 1 counts what both look at.
    std::vector<u32> looks(17, 0);
    u32 count = 0;
    bench.run({.grid = 2, .block = 32}, look_twice, &count, looks.data());
    EXPECT_EQ(count, 8 * 32U);
    EXPECT_TRUE(std::is_sorted(looks.begin(), looks.begin() + 8));
    for (u32 i = 0; i < 8; ++i) {
      EXPECT_LE(looks[i], 8 * 32U);
      seen_old += i > 0 && looks[i] == looks[i - 1] && looks[i] < 8 * 32U ? 1 : 0;
    }
    for (u32 i = 0; i < 8; ++i) EXPECT_GE(looks[8 + i], i) << "who writes sees what it wrote";
  }
  EXPECT_GT(seen_old, 20U);
}

STRIDER_KERNEL read_unwritten(u32* out) {
  STRIDER_SHARED(u32, numbers, 32);
  out[thread_id()] = numbers[thread_id()];
  out[32 + thread_id()] = dynamic_shared<u32>()[thread_id()];
}

TEST(SimtWords, UnwrittenSharedMemoryIsPoisoned) {
  std::vector<std::vector<u32>> seen;
  for (const u64 seed : {1, 2}) {
    Bench bench({.seed = seed});
    std::vector<u32> out(64, 0);
    bench.run({.grid = 1, .block = 32, .shared_bytes = 128}, read_unwritten, out.data());
    for (const u32 number : out) EXPECT_NE(number, 0U);
    seen.push_back(out);
  }
  EXPECT_NE(seen[0], seen[1]);
}

}  // namespace
}  // namespace strider::test
