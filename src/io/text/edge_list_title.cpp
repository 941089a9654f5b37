#include "io/text/edge_list_title.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/quote.hpp"
#include "io/column_names.hpp"

namespace strider {
namespace {

/// Whether a cell of the first row occurs again as an end of an edge.
bool recurs(const std::vector<SampledRow>& rows) {
  const Cells& first = rows[0].cells;
  return std::any_of(rows.begin() + 1, rows.end(), [&](const SampledRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [&](const std::string& cell) {
      return std::find(first.begin(), first.end(), cell) != first.end();
    });
  });
}

/// Whether numbers stand below the first row, and none in it.
bool is_above_numbers(const std::vector<SampledRow>& rows) {
  const Cells& first = rows[0].cells;
  bool above_numbers = false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    const bool numbers = std::all_of(rows.begin() + 1, rows.end(), [&](const SampledRow& row) {
      return column < row.cells.size() && is_number(row.cells[column]);
    });
    if (!numbers) continue;
    const std::string& cell = first[column];
    if (is_number(cell) || (is_missing(cell) && column > 0)) return false;
    above_numbers = true;
  }
  return above_numbers;
}

/// Whether the row names columns as write/edge_list.cpp does.
bool is_written_title(const SampledRow& row) {
  constexpr std::string_view kTitle = "source,target";
  const std::string_view line(row.at, row.at + std::strcspn(row.at, "\r\n"));
  return line == kTitle || line == std::string(kTitle) + ",weight";
}

}  // namespace

bool is_title_row(const Sample& sample, TableHeader header, const EdgeListComments& comments,
                  std::vector<std::string>& notes) {
  const std::vector<SampledRow>& rows = sample.rows;
  if (header != TableHeader::kAuto || rows[0].cells.size() < 2) {
    return header == TableHeader::kPresent;
  }
  const Cells& first = rows[0].cells;
  // Files of this library say the direction, too, and have names of columns in one way.
  if (comments.says_labels() && comments.directedness) return is_written_title(rows[0]);
  const bool named = name_edge_ends(first) && !recurs(rows);
  const bool numbers = rows.size() > 1 && std::all_of(first.begin(), first.begin() + 2, is_integer);
  if (numbers) return false;
  const bool is_title = named || (rows.size() > 1 && is_above_numbers(rows));
  const Cells& second = rows[std::min<std::size_t>(1, rows.size() - 1)].cells;
  const bool words = second.size() < 2 || !is_integer(second[0]) || !is_integer(second[1]);
  if (is_title && words) {
    notes.push_back(
        fmt::format("the first row ({}) is taken as the names of the columns; "
                    "--no-header reads it as an edge",
                    join_names(first)));
  } else if (words && rows.size() > 1) {
    notes.emplace_back("the first row is read as an edge; --header takes it as names of columns");
  }
  return is_title;
}

bool is_labelled_matrix(const std::vector<SampledRow>& rows) {
  if (rows.size() < 2) return false;
  const Cells& first = rows[0].cells;
  const std::size_t columns = rows[1].cells.size();
  // The column of names may have a name, too, or an empty one.
  const bool named = first.size() == columns;
  if (columns < 3 || (!named && first.size() + 1 != columns)) return false;
  const std::size_t above = named ? 1 : 0;
  const std::size_t names = columns - 1;
  if (rows.size() - 1 > names) return false;
  // Numbers may be edges: 1 2 3, then 2 3 5 and 3 4 6; or their counts and two edges.
  if (named ? is_number(first[0]) : names < 3 && is_number(first[0])) return false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Cells& cells = rows[i].cells;
    if (cells.size() != columns || cells[0] != first[i - 1 + above]) return false;
    if (!std::all_of(cells.begin() + 1, cells.end(),
                     [](const std::string& cell) { return is_number(cell) || is_missing(cell); })) {
      return false;
    }
  }
  return true;
}

std::string advice_on_labelled_matrix(const std::string& name, char delimiter) {
  const std::string separator = delimiter == ' '    ? "r'\\s+'"
                                : delimiter == '\t' ? "'\\t'"
                                                    : fmt::format("'{}'", delimiter);
  return fmt::format(
      "the table is an adjacency matrix with names, which is not read; make edges of it with "
      "pandas:  m = pandas.read_csv({}, index_col=0, sep={}).stack(); "
      "m[m != 0].dropna().to_csv('edges.csv', header=False)",
      in_quotes(name), separator);
}

}  // namespace strider
