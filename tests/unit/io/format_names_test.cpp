#include <gtest/gtest.h>

#include "strider/io.hpp"

namespace strider {
namespace {

TEST(FormatNames, RoundTrip) {
  EXPECT_EQ(file_formats().size(), static_cast<std::size_t>(FileFormat::kNative) + 1);
  for (const FileFormat format : file_formats()) {
    EXPECT_FALSE(file_format_name(format).empty());
    EXPECT_EQ(file_format_from_name(file_format_name(format)), format);
  }
}

TEST(FormatNames, UnknownIsNone) {
  EXPECT_EQ(file_format_from_name("xlsx"), std::nullopt);
  EXPECT_EQ(file_format_from_name(""), std::nullopt);
}

}  // namespace
}  // namespace strider
