// Kernels that break a rule are found, whatever the schedule, and the message says where.
#include <gtest/gtest.h>

#include <array>

#include "simt/grid_sync.hpp"
#include "unit/simt/emulated.hpp"

namespace strider::test {
namespace {

using namespace simt;

STRIDER_KERNEL some_leave_out_syncthreads() {
  if (thread_id() < 40) syncthreads();
}
STRIDER_KERNEL two_places_of_syncthreads() {
  if (thread_id() < 32) {
    syncthreads();
  } else {
    syncthreads();
  }
}
STRIDER_KERNEL mask_of_absent_lanes() {
  if (lane_id() < 16) static_cast<void>(ballot(kFullMask, true));
}
STRIDER_KERNEL mask_without_caller() {
  static_cast<void>(ballot(0xFFU, true));
}
STRIDER_KERNEL two_masks() {
  static_cast<void>(ballot(lane_id() == 3 ? 0xFFFF'FFF8U : kFullMask, true));
}
STRIDER_KERNEL two_words() {
  if (lane_id() == 0) {
    static_cast<void>(warp_sum(kFullMask, 1));
  } else {
    static_cast<void>(match_any(kFullMask, 1));
  }
}
STRIDER_KERNEL shfl_from_outside() {
  if (lane_id() < 16) {
    static_cast<void>(shfl(0xFFFFU, lane_id(), 20));
  } else {
    syncwarp(0xFFFF0000U);
  }
}
STRIDER_KERNEL some_blocks_leave_out_grid_sync() {
  if (block_id() == 0) grid_sync();
}
STRIDER_KERNEL any_grid_sync() {
  grid_sync();
}
STRIDER_KERNEL flag_that_is_never_set(u32* flag) {
  while (load(flag) == 0) spin_pause();
}
STRIDER_KERNEL votes_beside_syncthreads() {
  if (warp_id() == 0) {
    syncthreads();
  } else {
    static_cast<void>(syncthreads_or(true));
  }
}
STRIDER_KERNEL four_from_an_odd_place(const u32* numbers) {
  static_cast<void>(load_four_constant(numbers + 1));
}
STRIDER_KERNEL writes_a_constant(u32* numbers) {
  // Of another word: what each thread reads is right.
  store(&numbers[2 * thread_id()], load_constant(&numbers[2 * thread_id() + 1]));
  if (thread_id() % 2 == 0) store(&numbers[2 * thread_id() + 3], 1U);
}
STRIDER_KERNEL nothing() {}

class SimtRulesDeathTest : public testing::TestWithParam<u64> {
 protected:
  template <class... P>
  void run(LaunchShape shape, void (*kernel)(P...), std::type_identity_t<P>... arguments) const {
    Bench({.seed = GetParam()}).run(shape, kernel, arguments...);
  }
  template <class... P>
  void run_cooperative(LaunchShape shape, void (*kernel)(P...)) const {
    Bench({.seed = GetParam()}).run_cooperative(shape, kernel);
  }
};

TEST_P(SimtRulesDeathTest, Barriers) {
  EXPECT_DEATH(run({1, 64}, some_leave_out_syncthreads),
               "threads wait for each other(.|\n)*syncthreads");
  EXPECT_DEATH(run({1, 64}, two_places_of_syncthreads), "rules_test.cpp:[0-9]+, syncthreads");
}
TEST_P(SimtRulesDeathTest, Votes) {
  EXPECT_DEATH(run({1, 64}, votes_beside_syncthreads), "rules_test.cpp:[0-9]+, syncthreads_or");
}
TEST_P(SimtRulesDeathTest, Constants) {
  std::array<u32, 516> numbers{};
  EXPECT_DEATH(run({1, 256}, writes_a_constant, numbers.data()),
               "constant at .*rules_test.cpp:[0-9]+ has been written");
}
TEST_P(SimtRulesDeathTest, Alignment) {
  alignas(16) const std::array<u32, 8> numbers{};
  EXPECT_DEATH(run({1, 32}, four_from_an_odd_place, numbers.data()),
               "rules_test.cpp:[0-9]+.*not a multiple of their size");
}
TEST_P(SimtRulesDeathTest, Masks) {
  EXPECT_DEATH(run({1, 32}, mask_of_absent_lanes), "names a lane that has ended");
  EXPECT_DEATH(run({1, 32}, mask_without_caller), "leaves the calling lane out");
  EXPECT_DEATH(run({1, 32}, two_masks), "ballot\\(mask");
  EXPECT_DEATH(run({1, 32}, two_words), "warp_sum(.|\n)*match_any");
  EXPECT_DEATH(run({1, 32}, shfl_from_outside), "reads a lane outside of the mask");
}
TEST_P(SimtRulesDeathTest, Grids) {
  EXPECT_DEATH(run_cooperative({2, 64}, some_blocks_leave_out_grid_sync), "grid_sync");
  EXPECT_DEATH(run({1, 64}, any_grid_sync), "not cooperative");
  EXPECT_DEATH(run_cooperative({100, 64}, any_grid_sync), "more blocks than the device holds");
}
TEST_P(SimtRulesDeathTest, Shapes) {
  EXPECT_DEATH(run({1, 33}, nothing), "whole warps");
  EXPECT_DEATH(run({1, 2048}, nothing), "32 to 1024 threads");
  EXPECT_DEATH(run({1, 32, 1U << 20U}, nothing), "shared memory");
}
INSTANTIATE_TEST_SUITE_P(Seeds, SimtRulesDeathTest, testing::Values(1, 2, 3));

TEST(SimtRulesDeathTest, AGridThatNeverEndsIsEnded) {
  u32 flag = 0;
  EXPECT_DEATH(Bench().run({1, 32}, flag_that_is_never_set, &flag), "none of them makes progress");
}

}  // namespace
}  // namespace strider::test
