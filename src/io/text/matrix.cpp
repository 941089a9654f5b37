#include "io/text/matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "io/matrix_entries.hpp"
#include "io/readers.hpp"
#include "io/text/rows.hpp"

namespace strider {
namespace {

constexpr std::size_t kLeastRows = 4;
/// Tables of so many rows are looked at whole.
constexpr std::size_t kSmallTable = 8;

/// The rows of a table: lines that are neither blank nor a comment.
class TableRows {
 public:
  explicit TableRows(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  /// The next row, or nullptr.
  const char* next() {
    const char* const row = skip_to_row(at_, end_, is_comment);
    at_ = find_line_end(row, end_);
    return row < end_ ? row : nullptr;
  }

 private:
  const char* at_;
  const char* end_;
};

/// Blanks, or one comma or semicolon.
const char* next_number(const char* at) {
  at = skip_blanks(at);
  return *at == ',' || *at == ';' ? skip_blanks(at + 1) : at;
}

/// The numbers of the row at `at`; nullopt where a field is none.
std::optional<std::vector<double>> numbers_of_row(const char* at) {
  std::vector<double> numbers;
  for (at = skip_blanks(at); !is_line_end(*at); at = next_number(at)) {
    ScannedWeight number{};
    if (scan_weight(at, number) != Scan::kOk) return std::nullopt;
    numbers.push_back(number.value);
  }
  return numbers;
}

/// Whether the row at `at` begins with two integers, as those of edges do.
bool begins_with_vertices(const char* at) {
  for (int end = 0; end < 2; ++end) {
    std::uint64_t vertex = 0;
    at = skip_blanks(at);
    if (scan_unsigned(at, vertex) != Scan::kOk || !is_field_end(*at)) return false;
    at = next_number(at);
  }
  return true;
}

/// As an adjacency matrix mostly is: symmetric, or without self-loops.
bool has_shape_of_adjacency(const std::vector<std::vector<double>>& table) {
  bool symmetric = true;
  bool zero_diagonal = true;
  for (std::size_t row = 0; row < table.size(); ++row) {
    zero_diagonal &= table[row][row] == 0;
    for (std::size_t column = 0; column < row; ++column) {
      symmetric &= table[row][column] == table[column][row];
    }
  }
  return symmetric || zero_diagonal;
}

class MatrixParser {
 public:
  explicit MatrixParser(std::string_view text) : text_(text) {}

  InputEdges parse(const ReadOptions& options) {
    MatrixEntries matrix;
    matrix.n = count_rows();
    check_vertex_count(matrix.n, text_.data());
    std::uint64_t entries = 0;
    matrix.infinite = for_each_entry(matrix.n, [&](Edge, double) { ++entries; });
    detail::Workspace workspace;
    workspace.declare("their places", matrix.edges, entries);
    workspace.declare("their values", matrix.values, entries);
    workspace.take("the entries of a matrix", detail::HostMemory());
    entries = 0;
    for_each_entry(matrix.n, [&](Edge edge, double value) {
      matrix.edges[entries] = edge;
      matrix.values[entries++] = value;
    });
    InputEdges result = list_of_matrix(std::move(matrix), options);
    result.facts.notes.insert(result.facts.notes.begin(),
                              "a square table of numbers is read as an adjacency matrix, not as "
                              "edges");
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t count_rows() const {
    std::uint64_t count = 0;
    for (TableRows rows(text_); rows.next() != nullptr;) ++count;
    return count;
  }

  /// Calls found(edge, value) for each value that is neither zero nor infinite; returns the number
  /// of infinite ones, which in a matrix of distances are no edges.
  template <class F>
  std::uint64_t for_each_entry(std::uint64_t n, const F& found) const {
    TableRows rows(text_);
    std::uint64_t infinite = 0;
    for (std::uint64_t row = 0; row < n; ++row) {
      throw_if_stopped();
      const char* at = rows.next();
      std::uint64_t column = 0;
      for (at = skip_blanks(at); !is_line_end(*at); at = next_number(at), ++column) {
        const double value = expect_weight(at).value;
        if (column == n) {
          fail_at(at, fmt::format("expected {} values, as there are rows, found more", n));
        }
        infinite += std::isinf(value);
        if (value == 0 || std::isinf(value)) continue;
        found({static_cast<Vertex>(row), static_cast<Vertex>(column)}, value);
      }
      if (column < n) {
        fail_at(at, fmt::format("expected {} values, as there are rows, found {}", n, column));
      }
    }
    return infinite;
  }

  std::string_view text_;
};

}  // namespace

bool looks_like_matrix(std::string_view text) {
  TableRows rows(text);
  std::vector<std::vector<double>> table;
  bool begin_with_vertices = true;
  for (const char* row = rows.next(); row != nullptr; row = rows.next()) {
    begin_with_vertices = begin_with_vertices && begins_with_vertices(row);
    auto numbers = numbers_of_row(row);
    if (!numbers || numbers->size() < kLeastRows) return false;
    if (!table.empty() && numbers->size() != table[0].size()) return false;
    table.push_back(std::move(*numbers));
    if (table.size() == kSmallTable) break;
  }
  if (table.empty()) return false;
  const std::size_t columns = table[0].size();
  std::size_t count = table.size();
  while (count <= columns && rows.next() != nullptr) ++count;
  if (count != columns) return false;
  return columns > kSmallTable || has_shape_of_adjacency(table) || !begin_with_vertices;
}

InputEdges parse_matrix(const NamedText& input, const ReadOptions& options) {
  return with_lines(input, [&] { return MatrixParser(input.text).parse(options); });
}

}  // namespace strider
