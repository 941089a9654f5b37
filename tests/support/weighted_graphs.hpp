// Small weighted graphs that tests of paths by lengths share.
#pragma once

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "strider/graph.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {

template <class W>
WeightedGraph<W> weighted(Vertex n, const std::vector<Edge>& edges, const std::vector<W>& weights,
                          Directedness directedness = Directedness::kUndirected,
                          const BuildOptions& options = {}) {
  return std::get<WeightedGraph<W>>(
      build_any_graph(list_of(n, edges, weights, directedness), options));
}

/// A chain of squares from 0 to 3 * count, with two ways each: of the weights, the first two are
/// those of one way.
template <class W>
WeightedGraph<W> diamonds(Vertex count, const std::vector<W>& of_each, Directedness directedness) {
  std::vector<Edge> edges;
  std::vector<W> weights;
  for (Vertex v = 0; v < 3 * count; v += 3) {
    edges.insert(edges.end(), {{v, v + 1}, {v + 1, v + 3}, {v, v + 2}, {v + 2, v + 3}});
    weights.insert(weights.end(), of_each.begin(), of_each.end());
  }
  return weighted<W>(3 * count + 1, edges, weights, directedness);
}

/// Directed, of n + 1 vertices: zero lengths lead to smaller numbers, in diamonds; others anywhere.
inline WeightedGraph<std::uint32_t> directed_zeros(Vertex n, const BuildOptions& options) {
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  for (Vertex v = 2; v < n; ++v) {
    edges.insert(edges.end(), {{v, v - 1}, {v, v - 2}, {v * 7 % n, v}});
    weights.insert(weights.end(), {v % 3 == 0 ? 1U : 0U, v % 5 == 0 ? 1U : 0U, 1 + v % 3});
  }
  return weighted<std::uint32_t>(n + 1, edges, weights, Directedness::kDirected, options);
}

}  // namespace strider::test
