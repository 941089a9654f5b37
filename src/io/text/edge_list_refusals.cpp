#include "io/text/edge_list_refusals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/column_names.hpp"
#include "io/input_file.hpp"
#include "io/text/scan.hpp"

namespace strider {
namespace {

bool names_columns(const ReadOptions& options) {
  return !options.table.source_column.empty() || !options.table.target_column.empty() ||
         !options.weight_column.empty();
}

/// Whether the rows are an adjacency matrix whose first row and column are the same names, as
/// pandas and R write it.
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

}  // namespace

void refuse_other_files(const NamedText& input, const Sample& sample, const ReadOptions& options) {
  const std::vector<SampledRow>& rows = sample.rows;
  if (!options.format && without_compression_suffix(input.name).ends_with(".adjlist")) {
    fail_at(rows[0].at,
            fmt::format("adjacency lists of NetworkX are not read; make edges of it with Python:  "
                        "networkx.write_edgelist(networkx.read_adjlist({}), 'edges.txt', "
                        "data=False)",
                        in_quotes(input.name)));
  }
  if (!names_columns(options) && is_labelled_matrix(rows)) {
    fail_at(rows[0].at, advice_on_labelled_matrix(input.name, sample.delimiter));
  }
}

void refuse_other_tables(const Cells& names, const std::vector<SampledRow>& rows,
                         const ReadOptions& options) {
  if (names.size() > 1 && lower_case(names[0]) == "id" && lower_case(names[1]) == "label" &&
      !name_edge_ends(names) && !names_columns(options)) {
    fail_at(rows[0].at,
            fmt::format("the columns {} are those of a table of nodes: give the table of edges, "
                        "or name its columns with --source-column and --target-column",
                        join_names(names)));
  }
  // METIS: n m [fmt [ncon]], then at most n rows.
  constexpr std::size_t kMostHeaderCells = 4;
  const Cells& first = rows[0].cells;
  const auto n = parse_number(first[0]);
  if (!n || *n < rows.size() - 1 || first.size() > kMostHeaderCells ||
      !std::all_of(first.begin(), first.end(), is_integer)) {
    return;
  }
  for (const SampledRow& row : rows) {
    if (row.cells.size() != 1 || !is_integer(row.cells[0])) continue;
    fail_at(row.at, fmt::format("expected an edge, two columns or more, found {}; --format metis "
                                "reads a list of neighbours",
                                in_quotes(row.cells[0])));
  }
}

}  // namespace strider
