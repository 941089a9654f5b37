// Edges as the methods order them.
#pragma once

#include <span>
#include <string>
#include <tuple>

#include "graph/weight_order.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// u < v. Ordered as forests choose edges: by (weight, smaller end, larger end).
template <class Key>
struct KeyedEdge {
  Vertex u;
  Vertex v;
  Key key;

  [[nodiscard]] friend bool operator<(const KeyedEdge& a, const KeyedEdge& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.ends() < b.ends();
  }
  /// Both ends in one number that orders them.
  [[nodiscard]] std::uint64_t ends() const { return std::uint64_t{u} << 32U | v; }
};

/// The edge {u, v} with its smaller end first.
template <class Key>
[[nodiscard]] KeyedEdge<Key> keyed_edge(Vertex u, Vertex v, Key key) {
  return u < v ? KeyedEdge<Key>{u, v, key} : KeyedEdge<Key>{v, u, key};
}

/// A forest as an engine finds it: the first `count` edges, in any order; or, where `taken` is not
/// empty, the arcs marked in it by 1, each from its smaller end, in rows that ascend.
template <class W>
struct ForestEdges {
  Array<KeyedEdge<WeightKey<W>>> edges;
  std::size_t count = 0;
  std::span<const std::uint8_t> taken;

  /// Room for the forest of n vertices; nothing in it.
  void clear(Vertex n) {
    if (edges.size() < n) edges = Array<KeyedEdge<WeightKey<W>>>(n);
    count = 0;
    taken = {};
  }
  void append(const KeyedEdge<WeightKey<W>>& edge) { edges[count++] = edge; }
};

/// Throws WeightError: the weight of the edge between vertices of these labels is NaN.
[[noreturn]] void refuse_nan(const std::string& smaller, const std::string& larger);
/// The same of {u, v}.
[[noreturn]] void refuse_nan(const Graph& graph, Vertex u, Vertex v);

/// Every edge of the graph but self-loops, once, by ascending smaller end. Throws UsageError for
/// NaN, MemoryError.
template <class W>
[[nodiscard]] Array<KeyedEdge<WeightKey<W>>> collect_edges(const WeightedGraph<W>& graph,
                                                           WeightOrder<W> order, int threads);

}  // namespace strider::detail
