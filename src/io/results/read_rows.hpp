// Reading tables that other programs may have written.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace strider {

/// The columns that a reader wants.
struct WantedColumns {
  std::span<const std::string_view> names;
  /// The name of the one that a table may lack; empty if it needs all.
  std::string_view optional;
};

/// A row: one cell for each wanted column, in the order asked for; a view without data for one that
/// the table lacks. `line` is the number of a line, or of a record of an array, from 1.
using ReadRow = std::function<void(std::uint64_t line, std::span<const std::string_view> cells)>;

/// Calls `row` for every row of a table, which is text or an .npy array. Returns whether the table
/// has the optional column. Throws InputError with file and line.
///
/// Text: the columns are named by a header, in any order among others, or there is no header and
/// exactly the wanted columns, or all but the optional one, in the order asked for. The first row
/// tells what separates cells (find_delimiter); between tabs, cells are taken as they are, else
/// they may be quoted (RFC 4180). Comments with # may stand before the first row, empty lines
/// anywhere. kTextPadding zero bytes follow the text.
///
/// .npy: records whose fields have the names, in any order among others, or a two-dimensional array
/// with exactly the wanted columns.
[[nodiscard]] bool read_rows(const std::string& path, std::string_view bytes,
                             const WantedColumns& wanted, const ReadRow& row);

/// The two kinds of read_rows.
[[nodiscard]] bool read_text_rows(const std::string& path, std::string_view text,
                                  const WantedColumns& wanted, const ReadRow& row);
[[nodiscard]] bool read_npy_rows(const std::string& path, std::string_view bytes,
                                 const WantedColumns& wanted, const ReadRow& row);

}  // namespace strider
