#include "partition/divider.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

TEST(Divider, DividesAsTheProcessorDoes) {
  std::vector<std::uint64_t> numbers{0, 1, 2, 3, 5, 63, 64, 65, 1000, ~0ULL, ~0ULL - 1};
  for (unsigned bit = 7; bit < 64; ++bit) {
    numbers.insert(numbers.end(), {(1ULL << bit) - 1, 1ULL << bit, (1ULL << bit) + 1});
  }
  CounterRng rng(1, 0);
  for (int i = 0; i < 100; ++i) numbers.push_back(rng.below(~0ULL));
  for (const std::uint64_t divisor : numbers) {
    if (divisor == 0) continue;
    const Divider divider(divisor);
    for (const std::uint64_t value : numbers) {
      const auto [quotient, remainder] = divider.divide(value);
      ASSERT_EQ(quotient, value / divisor) << value << " / " << divisor;
      ASSERT_EQ(remainder, value % divisor) << value << " / " << divisor;
    }
  }
}

}  // namespace
}  // namespace strider::detail
