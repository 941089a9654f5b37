// Words of an input in messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace strider {

/// `text` without control characters, for a message of one line: terminals act on them, so they
/// must not come out of a file.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(
      out, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
  return out;
}

/// `text` in single quotes, printable, and cut off where it is long.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostQuoted = 48;
  std::string out = "'";
  out += printable(text.substr(0, kMostQuoted));
  out += text.size() > kMostQuoted ? "...'" : "'";
  return out;
}

}  // namespace strider
