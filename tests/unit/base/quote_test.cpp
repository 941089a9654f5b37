#include "base/quote.hpp"

#include <gtest/gtest.h>

namespace strider {
namespace {

TEST(InQuotes, IsOneShortLine) {
  EXPECT_EQ(in_quotes("word"), "'word'");
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("a\nb\x1b[0m\x7f"), "'a?b?[0m?'");
  EXPECT_EQ(in_quotes("\xC3\xA9"), "'\xC3\xA9'");
  EXPECT_EQ(in_quotes(std::string(48, 'x')), "'" + std::string(48, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(49, 'x')), "'" + std::string(48, 'x') + "...'");
}

}  // namespace
}  // namespace strider
