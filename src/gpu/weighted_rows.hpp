// The weights of a graph as kernels see them.
#pragma once

#include "gpu/graph_arrays.hpp"
#include "gpu/row_chunks.hpp"
#include "gpu/value_array.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Adjacency in rows with a weight an entry: weights[i] belongs to rows.targets[i].
template <class Offset, class W>
struct WeightedRows {
  Rows<Offset> rows;
  const W* weights;
};

/// Calls body(WeightedRows<u32, W>) or body(WeightedRows<u64, W>).
template <class W, class Body>
decltype(auto) with_weighted_rows(const GraphArrays& graph, const ValueArray<W>& weights,
                                  Body&& body) {
  return graph.with_rows([&]<class Offset>(const Rows<Offset>& rows) -> decltype(auto) {
    return body(WeightedRows<Offset, W>{rows, weights.data()});
  });
}

/// The same with offsets of either width: which of them is asked once a row, where a second set of
/// kernels would take as long again to compile.
template <class W>
struct WeightedArcs {
  u32 num_vertices;
  const u32* small_offsets;  ///< null: the large ones
  const u64* large_offsets;
  const u32* targets;
  const W* weights;

  STRIDER_DEVICE_FUNCTION u64 offset(u32 v) const {
    return small_offsets != nullptr ? simt::load_constant(&small_offsets[v])
                                    : simt::load_constant(&large_offsets[v]);
  }
};
/// That of `u`; an empty one where `u` is none.
template <class W>
STRIDER_DEVICE_FUNCTION Row row_of(const WeightedArcs<W>& arcs, bool is_row, u32 u) {
  if (!is_row) return {0, 0};
  return {arcs.offset(u), arcs.offset(u + 1)};
}

template <class W>
[[nodiscard]] WeightedArcs<W> weighted_arcs(const GraphArrays& graph, const W* weights) {
  return graph.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
    WeightedArcs<W> arcs{rows.num_vertices, nullptr, nullptr, rows.targets, weights};
    if constexpr (sizeof(Offset) == sizeof(u32)) {
      arcs.small_offsets = rows.offsets;
    } else {
      arcs.large_offsets = rows.offsets;
    }
    return arcs;
  });
}

}  // namespace strider::detail::STRIDER_DEVICE
