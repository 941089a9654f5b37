// Kernels with a mistake that a sanitizer finds: planted_bugs NAME. What is printed is the test's.
#include <functional>
#include <map>
#include <string>

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

const std::map<std::string, std::function<void()>> kKernels = {
    {"none",
     [] {
       run(correct);
       run_grid(correct_grid);
     }},
    {"past_the_buffer", [] { run(past_the_buffer); }},
    {"past_the_shared_array", [] { run(past_the_shared_array); }},
    {"past_the_stack_array", [] { run(past_the_stack_array); }},
    {"missing_syncthreads", [] { run(missing_syncthreads); }},
    {"vote_for_a_fence", [] { run(vote_for_a_fence); }},
    {"plain_read_of_an_atomic", [] { run(plain_read_of_an_atomic); }},
    {"missing_grid_sync", [] { run_grid(missing_grid_sync); }},
};

}  // namespace
}  // namespace strider::test

int main(int count, char** arguments) {
  const auto found = strider::test::kKernels.find(count == 2 ? arguments[1] : "");
  if (found == strider::test::kKernels.end()) return 2;
  found->second();
  return 0;
}
