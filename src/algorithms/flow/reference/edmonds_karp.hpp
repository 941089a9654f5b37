// The sequential oracle of maximum flows: one shortest augmenting path after another (Edmonds and
// Karp 1972), in a matrix of what is left between vertices.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// Value is std::uint64_t or double.
template <class Value, class W>
[[nodiscard]] Value edmonds_karp(const WeightedGraph<W>& graph, Vertex source, Vertex target) {
  const Vertex n = graph.topology().num_vertices();
  std::vector<std::map<Vertex, Value>> left(n);
  for (Vertex u = 0; u < n; ++u) {
    EdgeIndex arc = graph.topology().out().offsets()[u];
    for (const Vertex v : graph.topology().out().neighbors(u)) {
      if (u != v) left[u][v] += static_cast<Value>(graph.weights()[arc]);
      if (u != v) left[v].try_emplace(u, 0);
      ++arc;
    }
  }
  for (Value flow = 0;;) {
    std::vector<Vertex> parents(n, kNoVertex);
    std::vector<Vertex> queue{source};
    parents[source] = source;
    for (std::size_t i = 0; i < queue.size() && parents[target] == kNoVertex; ++i) {
      for (const auto& [v, open] : left[queue[i]]) {
        if (open <= 0 || parents[v] != kNoVertex) continue;
        parents[v] = queue[i];
        queue.push_back(v);
      }
    }
    if (parents[target] == kNoVertex) return flow;
    Value least = left[parents[target]][target];
    for (Vertex v = target; v != source; v = parents[v]) {
      least = std::min(least, left[parents[v]][v]);
    }
    for (Vertex v = target; v != source; v = parents[v]) {
      left[parents[v]][v] -= least;
      left[v][parents[v]] += least;
    }
    flow += least;
  }
}

}  // namespace strider::detail
