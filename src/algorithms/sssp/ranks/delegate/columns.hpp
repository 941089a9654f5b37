// The columns and rows of a graph separated by degrees, as a search for shortest paths has them.
#pragma once

#include <cstdint>
#include <utility>

#include "algorithms/sssp/ranks/column_shape.hpp"
#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Columns: own vertices, delegates, ghosts. The first two have rows. Each kind begins at a
/// multiple of 64, so that masks of delegates can be cut out.
struct DelegateColumns {
  explicit DelegateColumns(const GraphDelegate& graph)
      : delegates(rounded_up(graph.num_local)),
        ghosts(rounded_up(delegates + graph.num_delegates)),
        end(ghosts + graph.num_ghosts()) {}

  [[nodiscard]] ColumnShape shape(const GraphDelegate& graph) const {
    return {.num_own = graph.num_local,
            .num_rows = delegates + graph.num_delegates,
            .num_columns = end,
            .num_arcs = graph.nn.columns.size() + graph.nd.columns.size() +
                        graph.dn.columns.size() + graph.dd.columns.size()};
  }

  /// The input's number of a row; kNoGlobalVertex of kNoVertex.
  [[nodiscard]] GlobalVertex vertex_of_row(const GraphDelegate& graph, Vertex row) const {
    if (row == kNoVertex) return kNoGlobalVertex;
    return row < delegates ? graph.global(local_vertex(row)) : graph.delegates[row - delegates];
  }

  Vertex delegates;  ///< the column of delegate 0
  Vertex ghosts;     ///< the column of ghost 0
  Vertex end;

 private:
  static Vertex rounded_up(Vertex columns) { return (columns + 63) / 64 * 64; }
};

/// Throws MemoryError.
template <class W>
[[nodiscard]] WeightedRows<W> rows_of(const WeightedGraphDelegate<W>& weighted,
                                      const DelegateColumns& columns, int threads) {
  const GraphDelegate& g = weighted.graph;
  const auto walk = [](const SmallRows& rows, const Array<W>& weights, Vertex row,
                       const auto& take) {
    for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1ULL]; ++i) {
      take(rows.columns[i], weights[i]);
    }
  };
  return WeightedRows<W>(
      columns.shape(g).num_rows, threads,
      [&](Vertex row) -> std::uint64_t {
        if (row < g.num_local) return std::uint64_t{g.nn.degree(row)} + g.nd.degree(row);
        if (row < columns.delegates) return 0;
        const Vertex i = row - columns.delegates;
        return std::uint64_t{g.dn.degree(i)} + g.dd.degree(i);
      },
      [&](Vertex row, const auto& take) {
        const auto take_delegate = [&](Vertex i, W weight) { take(columns.delegates + i, weight); };
        if (row < g.num_local) {
          walk(g.nn, weighted.nn, row, [&](Vertex column, W weight) {
            take(column < g.num_local ? column : columns.ghosts + (column - g.num_local), weight);
          });
          walk(g.nd, weighted.nd, row, take_delegate);
        } else if (row >= columns.delegates) {
          walk(g.dn, weighted.dn, row - columns.delegates, take);
          walk(g.dd, weighted.dd, row - columns.delegates, take_delegate);
        }
      });
}

/// body(rank, v) for the own vertices that are ghosts of other ranks, ascending: those with a
/// neighbour there.
template <class F>
void for_each_subscribed(const GraphDelegate& g, const F& body) {
  for (Vertex v = 0; v < g.num_local; ++v) {
    std::size_t rank = 0;
    int last = -1;
    for (const Vertex column : g.nn.row(v)) {
      if (column < g.num_local) continue;
      while (g.ghost_begin[rank + 1] <= column - g.num_local) ++rank;
      if (std::exchange(last, static_cast<int>(rank)) != static_cast<int>(rank)) body(last, v);
    }
  }
}

}  // namespace strider::detail
