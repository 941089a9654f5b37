#include <gtest/gtest.h>

#include "strider/io.hpp"

namespace strider {
namespace {

TEST(FormatNames, RoundTrip) {
  for (int i = 0; i <= static_cast<int>(FileFormat::kNative); ++i) {
    const auto format = static_cast<FileFormat>(i);
    EXPECT_FALSE(file_format_name(format).empty());
    EXPECT_EQ(file_format_from_name(file_format_name(format)), format);
  }
}

TEST(FormatNames, UnknownIsNone) {
  EXPECT_EQ(file_format_from_name("pajek"), std::nullopt);
  EXPECT_EQ(file_format_from_name(""), std::nullopt);
}

}  // namespace
}  // namespace strider
