// Cells as the text formats write them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/results/table.hpp"
#include "io/write/text_output.hpp"

namespace strider {

/// What a text format writes in place of a missing value.
struct MissingWords {
  std::string_view number;    ///< for labels and counts
  std::string_view distance;  ///< for distances, floats and doubles
};

inline constexpr std::size_t kLongestNumberCell = TextBuffer::kLongestNumber;

inline char* put_word(std::string_view word, char* at) {
  return std::copy(word.begin(), word.end(), at);
}

template <class Number>
char* put_number(Number number, char* at) {
  return std::to_chars(at, at + kLongestNumberCell, number).ptr;
}

/// Writes a cell that is a number to `at`, where there is room for kLongestNumberCell characters;
/// returns the end. Precondition: the type is not kLabel.
inline char* put_number_cell(CellType type, const Cell& cell, const MissingWords& missing,
                             char* at) {
  if (cell.is_missing()) {
    const bool is_whole = type == CellType::kCount || type == CellType::kUint32;
    return put_word(is_whole ? missing.number : missing.distance, at);
  }
  switch (type) {
    case CellType::kCount:
    case CellType::kDistance:
      return put_number(cell.as<std::uint64_t>(), at);
    case CellType::kUint32:
      return put_number(cell.as<std::uint32_t>(), at);
    case CellType::kFloat:
      return put_number(cell.as<float>(), at);
    case CellType::kDouble:
      return put_number(cell.as<double>(), at);
    case CellType::kLabel:
      break;
  }
  return at;
}

}  // namespace strider
