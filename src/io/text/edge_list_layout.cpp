#include "io/text/edge_list_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "io/column_names.hpp"
#include "io/input_file.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/edge_list_refusals.hpp"
#include "io/text/edge_list_sample.hpp"
#include "io/text/edge_list_title.hpp"
#include "io/text/line_chunks.hpp"
#include "io/text/rows.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Moves behind the comments and empty lines at the start of `text`, and reads them.
std::string_view skip_comments(std::string_view text, EdgeListComments& comments) {
  const char* const end = text.data() + text.size();
  const char* const at = skip_to_row(text.data(), end, [&](const char* line) {
    if (!is_comment(line)) return false;
    read_edge_list_comment(line, comments);
    return true;
  });
  return {at, static_cast<std::size_t>(end - at)};
}

std::string_view from(const char* at, std::string_view text) {
  return text.substr(static_cast<std::size_t>(at - text.data()));
}

/// Without names, a third column is the weight.
void guess_weight(const std::vector<SampledRow>& rows, EdgeListLayout& layout) {
  const SampledRow& row = rows[0];
  constexpr unsigned kThird = 2;
  const bool is_end = layout.source_column == kThird || layout.target_column == kThird;
  if (row.cells.size() <= kThird || is_end) return;
  if (layout.comments.without_weights) {
    layout.notes.emplace_back(
        "column 3 is not read: the header says that the edges have no weights");
  } else if (is_number(row.cells[2])) {
    layout.weight_column = kThird;
    if (row.cells.size() > 3) {
      layout.notes.push_back(fmt::format(
          "column 3 is read as the weight; {} not read",
          row.cells.size() == 4 ? "column 4 is"
                                : fmt::format("columns 4 to {} are", row.cells.size())));
    }
  } else if (row.cells[2].starts_with('{')) {
    layout.notes.emplace_back(
        "the attributes in braces are not read; networkx.write_weighted_edgelist writes weights "
        "that are");
  } else {
    // Prose has rows of many lengths.
    const bool is_table = std::all_of(rows.begin(), rows.end(), [&](const SampledRow& other) {
      return other.cells.size() == row.cells.size();
    });
    fail_at(row.at,
            fmt::format("column 3: {}{}", describe_bad_weight(row.cells[2]),
                        is_table ? "; --weight-column none reads the edges without it" : ""));
  }
}

/// "edge-number source target length": the road networks of F. Li et al.
void use_cedge(const SampledRow& row, ColumnFacts& columns, EdgeListLayout& layout) {
  if (row.cells.size() != 4) {
    fail_at(row.at, "expected four columns in a .cedge file: edge, source, target, length");
  }
  if (columns.names.empty()) columns.names = {"edge", "source", "target", "weight"};
  if (layout.comments.directedness) return;
  layout.comments.directedness = Directedness::kUndirected;
  layout.comments.directedness_reason = "a .cedge file lists each road once";
}

/// Lines before the edges that hold nothing but counts: the number of such lines.
///
/// A line of one number is no edge, so it is the number of vertices, and of edges where a second
/// one follows. A line of two is both counts where edges have more columns than two; where they
/// have two as well, only the whole file can tell (edge_list.cpp).
std::size_t read_announcement(const std::vector<SampledRow>& rows, EdgeListLayout& layout) {
  const auto count = [&](std::size_t row, std::size_t cell) -> std::optional<std::uint64_t> {
    if (row >= rows.size() || cell >= rows[row].cells.size()) return std::nullopt;
    return parse_number(rows[row].cells[cell]);
  };
  const std::optional<std::uint64_t> n = count(0, 0);
  if (!n) return 0;
  const std::size_t cells = rows[0].cells.size();
  const bool pair = cells == 2 && count(0, 1) && rows.size() > 1 && rows[1].cells.size() >= 3;
  if (cells != 1 && !pair) return 0;
  layout.announced_vertices = n;
  layout.announcement = rows[0].at;
  if (pair) {
    layout.announced_edges = count(0, 1);
    return 1;
  }
  if (rows.size() < 2 || rows[1].cells.size() != 1 || !count(1, 0)) return 1;
  layout.announced_edges = count(1, 0);
  return 2;
}

/// Which columns of the sampled rows look as if they hold numbers only.
std::vector<bool> columns_of_numbers(const std::vector<SampledRow>& rows) {
  std::vector<bool> numbers(rows[0].cells.size(), true);
  for (const SampledRow& row : rows) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = numbers[i] && i < row.cells.size() && looks_like_number(row.cells[i]);
    }
  }
  return numbers;
}

EdgeListRows kind_of_rows(const EdgeListLayout& layout, const std::vector<bool>& numbers) {
  const bool usual = std::strchr(" ,;\t", layout.delimiter) != nullptr;
  // Words between blanks are cut with their quotes (next_field), and in parallel.
  if (layout.text_labels && layout.delimiter == ' ') return EdgeListRows::kWords;
  const bool numbers_only =
      !layout.text_labels && std::find(numbers.begin(), numbers.end(), false) == numbers.end();
  // Programs that quote numbers quote them in every row, so the first row tells.
  const std::string_view searched =
      numbers_only ? layout.body.substr(0, layout.body.find('\n')) : layout.body;
  if (!usual || searched.find('"') != std::string_view::npos) return EdgeListRows::kCells;
  return layout.text_labels ? EdgeListRows::kWords : EdgeListRows::kNumbers;
}

/// Whether the first cells of the rows are numbers that a program gave to the rows: they alone are
/// quoted, or count from 0 or 1.
bool begin_with_row_numbers(const std::vector<SampledRow>& rows) {
  const bool quoted = std::all_of(rows.begin(), rows.end(), [](const SampledRow& row) {
    const std::string_view line(row.at, std::strcspn(row.at, "\n"));
    return line.starts_with('"') && std::count(line.begin(), line.end(), '"') == 2;
  });
  if (quoted) return true;
  std::uint64_t next = rows[0].cells[0] == "0" ? 0 : 1;
  const bool counted = std::all_of(rows.begin(), rows.end(), [&](const SampledRow& row) {
    return !row.cells.empty() && parse_number(row.cells[0]) == next++;
  });
  return counted && rows.size() > 1;
}

/// The names of the columns of the rows; none if there are none. Programs that write the numbers of
/// rows give that column no name.
Cells names_of_columns(const NamedText& input, Cells names, const std::vector<SampledRow>& rows,
                       std::vector<std::string>& notes) {
  const std::size_t cells = rows[0].cells.size();
  if (names.empty() || names.size() == cells) return names;
  const char* const at = rows[0].at;
  if (names.size() > cells) {
    fail_at(at, fmt::format("expected {} columns, as many as have names, found {}", names.size(),
                            cells));
  }
  if (names.size() + 1 != cells || !begin_with_row_numbers(rows)) {
    fail_at(at, fmt::format("the row has {} columns, but only {} have names: name all columns, or "
                            "leave the names out with --skip-lines {}",
                            cells, names.size(), line_of(input.text, at) - 1));
  }
  names.insert(names.begin(), "");
  notes.emplace_back("column 1 has no name and is taken as the numbers of rows");
  return names;
}

/// The column "type" that Gephi writes, and what it says of all rows.
struct Direction {
  unsigned column;
  std::optional<Directedness> value;  ///< unset if the rows differ
};

std::optional<Directedness> directedness_of_type(const Cells& cells, std::size_t column) {
  const std::string word = column < cells.size() ? lower_case(cells[column]) : "";
  if (word == "undirected") return Directedness::kUndirected;
  return word == "directed" ? std::optional(Directedness::kDirected) : std::nullopt;
}

/// Fails where the rows differ and `options` do not say what they are.
std::optional<Direction> direction_in_rows(const Cells& names, const std::vector<SampledRow>& rows,
                                           const ReadOptions& options,
                                           const EdgeListLayout& layout) {
  const auto type = std::find_if(names.begin(), names.end(),
                                 [](const auto& name) { return lower_case(name) == "type"; });
  if (type == names.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(type - names.begin());
  const bool all_say = std::all_of(rows.begin(), rows.end(), [&](const SampledRow& row) {
    return directedness_of_type(row.cells, column).has_value();
  });
  if (!all_say) return std::nullopt;
  const Cells& first = rows[0].cells;
  const Direction direction{static_cast<unsigned>(column), directedness_of_type(first, column)};
  if (layout.comments.directedness) return direction;
  for (CellReader reader(layout.body, layout.delimiter); reader.next();) {
    const Cells cells(reader.cells().begin(), reader.cells().end());
    if (directedness_of_type(cells, column) == direction.value) continue;
    if (options.directedness) return Direction{direction.column, std::nullopt};
    fail_at(reader.row(),
            fmt::format("the edge is {}, but the first is {}: --directed reads each row as one "
                        "arc, --undirected as one edge",
                        in_quotes(column < cells.size() ? cells[column] : ""),
                        in_quotes(first[column])));
  }
  return direction;
}

enum class VertexCells : std::uint8_t { kIntegers, kReals, kWords };

/// The cells of both ends in all of `rows`, with visit(row, cell); stops where that is true.
template <class Visit>
void visit_ends(const std::vector<SampledRow>& rows, const EdgeListLayout& layout,
                const Visit& visit) {
  for (const SampledRow& row : rows) {
    for (const unsigned column : {layout.source_column, layout.target_column}) {
      const bool has = column < row.cells.size();
      if (visit(row, has ? std::string_view(row.cells[column]) : std::string_view())) return;
    }
  }
}

/// What the vertices are. They are words if the first row has one, or a later one of `rows`, which
/// is noted.
VertexCells kind_of_vertices(const NamedText& input, const std::vector<SampledRow>& rows,
                             EdgeListLayout& layout) {
  VertexCells kind = VertexCells::kIntegers;
  visit_ends(rows, layout, [&](const SampledRow& row, std::string_view cell) {
    const bool first = &row == &rows[0];
    if (first ? !is_number(cell) : is_word(cell)) {
      kind = VertexCells::kWords;
      if (!first && is_number(rows[0].cells[layout.source_column])) {
        layout.notes.push_back(fmt::format("the vertices are words, because line {} has {} for one",
                                           line_of(input.text, row.at), in_quotes(cell)));
      }
      return true;
    }
    if (is_number(cell) && !is_integer(cell)) kind = VertexCells::kReals;
    return false;
  });
  return kind;
}

/// Fails where real numbers are those of a matrix, or could be.
void check_reals(const std::vector<SampledRow>& rows, const EdgeListLayout& layout) {
  visit_ends(rows, layout, [](const SampledRow& row, std::string_view cell) {
    if (cell.empty() || !is_number(cell) || is_integer(cell) || vertex_of(cell)) return false;
    fail_at(row.at, fmt::format("vertices are integers, found {}: --format matrix reads a square "
                                "table as an adjacency matrix",
                                in_quotes(cell)));
  });
}

/// Fails where rows of reals could as well be those of a matrix that is small or cut off.
void check_shape_of_reals(const std::vector<SampledRow>& rows) {
  const std::size_t columns = rows[0].cells.size();
  if (columns < 3 || (columns == 3 && rows.size() > 3)) return;
  fail_at(rows[0].at, fmt::format("rows of {} reals may be those of a matrix or edges: --format "
                                  "matrix or --format edgelist reads them",
                                  columns));
}

/// Notes the comments behind the first row that have as many cells as the rows: labels may begin as
/// comments do.
void note_comments_like_rows(const NamedText& input, std::string_view text,
                             EdgeListLayout& layout) {
  const char* const end = text.data() + text.size();
  const char* first = nullptr;
  std::uint64_t count = 0;
  for (const char* at = text.data(); at < end; at = std::min(find_line_end(at, end) + 1, end)) {
    const char* cell = skip_blanks(at);
    if (!is_comment(cell)) continue;
    const char* label = cell;
    while (*label == '#' || *label == '%' || *label == '/') ++label;
    if (is_blank(*label)) continue;  // a sentence rather than a label
    unsigned cells = 0;
    for (; !is_line_end(*cell); cell = skip_blanks(cell), ++cells) {
      static_cast<void>(next_field(cell, layout.delimiter));
    }
    if (cells != layout.columns) continue;
    if (count++ == 0) first = at;
  }
  if (count == 0) return;
  layout.notes.push_back(
      fmt::format("comments that look like rows: {}, the first in line {}; quote labels that begin "
                  "with #, % or //",
                  count, line_of(input.text, first)));
}

/// Decides which columns are the edge. Precondition: there is a row.
void find_columns(const NamedText& input, const Cells& names, const std::vector<SampledRow>& rows,
                  const ReadOptions& options, EdgeListLayout& layout) {
  const SampledRow& row = rows[0];
  if (row.cells.size() < 2) {
    // A zero byte ends a row that has no cell before it.
    const std::string cell = row.cells.empty() ? "" : row.cells[0];
    const auto delimiter = options.table.delimiter;
    fail_at(row.at, fmt::format("expected an edge, two columns or more, found {}{}",
                                cell.empty() ? quote_field(row.at) : in_quotes(cell),
                                delimiter ? fmt::format("; --delimiter '{}' separates columns",
                                                        printable({&*delimiter, 1}))
                                          : ""));
  }
  refuse_other_tables(names, rows, options);
  layout.columns = static_cast<unsigned>(row.cells.size());
  ColumnFacts columns{names_of_columns(input, names, rows, layout.notes), columns_of_numbers(rows)};
  if (without_compression_suffix(input.name).ends_with(".cedge")) use_cedge(row, columns, layout);
  if (const auto direction = direction_in_rows(columns.names, rows, options, layout)) {
    columns.direction = direction->column;
    if (!layout.comments.directedness && direction->value) {
      layout.comments.directedness = direction->value;
      layout.comments.directedness_reason = "the column of types says so";
    }
  }
  const EdgeColumns found = find_edge_columns(columns, options, layout.notes);
  layout.source_column = found.source;
  layout.target_column = found.target;
  layout.weight_column = found.weight;
  if (columns.names.empty() && options.weight_column.empty()) guess_weight(rows, layout);
  const VertexCells vertices =
      layout.comments.labels_are_text ? VertexCells::kWords : kind_of_vertices(input, rows, layout);
  layout.text_labels = vertices == VertexCells::kWords;
  layout.rows = kind_of_rows(layout, columns.are_numbers);
  if (vertices != VertexCells::kReals) return;
  check_reals(rows, layout);
  if (columns.names.empty() && !options.format) check_shape_of_reals(rows);
  layout.rows = EdgeListRows::kCells;
}

/// The text behind its first `lines` lines.
std::string_view skip_lines(std::string_view text, std::uint64_t lines) {
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  for (std::uint64_t line = 0; line < lines; ++line) {
    if (at == end) {
      throw UsageError(fmt::format("--skip-lines {}: the file has only {} lines", lines, line));
    }
    at = std::min(find_line_end(at, end) + 1, end);
  }
  return from(at, text);
}

}  // namespace

std::string hint_at_words(std::string_view cell) {
  return is_word(cell) ? "; with a first line '# Labels: text' vertices are words" : "";
}

EdgeListLayout find_edge_list_layout(const NamedText& input, const ReadOptions& options) {
  // More rows than a human would look at, and still one page of the file.
  constexpr std::size_t kSampledRows = 200;
  EdgeListLayout layout;
  const std::string_view text =
      skip_comments(skip_lines(input.text, options.table.skip_lines), layout.comments);
  if (!layout.comments.directedness) read_edge_list_trailer(text, layout.comments);
  layout.may_have_counts =
      !layout.comments.num_vertices && options.table.header != TableHeader::kAbsent;
  layout.unlisted =
      layout.comments.labels_are_listed ? UnlistedVertices::kLeftOut : options.unlisted;
  Sample sample = sample_rows(text, options.table.delimiter, kSampledRows);
  layout.delimiter = sample.delimiter;
  layout.body = from(text.data() + text.size(), text);
  std::vector<SampledRow>& rows = sample.rows;
  if (rows.empty()) return layout;
  refuse_other_files(input, sample, options);
  Cells names;
  std::size_t above = 0;  // rows above the first edge
  if (is_title_row(sample, options.table.header, layout.comments, layout.notes)) {
    names = rows[0].cells;
    above = 1;
  } else if (name_edge_ends(layout.comments.last_words) &&
             layout.comments.last_words.size() == rows[0].cells.size()) {
    names = layout.comments.last_words;
  } else if (layout.may_have_counts) {
    above = read_announcement(rows, layout);
  }
  if (above > 0 && above < rows.size() && names.empty()) {
    // Counts say nothing about the delimiter of the edges.
    sample = sample_rows(from(rows[above].at, text), options.table.delimiter, kSampledRows);
    layout.delimiter = sample.delimiter;
  } else {
    rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(above));
  }
  if (rows.empty()) return layout;
  layout.body = from(rows[0].at, text);
  find_columns(input, names, rows, options, layout);
  if (layout.text_labels) note_comments_like_rows(input, text, layout);
  return layout;
}

}  // namespace strider
