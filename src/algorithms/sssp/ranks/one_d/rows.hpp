// The rows of a rank that owns them, as a search for shortest paths has them.
#pragma once

#include <algorithm>

#include "algorithms/sssp/ranks/column_shape.hpp"
#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

[[nodiscard]] inline ColumnShape shape_of(const Graph1d& graph) {
  const Vertex own = graph.rows.num_vertices();
  return {.num_own = own,
          .num_rows = own,
          .num_columns = std::max(graph.columns.size(), own),
          .num_arcs = graph.rows.num_arcs()};
}

/// The input's number of a row; kNoGlobalVertex of kNoVertex.
[[nodiscard]] inline GlobalVertex vertex_of_row(const Graph1d& graph, Vertex row) {
  return row == kNoVertex ? kNoGlobalVertex : graph.global_of(local_vertex(row));
}

/// Its arcs, the lightest first. Throws MemoryError.
template <class W>
[[nodiscard]] WeightedRows<W> rows_of(const WeightedGraph1d<W>& graph, int threads) {
  const Csr& rows = graph.topology.rows;
  return WeightedRows<W>(
      rows.num_vertices(), threads, [&](Vertex v) { return rows.degree(v); },
      [&](Vertex v, const auto& take) {
        const auto columns = rows.neighbors(v);
        const auto weights = graph.weights_of(local_vertex(v));
        for (std::size_t i = 0; i < columns.size(); ++i) take(columns[i], weights[i]);
      });
}

}  // namespace strider::detail
