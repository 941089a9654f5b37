#include "base/parallel_sort.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"

namespace strider {
namespace {

TEST(MergeSplit, EqualsMerging) {
  CounterRng rng(1, 1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint64_t> a(rng.below(20));
    std::vector<std::uint64_t> b(rng.below(20));
    for (auto& value : a) value = rng.below(10);
    for (auto& value : b) value = rng.below(10);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    // Which of the merged come from a, when of equals those of a come first.
    std::size_t i = 0;
    for (std::size_t k = 0; k <= a.size() + b.size(); ++k) {
      EXPECT_EQ(merge_split(std::span<const std::uint64_t>(a), std::span<const std::uint64_t>(b), k,
                            std::less<>()),
                i);
      const std::size_t j = k - i;
      if (i < a.size() && (j == b.size() || a[i] <= b[j])) ++i;
    }
  }
}

TEST(ParallelSort, Sorts) {
  for (const std::size_t size : {0, 1, 5, 8191, 8192, 50000, 100003}) {
    for (const std::uint64_t kinds : {1ULL, 7ULL, 1ULL << 60U}) {
      for (const int threads : {1, 2, 3, 5, 8}) {
        CounterRng rng(size, kinds);
        std::vector<std::uint64_t> values(size);
        for (auto& value : values) value = rng.below(kinds);
        std::vector<std::uint64_t> expected = values;
        std::sort(expected.begin(), expected.end(), std::greater<>());
        std::vector<std::uint64_t> buffer(size);
        parallel_sort(std::span(values), std::span(buffer), threads, std::greater<>());
        ASSERT_EQ(values, expected) << size << " values by " << threads << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace strider
