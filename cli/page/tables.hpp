// Tables of pages, which the script of a page sorts and copies.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "page/markup.hpp"
#include "page/quantity.hpp"

namespace strider::cli {

struct DataColumn {
  std::string name;
  bool is_number = false;  ///< then it is aligned at the right
};

struct DataCell {
  Markup shown;
  std::string exact;  ///< by which it is sorted, and which is copied
};

class DataTable {
 public:
  explicit DataTable(std::vector<DataColumn> columns) : columns_(std::move(columns)) {}
  void row(const std::vector<DataCell>& cells);
  [[nodiscard]] Markup markup() const;

 private:
  std::vector<DataColumn> columns_;
  Markup rows_;
};

/// A value of JSON as a cell.
[[nodiscard]] DataCell data_cell(const Json& value, Unit unit);
/// An array of objects, with a column for each key, and for each key of an object within; at most
/// so many rows, the rest in words.
[[nodiscard]] Markup table_of(const Json& rows, std::size_t most_rows);
/// Folded, with this line above it.
[[nodiscard]] Markup folded(const std::string& summary, const Markup& content);

}  // namespace strider::cli
