// Arrays of numpy as graphs: lists of edges, records of edges, and adjacency matrices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "io/binary/npy_edges.hpp"
#include "io/binary/npy_values.hpp"
#include "io/column_names.hpp"
#include "io/edge_table.hpp"
#include "io/matrix_entries.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// The columns of an array of edges.
struct NpyEdgeColumns {
  NpyColumn source;
  NpyColumn target;
  std::optional<NpyColumn> weight;
};

InputEdges list_of_columns(const NumpyArray& array, const NpyEdgeColumns& columns,
                           const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  const std::uint64_t m = columns.source.size;
  const auto sources = npy_numbers(columns.source, kAnyNumber, array.name(), threads);
  const auto targets = npy_numbers(columns.target, kAnyNumber, array.name(), threads);
  auto edges = detail::take_array<Array<GlobalEdge>>(m, "the edges of an array");
  parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) edges[i] = {sources[i], targets[i]};
  });
  EdgeTable table{std::move(edges), std::nullopt};
  if (columns.weight && options.weights == ReadWeights::kYes) {
    table.weights = npy_values(*columns.weight, array.name(), threads);
  }
  InputEdges result = list_of_table(std::move(table), array.name(), options);
  result.facts.weighted = columns.weight.has_value();
  return result;
}

InputEdges list_of_records(const NumpyArray& array, const ReadOptions& options) {
  ColumnFacts fields;
  for (const NumpyArray::Field& field : array.fields()) {
    fields.names.push_back(field.name);
    fields.are_numbers.push_back(std::string_view("iuf").find(field.type.kind) !=
                                 std::string_view::npos);
  }
  if (fields.names.size() < 2) {
    array.refuse("expected records of a source and a target, found one field");
  }
  std::vector<std::string> notes;
  const EdgeColumns found = find_edge_columns(fields, options, notes);
  NpyEdgeColumns columns{array.column(found.source), array.column(found.target), std::nullopt};
  if (found.weight) columns.weight = array.column(*found.weight);
  InputEdges result = list_of_columns(array, columns, options);
  result.facts.notes.insert(result.facts.notes.begin(), notes.begin(), notes.end());
  return result;
}

/// Calls found(row, column, value) for each edge of a row; returns the number of its infinite
/// values, which in a matrix of distances are no edges.
template <class T, class F>
std::uint64_t for_each_in_row(const NumpyArray& array, std::uint64_t row, const F& found) {
  const NpyColumn values = array.line(0, row);
  std::uint64_t infinite = 0;
  for (std::uint64_t column = 0; column < values.size; ++column) {
    const auto value = static_cast<double>(npy_element<T>(values, column));
    if (value == 0) continue;
    if (std::isinf(value)) {
      ++infinite;
    } else {
      found(column, value);
    }
  }
  return infinite;
}

template <class T>
void fill_matrix(const NumpyArray& array, MatrixEntries& matrix, int threads) {
  const std::uint64_t n = matrix.n;
  const bool valued = matrix.has_values == ReadWeights::kYes;
  auto ends = detail::take_array<Array<std::uint64_t>>(n, "the rows of a matrix");
  std::vector<std::uint64_t> infinite(static_cast<std::size_t>(threads), 0);
  std::vector<std::uint64_t> with_nan(static_cast<std::size_t>(threads), n);
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int thread) {
    for (std::size_t row = begin; row < end; ++row) {
      std::uint64_t count = 0;
      infinite[static_cast<std::size_t>(thread)] +=
          for_each_in_row<T>(array, row, [&](std::uint64_t, double value) {
            ++count;
            std::uint64_t& first = with_nan[static_cast<std::size_t>(thread)];
            if (std::isnan(value)) first = std::min<std::uint64_t>(first, row);
          });
      ends[row] = count;
    }
  });
  if (const auto row = *std::min_element(with_nan.begin(), with_nan.end()); row < n) {
    array.refuse(fmt::format("row {} has a value that is not a number", row));
  }
  for (const std::uint64_t count : infinite) matrix.infinite += count;
  std::uint64_t entries = 0;
  for (std::uint64_t& end : ends) end = entries += end;
  detail::Workspace workspace;
  workspace.declare("their places", matrix.edges, entries);
  if (valued) workspace.declare("their values", matrix.values, entries);
  workspace.take("the entries of a matrix", detail::HostMemory());
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t row = begin; row < end; ++row) {
      std::uint64_t next = row == 0 ? 0 : ends[row - 1];
      for_each_in_row<T>(array, row, [&](std::uint64_t column, double value) {
        matrix.edges[next] = {static_cast<Vertex>(row), static_cast<Vertex>(column)};
        if (valued) matrix.values[next] = value;
        ++next;
      });
    }
  });
}

InputEdges list_of_square(const NumpyArray& array, const ReadOptions& options) {
  MatrixEntries matrix;
  matrix.n = array.shape()[0];
  check_matrix_size(matrix.n, matrix.n, array.name());
  const NpyColumn all = array.column();
  matrix.has_values = all.type.is_bool() ? ReadWeights::kNo : ReadWeights::kYes;
  with_npy_type(all, array.name(), [&]<class T>() {
    fill_matrix<T>(array, matrix, resolve_threads(options.threads));
  });
  InputEdges result = list_of_matrix(std::move(matrix), options);
  result.facts.notes.insert(result.facts.notes.begin(),
                            "a square array is read as an adjacency matrix, not as edges");
  return result;
}

/// An array of N x 2 or N x 3: a line for each edge.
InputEdges list_of_lines(const NumpyArray& array, const ReadOptions& options) {
  const std::uint64_t rows = array.shape()[0];
  const std::uint64_t columns = array.shape()[1];
  std::vector<std::string> notes;
  EdgeColumns found = find_edge_columns({{}, std::vector<bool>(columns, true)}, options, notes);
  const bool third_is_end = found.source == 2 || found.target == 2;
  if (columns == 3 && options.weight_column.empty() && !third_is_end) found.weight = 2;
  NpyEdgeColumns edges{array.line(1, found.source), array.line(1, found.target), std::nullopt};
  if (found.weight) edges.weight = array.line(1, *found.weight);
  InputEdges result = list_of_columns(array, edges, options);
  if (rows == columns || rows == 2) {
    result.facts.notes.push_back(fmt::format(
        "the array of {} x {} is read as {} edges, a row for each", rows, columns, rows));
  }
  return result;
}

/// Throws UsageError if options name columns, of which this array has none.
void require_no_columns(const NumpyArray& array, const ReadOptions& options) {
  if (options.weight_column.empty() && options.table.source_column.empty() &&
      options.table.target_column.empty()) {
    return;
  }
  throw UsageError(fmt::format(
      "{}: --weight-column, --source-column and --target-column apply only to arrays of N x 2 or "
      "N x 3 and to records",
      array.name()));
}

}  // namespace

InputEdges list_of_npy(const NumpyArray& array, const ReadOptions& options) {
  const std::vector<std::uint64_t>& shape = array.shape();
  if (array.is_record() && shape.size() == 1) return list_of_records(array, options);
  if (array.is_record() || shape.size() != 2) {
    array.refuse(
        fmt::format("has {} axes: expected an array of N x 2 or N x 3, a square matrix, or records",
                    shape.size()));
  }
  const std::uint64_t rows = shape[0];
  const std::uint64_t columns = shape[1];
  const bool is_bool = array.column().type.is_bool();
  if ((columns == 2 || columns == 3) && !(is_bool && rows == columns)) {
    return list_of_lines(array, options);
  }
  require_no_columns(array, options);
  if (rows == columns && rows > 0) return list_of_square(array, options);
  if (rows == 2) {
    InputEdges result = list_of_columns(array, {array.line(0, 0), array.line(0, 1), {}}, options);
    result.facts.notes.emplace_back(
        "the first of two rows is read as sources, the second as targets");
    return result;
  }
  array.refuse(
      fmt::format("is an array of {} x {}: expected N x 2 or N x 3, 2 x N, or a square "
                  "matrix",
                  rows, columns));
}

InputEdges parse_npy(const NamedText& input, const ReadOptions& options) {
  return list_of_npy(NumpyArray(input.text, input.name), options);
}

}  // namespace strider
