// What each word of the vocabulary does, under many schedules.
#include <gtest/gtest.h>

#include <numeric>

#include "unit/simt/emulated.hpp"

namespace strider::test {
namespace {

using namespace simt;

STRIDER_KERNEL note_ids(u32* ids, u32* visits) {
  ids[global_id()] = block_id() * 1000 + warp_id() * 100 + lane_id();
  atomic_add(visits, 1U);
}

TEST(SimtWords, EveryThreadOfEveryBlockRunsOnce) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u32> ids(11 * 96, 0);
    u32 visits = 0;
    bench.run({.grid = 11, .block = 96}, note_ids, ids.data(), &visits);
    EXPECT_EQ(visits, 11 * 96U);
    for (u32 i = 0; i < ids.size(); ++i) {
      EXPECT_EQ(ids[i], i / 96 * 1000 + i % 96 / 32 * 100 + i % 32);
    }
  }
}

TEST(SimtWords, AGridOfNoBlocksRunsNothing) {
  Bench bench;
  u32 visits = 0;
  bench.run({.grid = 0, .block = 32}, note_ids, nullptr, &visits);
  EXPECT_EQ(visits, 0U);
}

STRIDER_KERNEL vote(u32* ballots, u32* anys, u32* alls) {
  const u32 i = global_id();
  ballots[i] = ballot(kFullMask, lane_id() % 3 == 0);
  anys[i] = any(kFullMask, lane_id() == 40 - block_id() * 10) ? 1 : 0;
  alls[i] = all(kFullMask, lane_id() < 32 - block_id()) ? 1 : 0;
}

TEST(SimtWords, Votes) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u32> ballots(128, 0), anys(128, 0), alls(128, 0);
    bench.run({.grid = 2, .block = 64}, vote, ballots.data(), anys.data(), alls.data());
    for (u32 i = 0; i < 128; ++i) {
      EXPECT_EQ(ballots[i], 0x49249249U);
      EXPECT_EQ(anys[i], i < 64 ? 0U : 1U);
      EXPECT_EQ(alls[i], i < 64 ? 1U : 0U);
    }
  }
}

STRIDER_KERNEL exchange(u64* rotated, u32* sums, u32* least, u32* ors, u32* scans) {
  const u32 i = thread_id();
  rotated[i] = shfl(kFullMask, u64{i} << 40U | 7U, (lane_id() + 5) % kWarp);
  sums[i] = warp_sum(kFullMask, i);
  least[i] = warp_min(kFullMask, 1000 - i);
  ors[i] = warp_or(kFullMask, 1U << lane_id() / 2);
  scans[i] = warp_scan(i + 1);
}

TEST(SimtWords, ExchangesWithinAWarp) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u64> rotated(64, 0);
    std::vector<u32> sums(64, 0), least(64, 0), ors(64, 0), scans(64, 0);
    bench.run({.grid = 1, .block = 64}, exchange, rotated.data(), sums.data(), least.data(),
              ors.data(), scans.data());
    for (u32 i = 0; i < 64; ++i) {
      const u32 warp = i / 32 * 32;
      EXPECT_EQ(rotated[i], u64{warp + (i % 32 + 5) % 32} << 40U | 7U);
      EXPECT_EQ(sums[i], 32 * warp + 31 * 16);
      EXPECT_EQ(least[i], 1000 - warp - 31);
      EXPECT_EQ(ors[i], 0xFFFFU);
      u32 sum = 0;
      for (u32 j = warp; j <= i; ++j) sum += j + 1;
      EXPECT_EQ(scans[i], sum);
    }
  }
}

STRIDER_KERNEL halves(u32* ballots) {
  const u32 i = thread_id();
  // The halves of a warp vote by themselves, and at different places.
  if (lane_id() < 16) {
    ballots[i] = ballot(0x0000FFFFU, lane_id() % 2 == 0);
  } else {
    ballots[i] = ballot(0xFFFF0000U, lane_id() % 4 == 0);
  }
}

TEST(SimtWords, PartsOfAWarpMeetByThemselves) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u32> ballots(32, 0);
    bench.run({.grid = 1, .block = 32}, halves, ballots.data());
    for (u32 i = 0; i < 32; ++i) EXPECT_EQ(ballots[i], i < 16 ? 0x5555U : 0x11110000U);
  }
}

STRIDER_KERNEL reverse_in_shared(const u32* from, u32* to) {
  STRIDER_SHARED(u32, numbers, 128);
  u32* const dynamic = dynamic_shared<u32>();
  numbers[thread_id()] = from[global_id()];
  syncthreads();
  dynamic[thread_id()] = numbers[127 - thread_id()];
  syncthreads();
  to[global_id()] = dynamic[thread_id()] + 1;
}

TEST(SimtWords, BlocksShareMemoryOfTheirOwn) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u32> from(5 * 128), to(5 * 128, 0);
    std::iota(from.begin(), from.end(), 0);
    bench.run({.grid = 5, .block = 128, .shared_bytes = 128 * 4}, reverse_in_shared, from.data(),
              to.data());
    for (u32 i = 0; i < to.size(); ++i) EXPECT_EQ(to[i], i / 128 * 128 + 127 - i % 128 + 1);
  }
}

template <class T>
STRIDER_DEVICE_FUNCTION T* own_array() {
  STRIDER_SHARED(T, array, 32);
  return array;
}
STRIDER_KERNEL two_types(u32* out) {
  own_array<u32>()[thread_id()] = 1;
  own_array<u64>()[thread_id()] = ~u64{0};
  syncthreads();
  out[thread_id()] = own_array<u32>()[31 - thread_id()];
}

TEST(SimtWords, EachInstanceOfATemplateHasAnArrayOfItsOwn) {
  Bench bench;
  std::vector<u32> out(32, 0);
  bench.run({.grid = 1, .block = 32}, two_types, out.data());
  EXPECT_EQ(out, std::vector<u32>(32, 1));
}

template <class T>
STRIDER_KERNEL count_all(T* numbers) {
  const T one = 1;
  atomic_add(&numbers[0], one);
  atomic_or(&numbers[1], one << thread_id() % (sizeof(T) * 8));
  atomic_and(&numbers[2], ~(one << thread_id() % 8));
  atomic_min(&numbers[3], T(5000 - global_id()));
  atomic_max(&numbers[4], T(global_id()));
  // A counter by compare-and-swap.
  for (T seen = load(&numbers[5]);;) {
    const T before = atomic_cas(&numbers[5], seen, seen + 2);
    if (before == seen) break;
    seen = before;
  }
  atomic_add(&numbers[7], atomic_exchange(&numbers[6], T(global_id() + 1)));
}

template <class T>
void expect_atomics() {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<T> numbers(8, 0);
    numbers[2] = 0xFFF;
    numbers[3] = 100000;
    bench.run({.grid = 4, .block = 64}, count_all<T>, numbers.data());
    EXPECT_EQ(numbers[0], 256U);
    EXPECT_EQ(numbers[1], std::numeric_limits<T>::max());
    EXPECT_EQ(numbers[2], 0xF00U);
    EXPECT_EQ(numbers[3], 5000U - 255);
    EXPECT_EQ(numbers[4], 255U);
    EXPECT_EQ(numbers[5], 512U);
    EXPECT_EQ(numbers[6] + numbers[7], T{256} * 257 / 2) << "nothing is lost in exchanges";
  }
}
TEST(SimtWords, AtomicsOf32Bits) {
  expect_atomics<u32>();
}
TEST(SimtWords, AtomicsOf64Bits) {
  expect_atomics<u64>();
}

STRIDER_KERNEL pass_round(u32* numbers, u32* wrong, u32 rounds) {
  const u32 size = global_size();
  for (u32 round = 0; round < rounds; ++round) {
    numbers[global_id()] = round * size + global_id();
    grid_sync();
    const u32 other = (global_id() + round * 37 + 1) % size;
    if (numbers[other] != round * size + other) atomic_add(wrong, 1U);
    grid_sync();
  }
}

TEST(SimtWords, AGridMeets) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    std::vector<u32> numbers(4 * 64, 0);
    u32 wrong = 0;
    bench.run_cooperative({.grid = 4, .block = 64}, pass_round, numbers.data(), &wrong, 7);
    EXPECT_EQ(wrong, 0U);
  }
}

STRIDER_KERNEL hand_over(u32* flag, u32* out) {
  if (global_id() == 0) {
    while (load(flag) == 0) spin_pause();
    *out = load(flag);
  } else if (global_id() == 40) {
    store(flag, 9U);
  }
}

TEST(SimtWords, WhoSpinsLetsOthersRun) {
  for (const auto& settings : schedules()) {
    Bench bench(settings);
    u32 flag = 0, out = 0;
    bench.run({.grid = 1, .block = 64}, hand_over, &flag, &out);
    EXPECT_EQ(out, 9U);
  }
}

TEST(SimtWords, Bits) {
  EXPECT_EQ(popcount(0xF0F0U), 8U);
  EXPECT_EQ(popcount(~u64{0}), 64U);
  EXPECT_EQ(lowest_bit(0x50U), 4U);
  EXPECT_EQ(highest_bit(0x50U), 6U);
}

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

STRIDER_KERNEL read_unwritten(u32* out) {
  STRIDER_SHARED(u32, numbers, 32);
  out[thread_id()] = numbers[thread_id()];
  out[32 + thread_id()] = dynamic_shared<u32>()[thread_id()];
}

TEST(SimtWords, SharedMemoryThatNobodyWroteIsPoisoned) {
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
