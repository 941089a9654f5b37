// Results as Parquet files. They are stored by columns and end with a directory of all rows, so no
// rows can be encoded apart, as those of other formats are (encoder.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "io/results/table.hpp"

namespace strider {

/// A file that takes the rows of a table in their order. It appears in finish(), or not at all.
class TableFile {
 public:
  TableFile() = default;
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  virtual ~TableFile() = default;

  /// The cells of any number of rows. The bytes of the file do not depend on it. Throws InputError
  /// if the file cannot be written, UsageError if the format cannot hold a value.
  virtual void append(std::span<const Cell> cells) = 0;
  /// To be called once, behind the last row. Throws InputError.
  virtual void finish() = 0;
};

/// Throws UnavailableError, with the line that converts a .csv file, if this build has no Arrow
/// library.
void require_parquet(const std::string& path);

/// Labels are int64 or strings, levels and other counts int64, distances float64 or float32 for
/// float weights; weights and scores have their own type. Unreached: null, distances infinite.
/// Throws UnavailableError as require_parquet does; InputError; UsageError if text labels are not
/// UTF-8. `labels` outlive it. O(1), or O(total length of text labels).
[[nodiscard]] std::unique_ptr<TableFile> make_parquet_file(const TableSchema& schema,
                                                           const Labels& labels,
                                                           std::uint64_t num_vertices,
                                                           const std::string& path);

}  // namespace strider
