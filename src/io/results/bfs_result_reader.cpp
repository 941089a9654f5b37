#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <vector>

#include "base/quote.hpp"
#include "io/input_file.hpp"
#include "io/results/result_table.hpp"
#include "strider/error.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::string_view kNpyMagic("\x93NUMPY", 6);

/// The claim as it is put together, row by row.
class Rows {
 public:
  Rows(const std::string& path, const Labels& labels, Vertex num_vertices)
      : path_(path), labels_(labels), num_vertices_(num_vertices), seen_(num_vertices, 0) {
    claim_.parents = Array<Vertex>(num_vertices, kNoVertex);
    claim_.levels = Array<Level>(num_vertices, kUnreached);
  }

  void add(std::uint64_t line, std::string_view vertex, std::string_view parent,
           std::optional<std::string_view> level) {
    const auto v = labels_.find(vertex, num_vertices_);
    if (!v) fail(line, fmt::format("the graph has no vertex {}", in_quotes(vertex)));
    if (seen_[*v] != 0) fail(line, fmt::format("vertex {} has a second row", in_quotes(vertex)));
    seen_[*v] = 1;
    if (level) claim_.levels[*v] = parse_level(line, *level);
    if (!is_unreached(parent, level.has_value(), claim_.levels[*v])) {
      claim_.parents[*v] = labels_.find(parent, num_vertices_).value_or(num_vertices_);
      if (claim_.parents[*v] == *v) note_source(*v);
    }
  }

  SubmittedBfs finish(bool has_levels) {
    claim_.has_levels = has_levels;
    if (sources_ != 1) claim_.source.reset();
    if (!has_levels) derive_levels();
    return std::move(claim_);
  }

  [[noreturn]] void fail(std::uint64_t line, const std::string& message) const {
    throw InputError(path_, line, message);
  }

 private:
  /// A vertex may be called "-1" too; then the level tells.
  [[nodiscard]] bool is_unreached(std::string_view parent, bool has_level, Level level) const {
    if (parent != "-1") return false;
    if (has_level && level == kUnreached) return true;
    return !labels_.find(parent, num_vertices_);
  }

  void note_source(Vertex v) {
    claim_.source = v;
    ++sources_;
  }

  Level parse_level(std::uint64_t line, std::string_view text) const {
    if (text == "-1") return kUnreached;
    std::uint64_t level = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), level);
    if (error != std::errc{} || end != text.data() + text.size()) {
      fail(line, fmt::format("expected a level, found {}", in_quotes(text)));
    }
    constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
    if (level == kLdbcUnreached) return kUnreached;
    // A level past all others is as wrong as any: it must only stay a level.
    return static_cast<Level>(std::min<std::uint64_t>(level, kUnreached - 1));
  }

  /// A vertex's level is its parent's plus one. What hangs on a cycle gets none.
  void derive_levels() {
    if (!claim_.source) return;
    claim_.levels[*claim_.source] = 0;
    std::vector<Vertex> path;
    // 1: has a row; 2: on a path walked already, with its level known if it has one.
    std::vector<std::uint8_t>& state = seen_;
    state[*claim_.source] = 2;
    for (Vertex start = 0; start < num_vertices_; ++start) {
      Vertex v = start;
      while (v < num_vertices_ && state[v] != 2) {
        state[v] = 2;
        path.push_back(v);
        v = claim_.parents[v];
      }
      Level level = v < num_vertices_ ? claim_.levels[v] : kUnreached;
      for (; !path.empty(); path.pop_back()) {
        if (level != kUnreached) ++level;
        claim_.levels[path.back()] = level;
      }
    }
  }

  const std::string& path_;
  const Labels& labels_;
  Vertex num_vertices_;
  std::vector<std::uint8_t> seen_;
  int sources_ = 0;
  SubmittedBfs claim_;
};

/// Which cell holds what; a column that is not there is as many as there are cells.
struct Columns {
  std::size_t count = 0;
  std::size_t vertex = 0;
  std::size_t level = 0;
  std::size_t parent = 0;
  [[nodiscard]] bool has_levels() const { return level < count; }
};

Columns named_columns(const std::string& path, const std::vector<std::string_view>& names) {
  const auto place = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const Columns columns{names.size(), place("vertex"), place("level"), place("parent")};
  if (columns.vertex == columns.count || columns.parent == columns.count) {
    throw InputError(path, 1, "expected the columns vertex and parent in the header");
  }
  return columns;
}

Columns unnamed_columns(const std::string& path, std::uint64_t line, std::size_t count) {
  if (count == 2) return {2, 0, 2, 1};
  if (count == 3) return {3, 0, 1, 2};
  throw InputError(
      path, line,
      fmt::format("expected 'vertex level parent' or 'vertex parent', found {} column{}", count,
                  count == 1 ? "" : "s"));
}

SubmittedBfs read_rows(const std::string& path, std::string_view text, Rows& rows) {
  std::vector<std::string_view> cells;
  std::optional<Columns> columns;
  std::uint64_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    // From the first row on, '#' may begin a label.
    if (line.empty() || (!columns && line.front() == '#')) continue;
    split_cells(line, cells);
    if (!columns) {
      if (std::find(cells.begin(), cells.end(), "vertex") != cells.end()) {
        columns = named_columns(path, cells);
        continue;
      }
      columns = unnamed_columns(path, number, cells.size());
    }
    if (cells.size() != columns->count) {
      rows.fail(number, fmt::format("expected {} columns, found {}", columns->count, cells.size()));
    }
    rows.add(number, cells[columns->vertex], cells[columns->parent],
             columns->has_levels() ? std::optional(cells[columns->level]) : std::nullopt);
  }
  if (!columns) throw InputError(path, 0, "contains no rows");
  return rows.finish(columns->has_levels());
}

SubmittedBfs read_npy(const std::string& path, std::string_view bytes, Rows& rows) {
  constexpr std::size_t kPreamble = 10;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() < kPreamble || byte(6) != 1) {
    throw InputError(path, 0, "expected an .npy file of version 1.0");
  }
  const std::size_t length = byte(8) + 256U * byte(9);
  const std::string_view header = bytes.substr(kPreamble, length);
  bytes.remove_prefix(std::min(kPreamble + length, bytes.size()));
  using Row = std::array<std::int64_t, 3>;
  if (header.find("'<i8'") == std::string_view::npos ||
      header.find("'fortran_order': False") == std::string_view::npos ||
      header.find(fmt::format("({}, 3)", bytes.size() / sizeof(Row))) == std::string_view::npos ||
      bytes.size() % sizeof(Row) != 0) {
    throw InputError(path, 0, "expected an n x 3 array of int64 in C order: vertex, level, parent");
  }
  for (std::uint64_t line = 1; !bytes.empty(); ++line) {
    Row row;
    std::memcpy(row.data(), bytes.data(), sizeof(row));
    bytes.remove_prefix(sizeof(row));
    const auto text = [](std::int64_t value) { return fmt::format("{}", value); };
    rows.add(line, text(row[0]), text(row[2]), text(row[1]));
  }
  return rows.finish(true);
}

}  // namespace

SubmittedBfs read_bfs_result(const std::string& path, const Labels& labels, Vertex num_vertices) {
  if (without_compression_suffix(path).ends_with(".ldbc")) {
    throw InputError(path, 0,
                     "an .ldbc file holds levels without parents, so the tree cannot be checked: "
                     "write .tsv or .npy instead");
  }
  const InputFile file = InputFile::open(path);
  const std::string_view content = file.bytes();
  Rows rows(path, labels, num_vertices);
  return content.starts_with(kNpyMagic) ? read_npy(path, content, rows)
                                        : read_rows(path, content, rows);
}

}  // namespace strider
