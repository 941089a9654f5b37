// Lists of edges, and the way back from a graph to one.
#pragma once

#include <algorithm>
#include <vector>

#include "strider/graph.hpp"

namespace strider::test {

[[nodiscard]] inline EdgeList list_of(Vertex n, const std::vector<Edge>& edges,
                                      Directedness directedness = Directedness::kUndirected) {
  EdgeList list;
  list.num_vertices = n;
  list.directedness = directedness;
  list.edges = Array<Edge>::copy_of(edges);
  return list;
}

template <class W>
[[nodiscard]] EdgeList list_of(Vertex n, const std::vector<Edge>& edges,
                               const std::vector<W>& weights,
                               Directedness directedness = Directedness::kUndirected) {
  EdgeList list = list_of(n, edges, directedness);
  list.weights = Array<W>::copy_of(weights);
  return list;
}

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
  return list_of(graph.num_vertices(), edges, graph.directedness());
}

/// The edges of `graph` with their weights, an undirected one once, by turns either way round.
template <class W>
[[nodiscard]] EdgeList list_weighted_edges(const WeightedGraph<W>& graph) {
  const Graph& topology = graph.topology();
  std::vector<Edge> edges;
  std::vector<W> weights;
  for (Vertex u = 0; u < topology.num_vertices(); ++u) {
    const auto row = topology.out().neighbors(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!topology.is_directed() && row[i] < u) continue;
      const bool turned = !topology.is_directed() && edges.size() % 2 == 1;
      edges.push_back(turned ? Edge{row[i], u} : Edge{u, row[i]});
      weights.push_back(graph.weights(u)[i]);
    }
  }
  return list_of(topology.num_vertices(), edges, weights, topology.directedness());
}

}  // namespace strider::test
