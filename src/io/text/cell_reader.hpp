// The rows of a table, cut into cells.
#pragma once

#include <csv.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strider {

/// One field of a line, without the blanks and the quotes around it.
struct Field {
  const char* at;
  std::string_view text;
};

/// Moves `at` behind the next field and its delimiter, which is one character, or ' ' for any
/// blanks; returns the field. A field between quotes ends with them if the delimiter is ' '.
[[nodiscard]] Field next_field(const char*& at, char delimiter);

/// The delimiter of the line at `at`: a tab, else a semicolon, else a comma, else blanks. Quoted
/// text does not count, nor do tabs next to one of the others.
[[nodiscard]] char find_delimiter(const char* at);

enum class RowRules : std::uint8_t {
  kEdgeList,  ///< comments are no rows
  kResult     ///< '#' may begin a label, and cells between tabs are all that stands there
};

/// Reads rows one by one: those of RFC 4180, where quotes protect delimiters and line ends, or
/// fields between blanks, of which it gives the first 65536. Empty lines are no rows.
class CellReader {
 public:
  /// `text` must end in zero bytes (kTextPadding), and outlives the reader.
  CellReader(std::string_view text, char delimiter, RowRules rules = RowRules::kEdgeList);

  /// Moves to the next row; false at the end. Throws ParseFault if a quote is not closed, if text
  /// follows it, or if a carriage return stands within a line.
  [[nodiscard]] bool next();
  /// The cells of the row, without the blanks and quotes around them; valid until next().
  [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }
  /// Where the row begins in the text.
  [[nodiscard]] const char* row() const { return row_; }

 private:
  void split_at_blanks();
  void split_at_delimiters();
  void parse_record();
  static void on_cell(void* text, std::size_t size, void* reader);
  static void on_row(int end, void* reader);

  const char* at_;
  const char* end_;
  const char* row_;
  std::uint64_t rows_read_ = 0;
  char delimiter_;
  RowRules rules_;
  std::unique_ptr<csv_parser, void (*)(csv_parser*)> parser_;
  std::vector<std::string_view> cells_;
  std::vector<std::string> unquoted_;  // the cells of a row that has quotes
  int rows_ended_ = 0;                 // in the line that is parsed
};

}  // namespace strider
