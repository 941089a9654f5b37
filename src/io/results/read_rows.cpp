#include "io/results/read_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "io/input_file.hpp"
#include "io/results/split_row.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using RowCells = std::vector<std::string_view>;

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

/// Which cell of a row each wanted column is.
struct ColumnPlaces {
  std::vector<std::size_t> places;
  std::size_t width = 0;
};

bool has_cell(const RowCells& cells, std::string_view name) {
  return std::find(cells.begin(), cells.end(), name) != cells.end();
}

/// Whether the first row is a header: it names two of the columns, and has no number.
bool is_header(const RowCells& cells, const WantedColumns& wanted) {
  const auto named = std::count_if(wanted.names.begin(), wanted.names.end(),
                                   [&](std::string_view name) { return has_cell(cells, name); });
  double number = 0;
  return named >= 2 && std::none_of(cells.begin(), cells.end(), [&](std::string_view cell) {
           return parse_cell(cell, number);
         });
}

RowCells required(const WantedColumns& wanted) {
  RowCells names(wanted.names.begin(), wanted.names.end());
  std::erase(names, wanted.optional);
  return names;
}

ColumnPlaces named_places(const std::string& path, std::uint64_t line, const RowCells& cells,
                          const WantedColumns& wanted) {
  ColumnPlaces columns{{}, cells.size()};
  for (const std::string_view name : wanted.names) {
    const auto found = std::find(cells.begin(), cells.end(), name);
    if (found == cells.end() && name != wanted.optional) {
      throw InputError(
          path, line,
          fmt::format("expected the columns {} in the header", fmt::join(required(wanted), ", ")));
    }
    columns.places.push_back(
        found == cells.end() ? kAbsent : static_cast<std::size_t>(found - cells.begin()));
  }
  return columns;
}

ColumnPlaces unnamed_places(const std::string& path, std::uint64_t line, std::size_t width,
                            const WantedColumns& wanted) {
  const RowCells needed = required(wanted);
  if (width != wanted.names.size() && width != needed.size()) {
    std::string expected = fmt::format("'{}'", fmt::join(wanted.names, " "));
    if (!wanted.optional.empty()) expected += fmt::format(" or '{}'", fmt::join(needed, " "));
    throw InputError(
        path, line,
        fmt::format("expected {}, found {} column{}", expected, width, width == 1 ? "" : "s"));
  }
  ColumnPlaces columns{{}, width};
  std::size_t next = 0;
  for (const std::string_view name : wanted.names) {
    const bool is_absent = width != wanted.names.size() && name == wanted.optional;
    columns.places.push_back(is_absent ? kAbsent : next++);
  }
  return columns;
}

}  // namespace

bool read_rows(const std::string& path, std::string_view bytes, const WantedColumns& wanted,
               const ReadRow& row) {
  if (without_compression_suffix(path).ends_with(".json")) {
    throw InputError(path, 0, "results in .json cannot be checked: write .csv or .npy instead");
  }
  const bool is_npy = bytes.starts_with(std::string_view("\x93NUMPY", 6));
  return is_npy ? read_npy_rows(path, bytes, wanted, row)
                : read_text_rows(path, bytes, wanted, row);
}

bool read_text_rows(const std::string& path, std::string_view text, const WantedColumns& wanted,
                    const ReadRow& row) {
  RowSplitter splitter(path, text);
  ColumnPlaces columns;
  CellSeparator separator = CellSeparator::kBlank;
  RowCells ordered(wanted.names.size());
  while (!splitter.at_end()) {
    const std::uint64_t line = splitter.line();
    const std::string_view content = splitter.peek_line();
    const bool is_first = columns.places.empty();
    // From the first row on, '#' may begin a label.
    if (content.empty() || (is_first && content.front() == '#')) {
      splitter.skip_line();
      continue;
    }
    if (is_first) separator = separator_of(content);
    const RowCells& cells = splitter.take_row(separator);
    if (is_first && is_header(cells, wanted)) {
      columns = named_places(path, line, cells, wanted);
      continue;
    }
    if (is_first) columns = unnamed_places(path, line, cells.size(), wanted);
    if (cells.size() != columns.width) {
      throw InputError(path, line,
                       fmt::format("expected {} columns, found {}", columns.width, cells.size()));
    }
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      ordered[i] = columns.places[i] == kAbsent ? std::string_view() : cells[columns.places[i]];
    }
    row(line, ordered);
  }
  if (columns.places.empty()) {
    throw InputError(path, 0,
                     fmt::format("contains neither rows nor a header that names {}",
                                 fmt::join(required(wanted), ", ")));
  }
  return std::find(columns.places.begin(), columns.places.end(), kAbsent) == columns.places.end();
}

}  // namespace strider
