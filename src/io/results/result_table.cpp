#include "io/results/result_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "strider/error.hpp"

namespace strider {
namespace {

using Cells = std::vector<std::string_view>;

/// The places of the columns in a header; empty where the cells are none.
std::vector<std::size_t> places_in_header(std::span<const std::string_view> columns,
                                          const Cells& cells) {
  std::vector<std::size_t> places;
  for (const std::string_view column : columns) {
    const auto found = std::find(cells.begin(), cells.end(), column);
    if (found == cells.end()) return {};
    places.push_back(static_cast<std::size_t>(found - cells.begin()));
  }
  return places;
}

/// The value of a key in a Python dictionary of one level, up to the comma or brace behind it.
std::string_view python_value(std::string_view dictionary, std::string_view key) {
  const std::size_t at = dictionary.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view value = dictionary.substr(at + key.size());
  value.remove_prefix(std::min(value.find_first_not_of(": "), value.size()));
  int depth = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '[' || value[i] == '(') ++depth;
    if (value[i] == ']' || value[i] == ')') --depth;
    if (depth == 0 && (value[i] == ',' || value[i] == '}')) return value.substr(0, i);
  }
  return {};
}

}  // namespace

void split_cells(std::string_view line, std::vector<std::string_view>& cells) {
  cells.clear();
  const bool tabs = line.find('\t') != std::string_view::npos;
  const std::string_view separators = tabs ? "\t" : " ,";
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    if (end > 0 || tabs) cells.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
}

void read_table(const std::string& path, std::string_view text,
                std::span<const std::string_view> columns, const TableRow& row) {
  Cells cells;
  Cells wanted(columns.size());
  std::vector<std::size_t> places;
  std::size_t width = 0;
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view content = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.ends_with('\r')) content.remove_suffix(1);
    // From the first row on, '#' may begin a label.
    if (content.empty() || (places.empty() && content.front() == '#')) continue;
    split_cells(content, cells);
    if (places.empty()) {
      width = cells.size();
      places = places_in_header(columns, cells);
      if (!places.empty()) continue;
      width = columns.size();
      for (std::size_t i = 0; i < width; ++i) places.push_back(i);
    }
    if (cells.size() != width) {
      throw InputError(path, line,
                       fmt::format("expected {1} columns, {0} among them, found {2}",
                                   fmt::join(columns, ", "), width, cells.size()));
    }
    for (std::size_t i = 0; i < columns.size(); ++i) wanted[i] = cells[places[i]];
    row(line, wanted);
  }
  if (places.empty()) {
    throw InputError(
        path, 0,
        fmt::format("contains neither rows nor a header that names {}", fmt::join(columns, ", ")));
  }
}

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(std::string_view("\x93NUMPY", 6));
}

NpyArray read_npy_head(const std::string& path, std::string_view bytes) {
  constexpr std::size_t kPreamble = 10;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < kPreamble || byte(6) != 1) {
    throw InputError(path, 0, "expected an .npy file of version 1.0");
  }
  const std::size_t length = byte(8) + 256U * byte(9);
  if (bytes.size() < kPreamble + length) throw InputError(path, 0, "the .npy file ends too early");
  const std::string_view head = bytes.substr(kPreamble, length);
  NpyArray array{python_value(head, "'descr'"), python_value(head, "'shape'"),
                 bytes.substr(kPreamble + length)};
  if (array.descr.empty() || array.shape.empty() ||
      python_value(head, "'fortran_order'") != "False") {
    throw InputError(path, 0, "expected an .npy array in C order");
  }
  return array;
}

}  // namespace strider
