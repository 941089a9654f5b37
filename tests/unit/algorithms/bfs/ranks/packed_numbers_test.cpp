#include "algorithms/bfs/ranks/two_d/host/packed_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

TEST(PackedNumbers, TakeTheBitsOfTheLargest) {
  EXPECT_EQ(packed_width(1), 1U);
  EXPECT_EQ(packed_width(2), 1U);
  EXPECT_EQ(packed_width(3), 2U);
  EXPECT_EQ(packed_width(1U << 20U), 20U);
  EXPECT_EQ(packed_width((1U << 20U) + 1), 21U);
  EXPECT_EQ(packed_width(~0U), 32U);
  EXPECT_EQ(packed_words(0, 20), 0U);
  EXPECT_EQ(packed_words(16, 4), 1U);
  EXPECT_EQ(packed_words(17, 4), 2U);
}

TEST(PackedNumbers, ComeBackAsTheyWere) {
  for (unsigned width = 1; width <= 32; ++width) {
    for (const std::uint64_t count : {0, 1, 2, 31, 63, 64, 65, 200}) {
      CounterRng rng(width, count);
      std::vector<std::uint32_t> numbers(count);
      for (auto& number : numbers) number = static_cast<std::uint32_t>(rng.below(1ULL << width));
      // One word more, to see that it is left untouched.
      std::vector<std::uint64_t> words(packed_words(count, width) + 1, 0xABCDEFULL);
      PackedWriter writer(std::span<std::uint64_t>(words).first(words.size() - 1), width);
      for (const std::uint32_t number : numbers) writer.write(number);
      writer.finish();
      EXPECT_EQ(words.back(), 0xABCDEFULL);
      PackedReader reader(std::span<const std::uint64_t>(words).first(words.size() - 1), width);
      for (const std::uint32_t number : numbers) ASSERT_EQ(reader.read(), number) << width;
    }
  }
}

}  // namespace
}  // namespace strider::detail
