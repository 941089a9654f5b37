#include "io/text/edge_list_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/text.hpp"
#include "io/column_names.hpp"
#include "io/input_file.hpp"
#include "io/text/cell_reader.hpp"
#include "io/text/line_chunks.hpp"
#include "io/text/rows.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using Cells = std::vector<std::string>;

/// An integer of any sign: the parser of rows refuses negative ones with their line.
bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_number(std::string_view text) {
  ScannedWeight weight{};
  return !text.empty() && parse_weight(text, weight);
}

/// What programs write where they have no value.
bool is_missing(std::string_view cell) {
  return cell.empty() || cell == "NA" || cell == "nan" || cell == "NaN";
}

/// What only a label can be: it has a letter and is no number.
bool is_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  };
  return std::any_of(text.begin(), text.end(), is_letter) && !is_number(text) && !is_missing(text);
}

/// A row that decisions are made from.
struct SampledRow {
  const char* at;
  Cells cells;
};

/// The first rows of `text`, cut at `delimiter`, or where that is not set, as the first of them
/// looks.
struct Sample {
  char delimiter = ' ';
  std::vector<SampledRow> rows;
};

/// Rows of numbers may end in a comment; in labels that are words, # and % may be letters.
void drop_comment(Cells& cells) {
  if (cells.size() < 3 || !is_integer(cells[0]) || !is_integer(cells[1])) return;
  const auto begins_comment = [](const std::string& cell) {
    return cell.starts_with('#') || cell.starts_with('%') || cell.starts_with("//");
  };
  cells.erase(std::find_if(cells.begin() + 2, cells.end(), begins_comment), cells.end());
}

Sample sample_rows(std::string_view text, std::optional<char> delimiter, std::size_t most_rows) {
  Sample sample;
  sample.delimiter = delimiter.value_or(find_delimiter(text.data()));
  CellReader reader(text, sample.delimiter);
  constexpr std::size_t kMostCells = std::size_t{1} << 18;
  for (std::size_t cells = 0; sample.rows.size() < most_rows && cells < kMostCells && reader.next();
       cells += reader.cells().size()) {
    sample.rows.push_back({reader.row(), Cells(reader.cells().begin(), reader.cells().end())});
    drop_comment(sample.rows.back().cells);
  }
  return sample;
}

/// Moves behind the comments and empty lines at the start of `text`, and reads them.
std::string_view skip_comments(std::string_view text, EdgeListComments& comments) {
  const char* const end = text.data() + text.size();
  const char* at = skip_blanks(text.data());
  for (; at < end && (*at == '\n' || is_comment(at)); at = skip_blanks(at)) {
    if (*at != '\n') read_edge_list_comment(at, comments);
    at = std::min(find_line_end(at, end) + 1, end);
  }
  return {std::min(at, end), static_cast<std::size_t>(end - std::min(at, end))};
}

std::string_view from(const char* at, std::string_view text) {
  return text.substr(static_cast<std::size_t>(at - text.data()));
}

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

/// Whether the first row names the columns. Over labels that are words nothing is certain, so the
/// choice is noted.
bool is_title_row(const std::vector<SampledRow>& rows, TableHeader header,
                  const EdgeListComments& comments, std::vector<std::string>& notes) {
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

/// Without names, a third column is the weight.
void guess_weight(const SampledRow& row, EdgeListLayout& layout) {
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
    layout.notes.emplace_back("the attributes in braces are not read");
  } else {
    fail_at(row.at, fmt::format("expected a weight in column 3, found {}; --weight-column none "
                                "reads the edges without it",
                                in_quotes(row.cells[2])));
  }
}

/// "edge-number source target length": the road networks of F. Li et al.
void use_cedge(const SampledRow& row, EdgeListLayout& layout) {
  if (row.cells.size() != 4) {
    fail_at(row.at, "expected four columns in a .cedge file: edge, source, target, length");
  }
  layout.source_column = 1;
  layout.target_column = 2;
  layout.weight_column = 3;
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

/// Which columns of the sampled rows hold numbers only.
std::vector<bool> columns_of_numbers(const std::vector<SampledRow>& rows) {
  std::vector<bool> numbers(rows[0].cells.size(), true);
  for (const SampledRow& row : rows) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = numbers[i] && i < row.cells.size() && is_number(row.cells[i]);
    }
  }
  return numbers;
}

EdgeListRows kind_of_rows(const EdgeListLayout& layout, const std::vector<bool>& numbers) {
  const bool usual = std::strchr(" ,;\t", layout.delimiter) != nullptr;
  const bool numbers_only =
      !layout.text_labels && std::find(numbers.begin(), numbers.end(), false) == numbers.end();
  // Who quotes numbers quotes them in the first row, too.
  const std::string_view searched =
      numbers_only ? layout.body.substr(0, layout.body.find('\n')) : layout.body;
  if (!usual || (layout.delimiter != ' ' && searched.find('"') != std::string_view::npos)) {
    return EdgeListRows::kCells;
  }
  return layout.text_labels ? EdgeListRows::kWords : EdgeListRows::kNumbers;
}

bool names_columns(const ReadOptions& options) {
  return !options.table.source_column.empty() || !options.table.target_column.empty() ||
         !options.weight_column.empty();
}

/// The names of the columns of `row`; none if there are none. Programs that write the numbers of
/// rows give that column no name.
Cells names_of_columns(Cells names, const SampledRow& row) {
  if (names.empty() || names.size() == row.cells.size()) return names;
  if (names.size() + 1 != row.cells.size()) {
    fail_at(row.at, fmt::format("expected {} columns, as many as have names, found {}",
                                names.size(), row.cells.size()));
  }
  names.insert(names.begin(), "");
  return names;
}

/// What a column "type" says of all sampled rows, as Gephi writes it.
std::optional<Directedness> direction_in_rows(const Cells& names,
                                              const std::vector<SampledRow>& rows) {
  const auto type = std::find_if(names.begin(), names.end(),
                                 [](const auto& name) { return lower_case(name) == "type"; });
  if (type == names.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(type - names.begin());
  const auto all_say = [&](std::string_view word) {
    return std::all_of(rows.begin(), rows.end(), [&](const SampledRow& row) {
      return column < row.cells.size() && lower_case(row.cells[column]) == word;
    });
  };
  if (all_say("undirected")) return Directedness::kUndirected;
  return all_say("directed") ? std::optional(Directedness::kDirected) : std::nullopt;
}

/// Whether the vertices are words: the first row has one, or a later one of `rows`, which is noted.
bool has_words(const NamedText& input, const std::vector<SampledRow>& rows,
               EdgeListLayout& layout) {
  const auto end = [&](const SampledRow& row, unsigned column) -> std::string_view {
    return column < row.cells.size() ? std::string_view(row.cells[column]) : std::string_view();
  };
  if (!is_integer(end(rows[0], layout.source_column)) ||
      !is_integer(end(rows[0], layout.target_column))) {
    return true;
  }
  for (const SampledRow& row : rows) {
    for (const unsigned column : {layout.source_column, layout.target_column}) {
      if (!is_word(end(row, column))) continue;
      layout.notes.push_back(fmt::format("the vertices are words, because line {} has {} for one",
                                         line_of(input.text, row.at), in_quotes(end(row, column))));
      return true;
    }
  }
  return false;
}

/// Decides which columns are the edge. Precondition: there is a row.
void find_columns(const NamedText& input, const Cells& names, const std::vector<SampledRow>& rows,
                  const ReadOptions& options, EdgeListLayout& layout) {
  const SampledRow& row = rows[0];
  if (row.cells.size() < 2) {
    fail_at(row.at,
            fmt::format("expected an edge, two columns or more, found {}", quote_field(row.at)));
  }
  layout.columns = static_cast<unsigned>(row.cells.size());
  const std::vector<bool> numbers = columns_of_numbers(rows);
  if (without_compression_suffix(input.name).ends_with(".cedge") && !names_columns(options)) {
    use_cedge(row, layout);
  } else {
    const ColumnFacts columns{names_of_columns(names, row), numbers};
    const EdgeColumns found = find_edge_columns(columns, options, layout.notes);
    layout.source_column = found.source;
    layout.target_column = found.target;
    layout.weight_column = found.weight;
    if (columns.names.empty() && options.weight_column.empty()) guess_weight(row, layout);
    const auto direction = direction_in_rows(columns.names, rows);
    if (direction && !layout.comments.directedness) {
      layout.comments.directedness = direction;
      layout.comments.directedness_reason = "the column of types says so";
    }
  }
  layout.text_labels = layout.comments.labels_are_text || has_words(input, rows, layout);
  layout.rows = kind_of_rows(layout, numbers);
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
  Cells names;
  std::size_t above = 0;  // rows above the first edge
  if (is_title_row(rows, options.table.header, layout.comments, layout.notes)) {
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
  return layout;
}

}  // namespace strider
