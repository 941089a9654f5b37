// What is known of each file format: one row for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "strider/io.hpp"

namespace strider {

enum class FormatContent : std::uint8_t { kText, kBinary };

/// Whether files of a format are written, too.
enum class FormatAccess : std::uint8_t { kRead, kWritten };

/// How several ranks read a file.
enum class RankReading : std::uint8_t {
  kNotByRanks,  ///< they cannot: it is parsed as a whole
  kTextSlices,  ///< all map the text, and each parses a slice of its lines
  kByPath       ///< by a reader that opens what the path names: no text, or several files
};

struct FormatRow {
  FileFormat format;
  std::string_view name;    ///< on the command line and in reports
  std::string_view called;  ///< in sentences
  FormatContent content;
  FormatAccess access;
  RankReading rank_reading;
  /// The first number of a format whose vertices are first .. first+n-1; none if it holds labels.
  std::optional<std::uint64_t> first_vertex;
  std::string_view suffixes;  ///< separated by blanks
};

/// Precondition: `format` is a value of the enumeration. O(1).
[[nodiscard]] const FormatRow& row_of(FileFormat format);

}  // namespace strider
