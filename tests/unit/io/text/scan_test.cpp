#include "io/text/scan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "io/readers.hpp"

namespace strider {
namespace {

/// The text with zero bytes behind it.
std::string padded(const std::string& text) {
  return text + std::string(kTextPadding, '\0');
}

TEST(ScanUnsigned, EveryLengthAndTerminator) {
  std::mt19937_64 random(1);
  for (int digits = 1; digits <= 19; ++digits) {
    for (const char* after : {" ", "\t", ",", "\n", ".", "x", ":", "/", "\xFF", "\x80"}) {
      for (int i = 0; i < 50; ++i) {
        std::string number;
        for (int d = 0; d < digits; ++d) number += static_cast<char>('0' + random() % 10);
        const std::string text = padded(number + after + "12345678");
        const char* at = text.data();
        std::uint64_t value = 0;
        ASSERT_EQ(scan_unsigned(at, value), Scan::kOk);
        EXPECT_EQ(value, std::stoull(number)) << text.c_str();
        EXPECT_EQ(at - text.data(), digits) << text.c_str();
      }
    }
  }
}

TEST(ScanUnsigned, Limits) {
  const auto scan = [](const std::string& number, std::uint64_t& value) {
    const std::string text = padded(number);
    const char* at = text.data();
    return scan_unsigned(at, value);
  };
  std::uint64_t value = 0;
  EXPECT_EQ(scan("18446744073709551615", value), Scan::kOk);
  EXPECT_EQ(value, 18446744073709551615ULL);
  EXPECT_EQ(scan("18446744073709551616", value), Scan::kOverflow);
  EXPECT_EQ(scan("100000000000000000000000", value), Scan::kOverflow);
  EXPECT_EQ(scan("000000000000000000000000000000017", value), Scan::kOk);
  EXPECT_EQ(value, 17U);
  EXPECT_EQ(scan("", value), Scan::kNoNumber);
  EXPECT_EQ(scan("-1", value), Scan::kNoNumber);
  EXPECT_EQ(scan("+1", value), Scan::kNoNumber);
}

TEST(ScanWeight, Numbers) {
  const auto scan = [](const std::string& number) {
    const std::string text = padded(number);
    const char* at = text.data();
    ScannedWeight weight{};
    EXPECT_EQ(scan_weight(at, weight), Scan::kOk) << number;
    EXPECT_EQ(*at, '\0') << number;
    return weight;
  };
  EXPECT_EQ(scan("7").value, 7);
  EXPECT_TRUE(scan("4294967295").fits_uint32);
  EXPECT_FALSE(scan("4294967296").fits_uint32);
  EXPECT_FALSE(scan("7.0").fits_uint32);
  EXPECT_FALSE(scan("-7").fits_uint32);
  EXPECT_EQ(scan("-7").value, -7);
  EXPECT_EQ(scan("+.5e1").value, 5);
  EXPECT_EQ(scan("1e-3").value, 1e-3);
  EXPECT_EQ(scan("9007199254740993").value, 9007199254740992.0);
  EXPECT_EQ(scan("-inf").value, -std::numeric_limits<double>::infinity());
}

TEST(ScanWeight, NoNumbers) {
  for (const char* word :
       {"", "x", "1x", "1.2.3", "nan", "-nan", "+-1", "--1", "+", "0x10", "1e"}) {
    const std::string text = padded(word);
    const char* at = text.data();
    ScannedWeight weight{};
    EXPECT_EQ(scan_weight(at, weight), Scan::kNoNumber) << word;
    EXPECT_EQ(at, text.data()) << word;
  }
}

TEST(QuoteField, IsShortAndPrintable) {
  EXPECT_EQ(quote_field(padded("word next").data()), "'word'");
  EXPECT_EQ(quote_field(padded("").data()), "the end of the line");
  EXPECT_EQ(quote_field(padded("a\x1b[31m").data()), "'a?[31m'");
  EXPECT_EQ(quote_field(padded(std::string(100, 'x')).data()),
            fmt::format("'{}...'", std::string(48, 'x')));
}

}  // namespace
}  // namespace strider
