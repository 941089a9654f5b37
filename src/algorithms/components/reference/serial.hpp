// The sequential oracle of connected components: unites the ends of one edge after another.
#pragma once

#include <vector>

#include "graph/union_find.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// By vertex: the least vertex of its component.
[[nodiscard]] inline std::vector<Vertex> serial_components(const Graph& graph) {
  std::vector<Vertex> labels(graph.num_vertices());
  DisjointSets sets(labels);
  sets.make_singletons();
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) sets.unite(u, v);
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) labels[v] = sets.find(v);
  return labels;
}

}  // namespace strider::detail
