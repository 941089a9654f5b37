#include "print.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "strider/error.hpp"

namespace strider::cli {
namespace {

/// The bytes of the character that `text` begins with; 0 if it is a control character, or no UTF-8.
/// Precondition: `text` is not empty.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  // Behind 0xC2 stand control characters at first, behind the others characters that fewer bytes
  // hold, halves of pairs of UTF-16, and numbers that are none of Unicode.
  const bool excluded = (first == 0xC2 && second < 0xA0) || (first == 0xE0 && second < 0xA0) ||
                        (first == 0xED && second >= 0xA0) || (first == 0xF0 && second < 0x90) ||
                        (first == 0xF4 && second >= 0x90);
  if (first < 0xC2 || first > 0xF4 || excluded) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  return length;
}

}  // namespace

void print_text(std::FILE* stream, std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream) == text.size() || stream != stdout) return;
  throw InputError("standard output", 0,
                   fmt::format("cannot be written: {}", std::strerror(errno)));
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    shown += length > 0 ? text.substr(0, length) : "?";
    text.remove_prefix(length > 0 ? length : 1);
  }
  return shown;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace strider::cli
