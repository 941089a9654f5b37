// Kernels with a mistake that a sanitizer finds, or a schedule: planted_bugs NAME. What is printed
// is the test's.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "simt/grid_sync.hpp"
#include "unit/simt/emulated.hpp"

namespace strider::test {
namespace {

using namespace simt;

STRIDER_KERNEL correct(u32* out) {
  STRIDER_SHARED(u32, numbers, 64);
  numbers[thread_id()] = thread_id();
  syncthreads();
  out[thread_id()] = numbers[63 - thread_id()];
}
STRIDER_KERNEL correct_grid(u32* out, u32* sums) {
  out[global_id()] = 1;
  grid_sync();
  atomic_add(&sums[0], out[(global_id() + 1) % global_size()]);
}
STRIDER_KERNEL past_the_buffer(u32* out) {
  out[thread_id() == 63 ? 64 : thread_id()] = 1;
}
STRIDER_KERNEL past_the_shared_array(u32*) {
  STRIDER_SHARED(u32, numbers, 32);
  u32* const place = numbers;
  place[thread_id() == 63 ? 32 : thread_id() % 32] = 1;
}
STRIDER_KERNEL past_the_stack_array(u32* out) {
  volatile u32 own[4] = {};
  for (u32 i = 0; i < 4 + out[0]; ++i) own[i] = i;
  out[thread_id()] = own[thread_id() % 4];
}
STRIDER_KERNEL missing_syncthreads(u32* out) {
  STRIDER_SHARED(u32, numbers, 64);
  numbers[thread_id()] = thread_id();
  out[thread_id()] = numbers[63 - thread_id()];
}
STRIDER_KERNEL vote_for_a_fence(u32* out) {
  STRIDER_SHARED(u32, numbers, 64);
  numbers[thread_id()] = thread_id();
  static_cast<void>(ballot(kFullMask, true));
  out[thread_id()] = numbers[thread_id() ^ 1U];
}
STRIDER_KERNEL plain_read_of_an_atomic(u32* out) {
  atomic_add(&out[0], 1U);
  if (thread_id() == 5) out[1] = out[0];
}
STRIDER_KERNEL missing_grid_sync(u32* out, u32* sums) {
  out[global_id()] = 1;
  atomic_add(&sums[0], out[(global_id() + 1) % global_size()]);
}

constexpr u32 kSlots = 3;

/// Counts down slot[0] to 0 by one a step. Each step stands in the next of the three slots, and
/// clears that after it. Block 0 takes two steps by itself, then all synchronize.
STRIDER_DEVICE_FUNCTION void count_down(u32* slot, u32* step_of_all, bool sync_before) {
  for (u32 step = 0;;) {
    u32 left = load(&slot[step % kSlots]);
    if (left == 0) return;
    if (sync_before) grid_sync();
    if (block_id() == 0) {
      for (u32 alone = 0; alone < 2 && left > 0; ++alone, ++step) {
        syncthreads();
        if (thread_id() == 0) {
          store(&slot[(step + 2) % kSlots], 0U);
          store(&slot[(step + 1) % kSlots], left - 1);
        }
        syncthreads();
        left = load(&slot[(step + 1) % kSlots]);
      }
      if (thread_id() == 0) store(step_of_all, step);
    }
    grid_sync();
    step = load(step_of_all);
    grid_sync();
  }
}
STRIDER_KERNEL correct_slots(u32* slot, u32* step) {
  count_down(slot, step, true);
}
/// Who comes late to the loop's head reads what block 0 has cleared two steps on, and ends.
STRIDER_KERNEL late_read_of_a_slot(u32* slot, u32* step) {
  count_down(slot, step, false);
}
/// Once block 1 has looked, block 0 counts to 21 and raises a flag. Takes that for a promise that
/// load_stale() sees the 21 from there on.
STRIDER_KERNEL old_read_after_a_flag(u32* slot, u32* step) {
  if (thread_id() != 0) return;
  if (block_id() == 0) {
    while (load(&slot[1]) == 0) spin_pause();
    store(step, 21U);
    store(&slot[2], 1U);
  } else if (block_id() == 1) {
    if (load_stale(step) == 0) store(&slot[1], 1U);
    while (load(&slot[2]) == 0) spin_pause();
    if (load_stale(step) != 21) store(step, 0U);
  }
}

void run(void (*kernel)(u32*)) {
  Bench bench;
  std::vector<u32> out(64, 0);
  out[0] = 1;
  bench.run({.grid = 1, .block = 64}, kernel, out.data());
}
void run_grid(void (*kernel)(u32*, u32*)) {
  Bench bench;
  std::vector<u32> out(128, 0), sums(1, 0);
  bench.run_cooperative({.grid = 2, .block = 64}, kernel, out.data(), sums.data());
}

/// Under schedules that starve a unit. Each kernel counts down.
void run_starved(void (*kernel)(u32*, u32*)) {
  for (const emulator::Starved starved :
       {emulator::Starved::kBlock, emulator::Starved::kWarp, emulator::Starved::kLane}) {
    for (u64 seed = 1; seed <= 4; ++seed) {
      Bench bench({.seed = seed, .starved = starved});
      std::vector<u32> slots = {21, 0, 0};
      u32 step = 0;
      bench.run_cooperative({.grid = 3, .block = 64}, kernel, slots.data(), &step);
      if (step != 21) {
        std::printf("the count ends at step %u\n", step);
        std::exit(1);
      }
    }
  }
}

const std::map<std::string, std::function<void()>> kKernels = {
    {"none",
     [] {
       run(correct);
       run_grid(correct_grid);
       run_starved(correct_slots);
     }},
    {"past_the_buffer", [] { run(past_the_buffer); }},
    {"past_the_shared_array", [] { run(past_the_shared_array); }},
    {"past_the_stack_array", [] { run(past_the_stack_array); }},
    {"missing_syncthreads", [] { run(missing_syncthreads); }},
    {"vote_for_a_fence", [] { run(vote_for_a_fence); }},
    {"plain_read_of_an_atomic", [] { run(plain_read_of_an_atomic); }},
    {"missing_grid_sync", [] { run_grid(missing_grid_sync); }},
    {"late_read_of_a_slot", [] { run_starved(late_read_of_a_slot); }},
    {"old_read_after_a_flag", [] { run_starved(old_read_after_a_flag); }},
};

}  // namespace
}  // namespace strider::test

int main(int count, char** arguments) {
  // CTest takes a signal for a failure, whatever was printed.
  std::signal(SIGABRT, [](int) { std::_Exit(1); });
  const auto found = strider::test::kKernels.find(count == 2 ? arguments[1] : "");
  if (found == strider::test::kKernels.end()) return 2;
  found->second();
  return 0;
}
