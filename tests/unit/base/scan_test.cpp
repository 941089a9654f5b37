#include "base/scan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace strider {
namespace {

TEST(Scan, EqualsTheSequentialSums) {
  for (const std::size_t size : {0, 1, 2, 1000, 1 << 17}) {
    for (const int threads : {1, 2, 3, 8}) {
      std::vector<std::uint64_t> values(size);
      std::vector<std::uint64_t> expected(size);
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < size; ++i) {
        values[i] = i * i % 1000 + (1ULL << 30U);  // sums pass 2^32 early
        expected[i] = sum;
        sum += values[i];
      }
      EXPECT_EQ(exclusive_scan(std::span(values), threads), sum);
      EXPECT_EQ(values, expected);
    }
  }
}

}  // namespace
}  // namespace strider
