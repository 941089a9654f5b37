#include "base/parallel_sort.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"

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

// Above the size at which parts are sorted by themselves.
TEST(SortInParts, Sorts) {
  constexpr std::size_t kSize = 3000000;
  for (const std::uint64_t kinds : {1ULL, 7ULL, 1ULL << 60U}) {
    CounterRng rng(kSize, kinds);
    std::vector<std::uint64_t> values(kSize);
    for (auto& value : values) value = rng.below(kinds);
    std::vector<std::uint64_t> expected = values;
    std::sort(expected.begin(), expected.end(), std::greater<>());
    sort_in_parts(std::span(values), std::greater<>());
    ASSERT_EQ(values, expected);
    sort_in_parts(std::span(values), std::greater<>());
    ASSERT_EQ(values, expected);
  }
}

TEST(SortInParts, StopsBetweenParts) {
  std::atomic<bool> stop{false};
  const StopScope scope(stop);
  std::vector<std::uint64_t> values(3000000);
  CounterRng rng(1, 2);
  for (auto& value : values) value = rng.below(1ULL << 60U);
  std::size_t compared = 0;
  const auto less = [&](std::uint64_t a, std::uint64_t b) {
    if (++compared == 5000000) stop = true;
    return a < b;
  };
  EXPECT_THROW(sort_in_parts(std::span(values), less), InterruptedError);
  EXPECT_FALSE(std::is_sorted(values.begin(), values.end()));
}

}  // namespace
}  // namespace strider
