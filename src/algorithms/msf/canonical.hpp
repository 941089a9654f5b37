// The edges that an engine found, as a result has them: sorted, with their weights and their sum.
#pragma once

#include <vector>

#include "algorithms/msf/keyed_edge.hpp"

namespace strider::detail {

/// Sorts forests by the ends of their edges, keeping its workspace.
template <class W>
class CanonicalForest {
 public:
  explicit CanonicalForest(MsfObjective objective) : order_(objective) {}

  /// Writes the edges of a forest of n vertices to `sorted`, ascending by (u, v); returns their
  /// total weight. Consumes `forest`. O(n) expected work, parallel.
  MsfWeight<W> write(ForestEdges<W>& forest, Vertex n, int threads, Array<MsfEdge<W>>& sorted);

 private:
  using Edge = KeyedEdge<WeightKey<W>>;

  WeightOrder<W> order_;
  Array<Edge> grouped_;
};

}  // namespace strider::detail
