// Sums with one atomic a block, or a place and warp.
#include "gpu/block_sum.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

using simt::u32;
using simt::u64;

STRIDER_KERNEL sum_twice(u64* sums) {
  const u64 i = simt::global_id();
  add_from_block(&sums[0], i << 30U);
  add_from_block(&sums[1], i % 3 == 0 ? 1 : 0);
  add_from_block(&sums[2], 0);
}

TEST(BlockSums, AddUpAllThreads) {
  for (const Schedule& schedule : schedules()) {
    for (const u32 threads : {32, 96, 256}) {
      DeviceBench bench(schedule);
      std::vector<u64> sums = {5, 6, 7};
      bench.run({.grid = 3, .block = threads}, sum_twice, bench.put(sums));
      const u64 all = u64{3} * threads;
      EXPECT_EQ(sums[0], 5 + (all * (all - 1) / 2 << 30U));
      EXPECT_EQ(sums[1], 6 + all / 3);
      EXPECT_EQ(sums[2], 7U);
    }
  }
}

STRIDER_KERNEL share_sums(u64* sums) {
  const u64 once = sum_of_block(u64{simt::thread_id()} << 30U);
  sums[simt::global_id()] = once + sum_of_block(u64{1});
}

TEST(BlockSums, AllThreadsGetThatOfTheirBlock) {
  for (const Schedule& schedule : schedules()) {
    for (const u64 threads : {32, 96, 256}) {
      DeviceBench bench(schedule);
      std::vector<u64> sums(2 * threads);
      bench.run({.grid = 2, .block = static_cast<u32>(threads)}, share_sums, bench.put(sums));
      const u64 expected = (threads * (threads - 1) / 2 << 30U) + threads;
      EXPECT_EQ(sums, std::vector<u64>(sums.size(), expected));
    }
  }
}

TEST(BlockSums, AddUpTheLargestBlock) {
  DeviceBench bench;
  std::vector<u64> sums(3, 0);
  bench.run({.grid = 1, .block = 1024}, sum_twice, bench.put(sums));
  EXPECT_EQ(sums[0], u64{1024 * 1023 / 2} << 30U);
  EXPECT_EQ(sums[1], 342U);
}

STRIDER_KERNEL sum_by_place(const u32* places, const u32* values, u32 count, u64* ones, u64* sums) {
  const u32 i = simt::global_id();
  const bool has = i < count && places[i] < 8;
  add_by_place(has, has ? places[i] : 0, has ? values[i] : 0, ones, sums);
}

TEST(BlockSums, AddUpByPlace) {
  std::vector<u32> places, values;
  std::vector<u64> expected_ones(8, 0), expected_sums(8, 0);
  for (u32 i = 0; i < 200; ++i) {
    // Warps of one place, of few, of many, and places of 8 and more, which stand for none.
    places.push_back(i < 32 ? 3 : i < 64 ? i % 2 : i * 7 % 11);
    values.push_back(i % 5 == 0 ? 0xFFFF'FFFFU : i * 1'000'003U);
    if (places.back() >= 8) continue;
    ++expected_ones[places.back()];
    expected_sums[places.back()] += values.back();
  }
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u64> ones(8, 0), sums(8, 0);
    bench.run({.grid = 4, .block = 64}, sum_by_place, bench.put(places), bench.put(values), 200,
              bench.put(ones), bench.put(sums));
    EXPECT_EQ(ones, expected_ones);
    EXPECT_EQ(sums, expected_sums);
  }
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
