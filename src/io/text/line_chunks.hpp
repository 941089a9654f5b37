// Text cut at line starts into chunks that are parsed by themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/readers.hpp"
#include "io/text/scan.hpp"

namespace strider {

/// The number of newlines in `text`.
[[nodiscard]] std::uint64_t count_newlines(std::string_view text);

/// The number of lines: the last one needs no newline.
[[nodiscard]] std::uint64_t count_lines(std::string_view text, int threads);

/// The line of `at`, from 1, in the text of which `at` points into or to the end.
[[nodiscard]] std::uint64_t line_of(std::string_view text, const char* at);

/// Throws the InputError of a fault in `input`. Finding its line costs a pass over the text.
[[noreturn]] void throw_input_error(const NamedText& input, const ParseFault& fault);

/// parse(), whose ParseFault becomes an InputError with the line in `input`.
template <class F>
auto with_lines(const NamedText& input, F&& parse) {
  try {
    return parse();
  } catch (const ParseFault& fault) {
    throw_input_error(input, fault);
  }
}

/// A chunk of text that begins at a line start and ends behind a newline or with the text.
struct LineChunk {
  std::string_view text;
  std::uint64_t lines_before;  ///< lines of the chunks before it
  std::uint64_t lines;
};

/// Cuts `text` into chunks of about a megabyte, whatever the number of threads, and counts lines.
/// Throws ParseFault at the first zero byte or carriage return that stands within a line.
[[nodiscard]] std::vector<LineChunk> cut_at_lines(std::string_view text, int threads);

/// The lines of `text` that begin in the share `part` of `parts` of its bytes: every line is in
/// exactly one part, so that each rank of a cluster reads a slice of a file by itself.
[[nodiscard]] std::string_view slice_of_lines(std::string_view text, int part, int parts);

}  // namespace strider
