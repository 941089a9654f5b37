// The rows of a rank that owns them, as a search for shortest paths has them.
#pragma once

#include <algorithm>

#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "algorithms/sssp/ranks/rank_shape.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

[[nodiscard]] inline RankShape shape_of(const Graph1d& graph) {
  const Vertex own = graph.rows.num_vertices();
  return {.num_own = own,
          .num_rows = own,
          .num_local_ids = std::max(graph.local_ids.size(), own),
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
        const auto local_ids = rows.neighbors(v);
        const auto weights = graph.weights_of(local_vertex(v));
        for (std::size_t i = 0; i < local_ids.size(); ++i) take(local_ids[i], weights[i]);
      });
}

}  // namespace strider::detail
