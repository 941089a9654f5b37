// Words of an input in messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace strider {

/// `text` in single quotes, for a message of one line: cut off where it is long, and without
/// control characters, on which terminals act: they must not come out of a file.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMostQuoted = 48;
  std::string out = "'";
  for (const char c : text.substr(0, kMostQuoted)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  return out + (text.size() > kMostQuoted ? "...'" : "'");
}

}  // namespace strider
