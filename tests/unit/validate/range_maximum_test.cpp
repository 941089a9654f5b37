#include "validate/range_maximum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

TEST(RangeMaximum, EqualsLookingAtAll) {
  for (const std::size_t size : {1, 2, 31, 32, 33, 64, 65, 96, 127, 300}) {
    for (const std::uint64_t kinds : {2ULL, 1000ULL}) {
      CounterRng rng(size, kinds);
      std::vector<std::uint64_t> values(size);
      for (auto& value : values) value = rng.below(kinds);
      const RangeMaximum maximum(values, 2);
      for (std::size_t first = 0; first < size; ++first) {
        std::uint64_t expected = 0;
        for (std::size_t last = first; last < size; ++last) {
          expected = std::max(expected, values[last]);
          ASSERT_EQ(maximum(first, last), expected) << first << " to " << last << " of " << size;
        }
      }
    }
  }
}

}  // namespace
}  // namespace strider::detail
