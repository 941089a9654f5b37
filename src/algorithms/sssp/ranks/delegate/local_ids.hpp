// The local ids and rows of a graph separated by degrees, as a search for shortest paths has them.
#pragma once

#include <cstdint>
#include <utility>

#include "algorithms/sssp/ranks/host/weighted_rows.hpp"
#include "algorithms/sssp/ranks/rank_shape.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Local ids: own vertices, delegates, ghosts. The first two have rows. Each kind begins at a
/// multiple of 64, so that masks of delegates can be cut out.
struct DelegateLocalIds {
  explicit DelegateLocalIds(const GraphDelegate& graph)
      : delegates(rounded_up(graph.num_local)),
        ghosts(rounded_up(delegates + graph.num_delegates)),
        end(ghosts + graph.num_ghosts()) {}

  [[nodiscard]] RankShape shape(const GraphDelegate& graph) const {
    return {.num_own = graph.num_local,
            .num_rows = delegates + graph.num_delegates,
            .num_local_ids = end,
            .num_arcs = graph.nn.columns.size() + graph.nd.columns.size() +
                        graph.dn.columns.size() + graph.dd.columns.size()};
  }

  /// The input's number of a row; kNoGlobalVertex of kNoVertex.
  [[nodiscard]] GlobalVertex vertex_of_row(const GraphDelegate& graph, Vertex row) const {
    if (row == kNoVertex) return kNoGlobalVertex;
    return row < delegates ? graph.global(local_vertex(row)) : graph.delegates[row - delegates];
  }

  Vertex delegates;  ///< the local id of delegate 0
  Vertex ghosts;     ///< the local id of ghost 0
  Vertex end;

 private:
  static Vertex rounded_up(Vertex local_ids) { return (local_ids + 63) / 64 * 64; }
};

/// Throws MemoryError.
template <class W>
[[nodiscard]] WeightedRows<W> rows_of(const WeightedGraphDelegate<W>& weighted,
                                      const DelegateLocalIds& local_ids, int threads) {
  const GraphDelegate& g = weighted.graph;
  const auto walk = [](const SmallRows& rows, const Array<W>& weights, Vertex row,
                       const auto& take) {
    for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1ULL]; ++i) {
      take(rows.columns[i], weights[i]);
    }
  };
  return WeightedRows<W>(
      local_ids.shape(g).num_rows, threads,
      [&](Vertex row) -> std::uint64_t {
        if (row < g.num_local) return std::uint64_t{g.nn.degree(row)} + g.nd.degree(row);
        if (row < local_ids.delegates) return 0;
        const Vertex i = row - local_ids.delegates;
        return std::uint64_t{g.dn.degree(i)} + g.dd.degree(i);
      },
      [&](Vertex row, const auto& take) {
        const auto take_delegate = [&](Vertex i, W weight) {
          take(local_ids.delegates + i, weight);
        };
        if (row < g.num_local) {
          walk(g.nn, weighted.nn, row, [&](Vertex local_id, W weight) {
            take(local_id < g.num_local ? local_id : local_ids.ghosts + (local_id - g.num_local),
                 weight);
          });
          walk(g.nd, weighted.nd, row, take_delegate);
        } else if (row >= local_ids.delegates) {
          walk(g.dn, weighted.dn, row - local_ids.delegates, take);
          walk(g.dd, weighted.dd, row - local_ids.delegates, take_delegate);
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
    for (const Vertex local_id : g.nn.row(v)) {
      if (local_id < g.num_local) continue;
      while (g.ghost_begin[rank + 1] <= local_id - g.num_local) ++rank;
      if (std::exchange(last, static_cast<int>(rank)) != static_cast<int>(rank)) body(last, v);
    }
  }
}

}  // namespace strider::detail
