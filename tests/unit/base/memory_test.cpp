#include "base/memory.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(Memory, SaturatesInsteadOfOverflowing) {
  EXPECT_EQ(saturating_mul(1ULL << 33U, 1ULL << 33U), kMost);
  EXPECT_EQ(saturating_mul(3, 5), 15U);
  EXPECT_EQ(saturating_add(kMost, 1), kMost);
  EXPECT_EQ(saturating_add(3, 5), 8U);
}

TEST(Memory, RefusesWhatIsNotThereAndNamesBothNumbers) {
  const std::uint64_t free_now = available_memory_bytes();
  ASSERT_GT(free_now, 0U);
  EXPECT_NO_THROW(require_memory(free_now / 4, "a quarter"));
  try {
    require_memory(1ULL << 60U, "a graph of unusual size");
    FAIL() << "an exbibyte was granted";
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), 1ULL << 60U);
    EXPECT_LT(error.free_bytes(), error.needed_bytes());
    EXPECT_NE(std::string(error.what()).find("a graph of unusual size"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("1.0 EiB"), std::string::npos);
  }
}

TEST(Memory, FormatsForPeople) {
  EXPECT_EQ(format_bytes(0), "0 bytes");
  EXPECT_EQ(format_bytes(1023), "1023 bytes");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes(kMost), "16.0 EiB");
}

}  // namespace
}  // namespace strider
