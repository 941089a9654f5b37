// Reading tables that other programs may have written.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace strider {

/// A row as text: one cell for each column wanted, in the order asked for.
using TableRow = std::function<void(std::uint64_t line, std::span<const std::string_view> cells)>;

/// Calls `row` for every row of a text table with the columns named, under a header that names them
/// in any order among others, or without a header in the order asked for and no others. Cells are
/// separated by tabs where a line has one, else by spaces or commas. Lines before the first row may
/// be empty or comments with #. Throws InputError with file and line.
void read_table(const std::string& path, std::string_view text,
                std::span<const std::string_view> columns, const TableRow& row);

/// The cells of a line: between tabs where it has one, else between spaces or commas.
void split_cells(std::string_view line, std::vector<std::string_view>& cells);

/// Whether the whole cell is a number.
template <class Number>
[[nodiscard]] bool parse_cell(std::string_view cell, Number& number) {
  const char* const end = cell.data() + cell.size();
  const auto [at, error] = std::from_chars(cell.data(), end, number);
  return at == end && error == std::errc{};
}

/// The rows of an .npy file, version 1.0, of one-dimensional records or a two-dimensional array.
struct NpyArray {
  std::string_view descr;  ///< as Python wrote it
  std::string_view shape;
  std::string_view data;
};
[[nodiscard]] bool is_npy(std::string_view bytes);
/// Throws InputError where it is none in C order. Checks neither descr nor the length of data.
[[nodiscard]] NpyArray read_npy_head(const std::string& path, std::string_view bytes);

}  // namespace strider
