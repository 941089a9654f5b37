#include "io/results/read_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "io/input_file.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/line_chunks.hpp"
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
  return named >= 2 && std::none_of(cells.begin(), cells.end(), [&](std::string_view cell) {
           return parse_number<double>(cell).has_value();
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

/// `text` without the empty lines and the comments with # before its first row.
std::string_view skip_comments(std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  while (at < end && (*at == '#' || *skip_blanks(at) == '\n')) {
    at = std::min(find_line_end(at, end) + 1, end);
  }
  return {at, static_cast<std::size_t>(end - at)};
}

/// Throws InputError for the formats of results that are only written.
void require_checkable(const std::string& path) {
  const std::string_view name = without_compression_suffix(path);
  for (const std::string_view suffix : {".json", ".parquet"}) {
    if (name.ends_with(suffix)) {
      throw InputError(
          path, 0,
          fmt::format("results in {} cannot be checked: write .csv or .npy instead", suffix));
    }
  }
  if (name.ends_with(".ldbc")) {
    throw InputError(path, 0,
                     "an .ldbc file holds no parents, so the tree cannot be checked: write .tsv, "
                     ".csv or .npy instead");
  }
}

}  // namespace

bool read_rows(const std::string& path, std::string_view bytes, const WantedColumns& wanted,
               const ReadRow& row) {
  require_checkable(path);
  const bool is_npy = bytes.starts_with(std::string_view("\x93NUMPY", 6));
  return is_npy ? read_npy_rows(path, bytes, wanted, row)
                : read_text_rows(path, bytes, wanted, row);
}

bool read_text_rows(const std::string& path, std::string_view text, const WantedColumns& wanted,
                    const ReadRow& row) {
  ColumnPlaces columns;
  RowCells ordered(wanted.names.size());
  std::uint64_t line = 1;
  const char* counted = text.data();
  with_lines({path, text}, [&] {
    const std::string_view rows = skip_comments(text);
    CellReader reader(rows, find_delimiter(rows.data()), RowRules::kResult);
    while (reader.next()) {
      line += count_newlines({counted, static_cast<std::size_t>(reader.row() - counted)});
      counted = reader.row();
      const RowCells& cells = reader.cells();
      if (columns.places.empty() && is_header(cells, wanted)) {
        columns = named_places(path, line, cells, wanted);
        continue;
      }
      if (columns.places.empty()) columns = unnamed_places(path, line, cells.size(), wanted);
      if (cells.size() != columns.width) {
        throw InputError(path, line,
                         fmt::format("expected {} columns, found {}", columns.width, cells.size()));
      }
      for (std::size_t i = 0; i < ordered.size(); ++i) {
        ordered[i] = columns.places[i] == kAbsent ? std::string_view() : cells[columns.places[i]];
      }
      row(line, ordered);
    }
  });
  if (columns.places.empty()) {
    throw InputError(path, 0,
                     fmt::format("contains neither rows nor a header that names {}",
                                 fmt::join(required(wanted), ", ")));
  }
  return std::find(columns.places.begin(), columns.places.end(), kAbsent) == columns.places.end();
}

}  // namespace strider
