#include "base/text.hpp"

#include <gtest/gtest.h>

namespace strider {
namespace {

TEST(LowerCase, ChangesLettersOfAscii) {
  EXPECT_EQ(lower_case("AZaz[@ \xC3\x84"), "azaz[@ \xC3\x84");
}

TEST(TakeLine, TakesTheEndOfTheLine) {
  std::string_view text = "a\n\nb";
  EXPECT_EQ(take_line(text), "a");
  EXPECT_EQ(take_line(text), "");
  EXPECT_EQ(take_line(text), "b");
  EXPECT_EQ(take_line(text), "");
}

TEST(ParseNumber, IsAllOfTheWord) {
  EXPECT_EQ(parse_number("18446744073709551615"), ~std::uint64_t{0});
  for (const char* const word : {"", "1 ", " 1", "+1", "-1", "1x", "18446744073709551616"}) {
    EXPECT_EQ(parse_number(word), std::nullopt) << word;
  }
  EXPECT_EQ(parse_number<int>("-1"), -1);
  EXPECT_EQ(parse_number<double>("2.5e-1"), 0.25);
}

}  // namespace
}  // namespace strider
