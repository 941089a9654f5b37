// The way back from a graph to a list of its edges.
#pragma once

#include <algorithm>
#include <vector>

#include "strider/graph.hpp"

namespace strider::test {

/// The edges of `graph`: of an undirected one each once, loops and duplicates as often as it holds
/// them. Every other edge of an undirected graph stands the other way round.
[[nodiscard]] inline EdgeList list_edges(const Graph& graph) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      if (graph.is_directed()) {
        edges.push_back({u, v});
      } else if (u <= v) {
        edges.push_back(edges.size() % 2 == 0 ? Edge{u, v} : Edge{v, u});
      }
    }
  }
  EdgeList list;
  list.num_vertices = graph.num_vertices();
  list.directedness = graph.directedness();
  list.edges = Array<Edge>::copy_of(edges);
  return list;
}

}  // namespace strider::test
