// The cells of a row of text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace strider {

/// What separates cells.
enum class CellSeparator : std::uint8_t {
  kTab,
  kComma,  ///< cells may be quoted, as RFC 4180 says
  kBlank   ///< any number of blanks, or a comma
};

/// What separates the cells of a file whose first row is `line`.
[[nodiscard]] CellSeparator separator_of(std::string_view line);

/// Takes rows off a text, one after the other.
class RowSplitter {
 public:
  /// `path` is named by errors. Both outlive it.
  RowSplitter(const std::string& path, std::string_view text) : path_(path), rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  /// The line, from 1, that begins what is left.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// The next line without its end; it is not taken.
  [[nodiscard]] std::string_view peek_line() const;
  void skip_line();
  /// The cells of the next row, valid until the next call. Only quoted cells go past the end of a
  /// line. Throws InputError with file and line if a quote is not closed, or if text follows it.
  const std::vector<std::string_view>& take_row(CellSeparator separator);

 private:
  void take_csv_row();
  std::string_view take_quoted();
  std::string_view take_plain();

  const std::string& path_;
  std::string_view rest_;
  std::uint64_t line_ = 1;
  std::vector<std::string_view> cells_;
  std::deque<std::string> unquoted_;  // cells of the row that had quotes inside quotes
};

}  // namespace strider
