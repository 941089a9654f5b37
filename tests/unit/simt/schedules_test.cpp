// What seeds decide on an emulated device, and what it does to memory that nobody wrote.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

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
