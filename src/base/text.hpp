// Texts cut and converted.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace strider {

/// `text` with the letters A to Z in lower case.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// A blank or a part of a line end.
[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
/// `text` without the blanks and line ends that it begins with.
[[nodiscard]] constexpr std::string_view trim_front(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}
/// `text` without those that it ends with.
[[nodiscard]] constexpr std::string_view trim_back(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}
[[nodiscard]] constexpr std::string_view trim(std::string_view text) {
  return trim_back(trim_front(text));
}

/// Takes the first line off `text`, with its end; returns it without.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// The decimal number that all of `word` is, if it is one that Number can hold.
template <class Number = std::uint64_t>
[[nodiscard]] std::optional<Number> parse_number(std::string_view word) {
  Number number{};
  const char* const end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace strider
