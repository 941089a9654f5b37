// The weights of a graph as kernels see them.
#pragma once

#include "gpu/graph_arrays.hpp"
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

}  // namespace strider::detail::STRIDER_DEVICE
