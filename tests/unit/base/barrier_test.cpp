#include "base/barrier.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/parallel.hpp"

namespace strider {
namespace {

// Plain (not atomic) writes of one thread are read by the others after the barrier: a barrier that
// does not order memory fails here under ThreadSanitizer, one that does not wait fails anywhere.
TEST(SpinBarrier, OrdersPlainWritesBetweenRounds) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 200;
  SpinBarrier barrier(kThreads);
  std::vector<int> written(kThreads, -1);
  std::vector<int> wrong(kThreads, 0);
  parallel_region(kThreads, [&](int thread, int) {
    const auto self = static_cast<std::size_t>(thread);
    for (int round = 0; round < kRounds; ++round) {
      written[self] = round;
      barrier.wait();
      for (const int value : written) wrong[self] += value == round ? 0 : 1;
      barrier.wait();
    }
  });
  EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
}

}  // namespace
}  // namespace strider
