// What each word of the vocabulary does, on emulated devices under many schedules and, compiled by
// nvcc, on CUDA devices.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "simt/grid_sync.hpp"
#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

using namespace simt;

STRIDER_KERNEL note_ids(u32* ids, u32* visits) {
  ids[global_id()] = block_id() * 1000 + warp_id() * 100 + lane_id();
  atomic_add(visits, 1U);
}

TEST(SimtWords, EveryThreadOfEveryBlockRunsOnce) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> ids(11 * 96, 0);
    std::vector<u32> visits(1, 0);
    bench.run({.grid = 11, .block = 96}, note_ids, bench.put(ids), bench.put(visits));
    EXPECT_EQ(visits[0], 11 * 96U);
    for (u32 i = 0; i < ids.size(); ++i) {
      EXPECT_EQ(ids[i], i / 96 * 1000 + i % 96 / 32 * 100 + i % 32);
    }
  }
}

TEST(SimtWords, AGridOfNoBlocksRunsNothing) {
  DeviceBench bench;
  std::vector<u32> visits(1, 0);
  bench.run({.grid = 0, .block = 32}, note_ids, nullptr, bench.put(visits));
  EXPECT_EQ(visits[0], 0U);
}

STRIDER_KERNEL vote(u32* ballots, u32* anys) {
  const u32 i = global_id();
  ballots[i] = ballot(kFullMask, lane_id() % 3 == 0);
  anys[i] = any(kFullMask, lane_id() == 40 - block_id() * 10) ? 1 : 0;
}

TEST(SimtWords, Votes) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> ballots(128, 0), anys(128, 0);
    bench.run({.grid = 2, .block = 64}, vote, bench.put(ballots), bench.put(anys));
    for (u32 i = 0; i < 128; ++i) {
      EXPECT_EQ(ballots[i], 0x49249249U);
      EXPECT_EQ(anys[i], i < 64 ? 0U : 1U);
    }
  }
}

STRIDER_KERNEL exchange(u64* rotated, u32* sums, u32* scans) {
  const u32 i = thread_id();
  rotated[i] = shfl(kFullMask, u64{i} << 40U | 7U, (lane_id() + 5) % kWarp);
  sums[i] = warp_sum(kFullMask, i);
  scans[i] = warp_scan(i + 1);
}

TEST(SimtWords, ExchangesWithinAWarp) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u64> rotated(64, 0);
    std::vector<u32> sums(64, 0), scans(64, 0);
    bench.run({.grid = 1, .block = 64}, exchange, bench.put(rotated), bench.put(sums),
              bench.put(scans));
    for (u32 i = 0; i < 64; ++i) {
      const u32 warp = i / 32 * 32;
      EXPECT_EQ(rotated[i], u64{warp + (i % 32 + 5) % 32} << 40U | 7U);
      EXPECT_EQ(sums[i], 32 * warp + 31 * 16);
      u32 sum = 0;
      for (u32 j = warp; j <= i; ++j) sum += j + 1;
      EXPECT_EQ(scans[i], sum);
    }
  }
}

STRIDER_KERNEL match(u32* same, u32* among_odd) {
  const u32 i = thread_id();
  same[i] = match_any(kFullMask, lane_id() % 5);
  if (lane_id() % 2 == 1) among_odd[i] = match_any(0xAAAAAAAAU, lane_id() / 8);
}

TEST(SimtWords, LanesThatBringTheSame) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> same(64, 0), among_odd(64, 0);
    bench.run({.grid = 1, .block = 64}, match, bench.put(same), bench.put(among_odd));
    for (u32 i = 0; i < 64; ++i) {
      u32 expected = 0;
      for (u32 lane = i % 32 % 5; lane < 32; lane += 5) expected |= 1U << lane;
      EXPECT_EQ(same[i], expected);
      EXPECT_EQ(among_odd[i], i % 2 == 0 ? 0U : 0xAAU << i % 32 / 8 * 8);
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
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> ballots(32, 0);
    bench.run({.grid = 1, .block = 32}, halves, bench.put(ballots));
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
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> from(5 * 128), to(5 * 128, 0);
    std::iota(from.begin(), from.end(), 0);
    bench.run({.grid = 5, .block = 128, .shared_bytes = 128 * 4}, reverse_in_shared,
              bench.put(from), bench.put(to));
    for (u32 i = 0; i < to.size(); ++i) EXPECT_EQ(to[i], i / 128 * 128 + 127 - i % 128 + 1);
  }
}

STRIDER_KERNEL vote_by_block(u32* votes) {
  u32 seen = 0;
  for (u32 round = 0; round < 4; ++round) {
    // No thread in the first round, one thread, some of one warp, all.
    const bool vote = round == 3 || (round == 1 && thread_id() == 40) ||
                      (round == 2 && block_id() == 1 && warp_id() == 2);
    seen |= syncthreads_or(vote) ? 1U << round : 0;
  }
  votes[global_id()] = seen;
}

TEST(SimtWords, BlocksVoteAtABarrier) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> votes(3 * 96, 0);
    bench.run({.grid = 3, .block = 96}, vote_by_block, bench.put(votes));
    for (u32 i = 0; i < votes.size(); ++i) EXPECT_EQ(votes[i], i / 96 == 1 ? 0b1110U : 0b1010U);
  }
}

STRIDER_KERNEL add_in_shared_between_votes(u32* rounds) {
  STRIDER_SHARED(u32, left, 1);
  if (thread_id() == 0) left[0] = 5;
  u32 count = 0;
  // An atomic read: compilers let all threads read ahead, which tools then call a race.
  while (syncthreads_or(thread_id() == 0 && load(&left[0]) > 0)) {
    if (thread_id() == 0) --left[0];
    ++count;
  }
  rounds[global_id()] = count;
}

TEST(SimtWords, AVoteOfABlockEndsALoopForAll) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> rounds(2 * 64, 0);
    bench.run({.grid = 2, .block = 64}, add_in_shared_between_votes, bench.put(rounds));
    EXPECT_EQ(rounds, std::vector<u32>(2 * 64, 5));
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
  DeviceBench bench;
  std::vector<u32> out(32, 0);
  bench.run({.grid = 1, .block = 32}, two_types, bench.put(out));
  EXPECT_EQ(out, std::vector<u32>(32, 1));
}

template <class T>
STRIDER_KERNEL count_all(T* numbers) {
  const T one = 1;
  atomic_add(&numbers[0], one);
  atomic_or(&numbers[1], one << thread_id() % (sizeof(T) * 8));
  atomic_min(&numbers[2], T(5000 - global_id()));
  atomic_max(&numbers[3], T(global_id()));
  // A counter by compare-and-swap.
  for (T seen = load(&numbers[4]);;) {
    const T before = atomic_cas(&numbers[4], seen, seen + 2);
    if (before == seen) break;
    seen = before;
  }
  atomic_add(&numbers[6], atomic_exchange(&numbers[5], T(global_id() + 1)));
}

template <class T>
void expect_atomics() {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<T> numbers(7, 0);
    numbers[2] = 100000;
    bench.run({.grid = 4, .block = 64}, count_all<T>, bench.put(numbers));
    EXPECT_EQ(numbers[0], 256U);
    EXPECT_EQ(numbers[1], std::numeric_limits<T>::max());
    EXPECT_EQ(numbers[2], 5000U - 255);
    EXPECT_EQ(numbers[3], 255U);
    EXPECT_EQ(numbers[4], 512U);
    EXPECT_EQ(numbers[5] + numbers[6], T{256} * 257 / 2) << "nothing is lost in exchanges";
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
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> numbers(4 * 64, 0);
    std::vector<u32> wrong(1, 0);
    bench.run_cooperative({.grid = 4, .block = 64}, pass_round, bench.put(numbers),
                          bench.put(wrong), 7);
    EXPECT_EQ(wrong[0], 0U);
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
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> flag(1, 0), out(1, 0);
    bench.run({.grid = 1, .block = 64}, hand_over, bench.put(flag), bench.put(out));
    EXPECT_EQ(out[0], 9U);
  }
}

STRIDER_KERNEL claim_each_once(u32* bits, u32* claims, u32* skipped) {
  for (u32 i = thread_id(); i < 256; i += block_dim()) {
    // As a search claims a vertex: the first look may be old, the atomic decides.
    const u32 bit = 1U << i % 32;
    if ((load_stale(&bits[i / 32]) & bit) != 0) {
      atomic_add(skipped, 1U);
    } else if ((atomic_or(&bits[i / 32], bit) & bit) == 0) {
      atomic_add(&claims[i], 1U);
    }
  }
}

TEST(SimtWords, AnOldReadBeforeAnAtomicClaimsEachOnce) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> bits(8, 0), claims(256, 0), skipped(1, 0);
    bits[7] = 0xFFFF'0000U;
    bench.run({.grid = 5, .block = 64}, claim_each_once, bench.put(bits), bench.put(claims),
              bench.put(skipped));
    EXPECT_EQ(bits, std::vector<u32>(8, ~0U));
    EXPECT_GE(skipped[0], 5 * 16U) << "what was there before the kernel began is seen";
    for (u32 i = 0; i < 256; ++i) EXPECT_EQ(claims[i], i < 240 ? 1U : 0U);
  }
}

STRIDER_KERNEL count_after_barriers(u32* count, u32* wrong) {
  for (u32 round = 1; round <= 5; ++round) {
    if (load_stale(count) > round * global_size()) atomic_add(wrong, 1U);
    atomic_add(count, 1U);
    grid_sync();
    if (load_stale(count) != round * global_size()) atomic_add(wrong, 1U);
    grid_sync();
  }
}

TEST(SimtWords, OldReadsAreNotOlderThanTheGridsLastBarrier) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> count(1, 0), wrong(1, 0);
    bench.run_cooperative({.grid = 4, .block = 32}, count_after_barriers, bench.put(count),
                          bench.put(wrong));
    EXPECT_EQ(wrong[0], 0U);
  }
}

STRIDER_KERNEL add_constants(const u32* numbers, u32* sums) {
  const u32 i = global_id();
  const Four four = load_four_constant(&numbers[std::size_t{4} * i]);
  sums[i] = four.at[0] + 10 * four.at[1] + 100 * four.at[2] + 1000 * four.at[3] +
            load_constant(&numbers[i]);
}

TEST(SimtWords, LoadsOfConstants) {
  for (const Schedule& schedule : schedules()) {
    DeviceBench bench(schedule);
    std::vector<u32> numbers(std::size_t{4} * 64), sums(64, 0);
    std::iota(numbers.begin(), numbers.end(), 7);
    bench.run({.grid = 2, .block = 32}, add_constants, bench.put(numbers), bench.put(sums));
    for (u32 i = 0; i < 64; ++i) {
      const u32 first = 4 * i + 7;
      EXPECT_EQ(sums[i], 1111 * first + 10 + 200 + 3000 + i + 7);
    }
  }
}

STRIDER_KERNEL look_at_bits(u32* seen) {
  if (thread_id() != 0) return;
  const u32 word = seen[3];
  seen[0] = popcount(word);
  seen[1] = popcount(~u64{0} - word);
  seen[2] = lowest_bit(word);
}

TEST(SimtWords, Bits) {
  DeviceBench bench;
  std::vector<u32> seen(4, 0x50U);
  bench.run({.grid = 1, .block = 32}, look_at_bits, bench.put(seen));
  EXPECT_EQ(seen, (std::vector<u32>{2, 62, 4, 0x50U}));
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
