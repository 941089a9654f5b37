#include "io/text/edge_list_title.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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
      return column < row.cells.size() && looks_like_number(row.cells[column]);
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
  if (comments.says_labels() && comments.directedness) {
    if (is_written_title(rows[0])) return true;
    // Only between commas does it write names at all.
    if (sample.delimiter != ',') return false;
  }
  const bool named = name_edge_ends(first) && !recurs(rows);
  const bool numbers = rows.size() > 1 && std::all_of(first.begin(), first.begin() + 2, is_number);
  if (numbers) return false;
  const bool is_title = named || (rows.size() > 1 && is_above_numbers(rows));
  const Cells& second = rows[std::min<std::size_t>(1, rows.size() - 1)].cells;
  const bool words = second.size() < 2 || !is_number(second[0]) || !is_number(second[1]);
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

}  // namespace strider
