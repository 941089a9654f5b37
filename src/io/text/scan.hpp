// Scanning numbers and fields of text that ends in zero bytes (readers.hpp, kTextPadding).
#pragma once

#include <fast_float/fast_float.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include "base/quote.hpp"
#include "base/text.hpp"

namespace strider {

/// What a parser throws at a character it cannot accept; with_lines (line_chunks.hpp) makes an
/// InputError of it.
struct ParseFault {
  const char* at;
  std::string message;
};

[[noreturn]] inline void fail_at(const char* at, std::string message) {
  throw ParseFault{at, std::move(message)};
}

[[nodiscard]] constexpr bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}
/// A carriage return before the newline counts as a blank.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
/// The zero bytes behind the text end its last line.
[[nodiscard]] constexpr bool is_line_end(char c) {
  return c == '\n' || c == '\0';
}
[[nodiscard]] constexpr bool is_field_end(char c) {
  return is_blank(c) || is_line_end(c) || c == ',' || c == ';';
}

[[nodiscard]] inline const char* skip_blanks(const char* at) {
  while (is_blank(*at)) ++at;
  return at;
}

/// Blanks, commas and semicolons: what separates the columns of an edge list.
[[nodiscard]] inline const char* skip_separators(const char* at) {
  while (is_blank(*at) || *at == ',' || *at == ';') ++at;
  return at;
}

[[nodiscard]] inline const char* skip_field(const char* at) {
  while (!is_field_end(*at)) ++at;
  return at;
}

/// The newline that ends the line of `at`, or `end`.
[[nodiscard]] inline const char* find_line_end(const char* at, const char* end) {
  const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
  return newline != nullptr ? static_cast<const char*>(newline) : end;
}

/// Skips what is no row: blank lines, and lines that begin with a comment, where is_comment(at) is
/// true; it is asked once of each.
template <class IsComment>
[[nodiscard]] const char* skip_to_row(const char* at, const char* end,
                                      const IsComment& is_comment) {
  for (;;) {
    at = skip_blanks(at);
    if (at >= end) return end;
    if (*at == '\n') {
      ++at;
    } else if (is_comment(at)) {
      at = find_line_end(at, end);
    } else {
      return at;
    }
  }
}

/// What an error message quotes: the field at `at`, cut where it is long.
[[nodiscard]] inline std::string quote_field(const char* at) {
  const char* end = at;
  while (!is_field_end(*end)) ++end;
  if (end != at) return in_quotes({at, static_cast<std::size_t>(end - at)});
  return is_line_end(*at) ? "the end of the line" : in_quotes({at, 1});
}

enum class Scan : std::uint8_t { kOk, kNoNumber, kOverflow };

/// Reads an unsigned decimal number of up to 64 bits and moves `at` behind its digits.
///
/// Eight digits at a time without a branch a digit: the lengths of vertex numbers are as good as
/// random, so a loop mispredicts once a number. (Method: D. Lemire, "Quickly parsing eight digits",
/// with the length from the first byte that is no digit.)
[[nodiscard]] inline Scan scan_unsigned(const char*& at, std::uint64_t& value) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030;
  constexpr std::uint64_t kPowers[] = {1,      10,      100,      1000,     10000,
                                       100000, 1000000, 10000000, 100000000};
  value = 0;
  int digits = 0;
  for (;;) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t nibbles = bytes ^ kZeros;
    // The high bit of a byte is set where it is no digit: 10 and more reach it by adding 0x76.
    // Carries of bytes above 0x89 spoil only bytes behind the first that is no digit.
    const std::uint64_t others =
        (nibbles | (nibbles + 0x7676'7676'7676'7676)) & 0x8080'8080'8080'8080;
    const int length = others == 0 ? 8 : std::countr_zero(others) / 8;
    if (length == 0) break;
    std::uint64_t part = nibbles << (64 - 8 * length);
    part = (part * 10 + (part >> 8)) & 0x00FF'00FF'00FF'00FF;
    part = (part * 100 + (part >> 16)) & 0x0000'FFFF'0000'FFFF;
    part = (part * 10000 + (part >> 32)) & 0xFFFF'FFFF;
    at += length;
    if (digits == 0) {
      value = part;
    } else if (__builtin_mul_overflow(value, kPowers[length], &value) ||
               __builtin_add_overflow(value, part, &value)) {
      return Scan::kOverflow;
    }
    digits += length;
    if (length < 8) break;
  }
  return digits == 0 ? Scan::kNoNumber : Scan::kOk;
}

/// A weight, and whether it is written as an integer from 0 to 2^32-1.
struct ScannedWeight {
  double value;
  bool fits_uint32;
  bool rounded = false;  ///< written as an integer that a double cannot hold
};

/// Whether `word`, which is read as `value`, is an integer that a double cannot hold.
[[nodiscard]] inline bool is_rounded(std::string_view word, double value) {
  constexpr double kTwoTo53 = 9007199254740992;
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const double size = std::abs(value);
  if (size < kTwoTo53 || std::isinf(value)) return false;
  if (word.starts_with('-')) word.remove_prefix(1);
  if (!std::all_of(word.begin(), word.end(), is_digit)) return false;
  const auto integer = parse_number(word);
  return !integer || size >= kTwoTo64 || static_cast<std::uint64_t>(size) != *integer;
}

/// The number that `word` is, in decimal or scientific notation, "inf" included but not "nan";
/// false where it is none.
[[nodiscard]] inline bool parse_weight(std::string_view word, ScannedWeight& weight) {
  // from_chars knows no plus sign.
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0;
  const char* const word_end = word.data() + word.size();
  const auto [end, error] = fast_float::from_chars(word.data(), word_end, value);
  if (error != std::errc{} || end != word_end || std::isnan(value)) return false;
  // A number beyond the range of doubles is not infinite.
  if (std::isinf(value) && std::any_of(word.begin(), word.end(), is_digit)) return false;
  const bool digits_only = std::all_of(word.begin(), word.end(), is_digit);
  weight = {value, digits_only && value <= std::numeric_limits<std::uint32_t>::max(),
            is_rounded(word, value)};
  return true;
}

/// The message that `cell` is no weight, and what to do.
[[nodiscard]] inline std::string describe_bad_weight(std::string_view cell) {
  std::string message = "expected a weight, found " + in_quotes(cell);
  std::string with_point(cell);
  std::ranges::replace(with_point, ',', '.');
  ScannedWeight weight{};
  if (with_point != cell && parse_weight(with_point, weight)) {
    message += "; decimals need a point: tr , . changes the file";
  }
  double value = 0;
  const char* const end = cell.data() + cell.size();
  if (fast_float::from_chars(cell.data(), end, value).ptr == end && std::isinf(value)) {
    message += "; the number is too large for a double";
  }
  return message;
}

/// Reads the field at `at` as a weight and moves behind it, or leaves `at` where it was.
[[nodiscard]] inline Scan scan_weight(const char*& at, ScannedWeight& weight) {
  const char* const start = at;
  std::uint64_t integer = 0;
  if (scan_unsigned(at, integer) == Scan::kOk && is_field_end(*at) &&
      integer <= std::numeric_limits<std::uint32_t>::max()) {
    weight = {static_cast<double>(integer), true};
    return Scan::kOk;
  }
  const char* const end = skip_field(at);
  if (!parse_weight({start, static_cast<std::size_t>(end - start)}, weight)) {
    at = start;
    return Scan::kNoNumber;
  }
  at = end;
  return Scan::kOk;
}

}  // namespace strider
