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
  kWhole,       ///< rank 0 parses it as a whole, and hands out the edges
  kTextSlices,  ///< all map the text, and each parses a slice of its lines
  kByPath       ///< by a reader that opens what the path names: no text, or several files
};

/// What the suffix of a file says.
enum class SuffixRole : std::uint8_t {
  kNone,       ///< nothing: files of the format are recognized by their content
  kOfText,     ///< which format a text is in that does not begin as another one
  kBeforeOpen  ///< how the file is opened
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
  SuffixRole suffix_role;
  std::string_view suffixes;  ///< separated by blanks
  /// Suffixes of any table: a file is in this format if it is in no other one.
  std::string_view shared_suffixes = {};
};

/// Precondition: `format` is a value of the enumeration. O(1).
[[nodiscard]] const FormatRow& row_of(FileFormat format);

/// The format whose suffix `path` has, in front of one of a compression; no format of shared ones.
[[nodiscard]] const FormatRow* row_of_own_suffix(std::string_view path);

}  // namespace strider
