// The edges that an engine found, as a result has them: sorted, with their weights and their sum.
#pragma once

#include <span>
#include <utility>

#include "algorithms/msf/keyed_edge.hpp"

namespace strider::detail {

/// Sorts forests by the ends of their edges, keeping its workspace.
template <class W>
class CanonicalForest {
 public:
  CanonicalForest(WeightedGraph<W> graph, MsfObjective objective, int threads)
      : graph_(std::move(graph)), order_(objective), threads_(threads) {}

  /// Writes the edges of a forest of the graph to `sorted`, ascending by (u, v); returns their
  /// total weight. Parallel; O(n) expected work, or O(m) where the forest is marked in the
  /// adjacency.
  MsfWeight<W> write(const ForestEdges<W>& forest, Array<MsfEdge<W>>& sorted);

 private:
  using Edge = KeyedEdge<WeightKey<W>>;

  MsfWeight<W> write_edges(std::span<const Edge> edges, Array<MsfEdge<W>>& sorted);
  MsfWeight<W> write_taken(std::span<const std::uint8_t> taken, Array<MsfEdge<W>>& sorted);

  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
  int threads_;
  Array<Edge> grouped_;
};

}  // namespace strider::detail
