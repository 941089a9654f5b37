// Printing to the standard streams.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace strider::cli {

/// Throws InputError where the standard output takes no more. What stderr does not take is lost:
/// there is nowhere left to say so, and fmt::print would end the program by an exception.
void print_text(std::FILE* stream, std::string_view text);

/// `text` with a question mark for each control character and each byte that is not UTF-8: words of
/// a file may be among it, and terminals act on control characters.
[[nodiscard]] std::string printable(std::string_view text);

/// The number of characters of UTF-8.
[[nodiscard]] std::size_t width_of(std::string_view text);

template <class... Args>
void print(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
  print_text(stream, fmt::format(format, std::forward<Args>(args)...));
}

/// Prints one line, printable.
template <class... Args>
void print_line(std::FILE* stream, fmt::format_string<Args...> format, Args&&... args) {
  print_text(stream, printable(fmt::format(format, std::forward<Args>(args)...)) + "\n");
}

}  // namespace strider::cli
