#include "io/matrix_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "io/edge_collector.hpp"
#include "io/undirected_edges.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// An entry, and where in the list it was.
struct PlacedEntry {
  Edge edge;
  std::size_t place;
};

}  // namespace

InputEdges list_of_matrix(MatrixEntries matrix, const ReadOptions& options) {
  const int threads = resolve_threads(options.threads);
  InputEdges result;
  InputFacts& facts = result.facts;
  facts.weighted = matrix.has_values == ReadWeights::kYes;
  facts.directedness = Directedness::kDirected;
  facts.directedness_reason = "a matrix is read as directed";
  if (!matrix.edges.empty() && sum_arcs(matrix.edges, matrix.values, threads).symmetric()) {
    if (options.directedness == Directedness::kUndirected) {
      keep_upper_triangle(matrix.edges, matrix.values);
    } else if (!options.directedness) {
      facts.notes.emplace_back(
          "the matrix is symmetric: read it as undirected (--undirected) to have each edge once; "
          "directed, every pair counts in both orders, so betweenness doubles");
    }
  }
  if (matrix.infinite > 0) {
    facts.notes.push_back(fmt::format("{} infinite values are read as no edges", matrix.infinite));
  }
  if (!matrix.values.empty() && std::all_of(matrix.values.begin(), matrix.values.end(),
                                            [](double value) { return value == 1; })) {
    facts.notes.emplace_back("all weights are 1");
  }
  result.list.num_vertices = static_cast<Vertex>(matrix.n);
  result.list.edges = std::move(matrix.edges);
  if (facts.weighted && options.weights == ReadWeights::kYes) {
    result.list.weights = make_weights_by_value(std::move(matrix.values), threads);
  }
  return result;
}

std::uint64_t add_up_repeated(MatrixEntries& matrix, const std::string& name, int threads) {
  const std::size_t m = matrix.edges.size();
  if (matrix.values.empty()) return 0;
  const auto is_before = [&](Edge a, Edge b) {
    return std::pair(a.source, a.target) < std::pair(b.source, b.target);
  };
  const bool ascends =
      std::adjacent_find(matrix.edges.begin(), matrix.edges.end(),
                         [&](Edge a, Edge b) { return !is_before(a, b); }) == matrix.edges.end();
  if (ascends) return 0;
  Array<PlacedEntry> order;
  Array<PlacedEntry> buffer;
  detail::Workspace workspace;
  workspace.declare("the order", order, m);
  workspace.declare("sorting", buffer, m);
  workspace.take("the order of a matrix", detail::HostMemory());
  parallel_chunks(m, threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) order[i] = {matrix.edges[i], i};
  });
  parallel_sort(order.span(), buffer.span(), threads,
                [&](const PlacedEntry& a, const PlacedEntry& b) {
                  if (a.edge != b.edge) return is_before(a.edge, b.edge);
                  return a.place < b.place;
                });
  const auto same = [](const PlacedEntry& a, const PlacedEntry& b) { return a.edge == b.edge; };
  if (std::adjacent_find(order.begin(), order.end(), same) == order.end()) return 0;
  Array<double> sums(m);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < m; ++i) {
    const double value = matrix.values[order[i].place];
    if (i > 0 && same(order[i - 1], order[i])) {
      sums[kept - 1] += value;
      if (std::isnan(sums[kept - 1])) {
        throw InputError(
            name, 0,
            fmt::format("the entries in row {} and column {}, from 0, add up to no number",
                        order[i].edge.source, order[i].edge.target));
      }
      continue;
    }
    matrix.edges[kept] = order[i].edge;
    sums[kept++] = value;
  }
  matrix.edges.truncate(kept);
  sums.truncate(kept);
  matrix.values = std::move(sums);
  return m - kept;
}

void check_matrix_size(std::uint64_t rows, std::uint64_t columns, const std::string& name) {
  if (rows != columns) {
    throw InputError(
        name, 0,
        fmt::format("a matrix of {} rows and {} columns is not square, so it is not a graph", rows,
                    columns));
  }
  if (rows > kMaxVertices) {
    throw InputError(
        name, 0,
        fmt::format("{} vertices are more than one machine supports ({})", rows, kMaxVertices));
  }
}

}  // namespace strider
