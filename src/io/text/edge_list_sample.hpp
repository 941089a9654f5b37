// The first rows of an edge list, from which its layout is decided.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strider {

using Cells = std::vector<std::string>;

/// A row that decisions are made from.
struct SampledRow {
  const char* at;
  Cells cells;
};

/// The first rows of `text`, cut at `delimiter`, or where that is not set, as the first of them
/// looks.
struct Sample {
  char delimiter = ' ';
  std::vector<SampledRow> rows;
};

/// Cuts the first `most_rows` rows of `text`, or fewer where they are wide.
[[nodiscard]] Sample sample_rows(std::string_view text, std::optional<char> delimiter,
                                 std::size_t most_rows);

/// An integer of any sign: the parser of rows refuses negative ones with their line.
[[nodiscard]] bool is_integer(std::string_view text);
[[nodiscard]] bool is_number(std::string_view text);
/// Also one with a decimal comma, so that columns of such numbers are found, and then refused.
[[nodiscard]] bool looks_like_number(std::string_view text);
/// The number of a vertex that all of `cell` is, also where it is written as a real ("1.0").
[[nodiscard]] std::optional<std::uint64_t> vertex_of(std::string_view cell);
/// What programs write where they have no value.
[[nodiscard]] bool is_missing(std::string_view cell);
/// What only a label can be: it has a letter and is no number.
[[nodiscard]] bool is_word(std::string_view text);

}  // namespace strider
