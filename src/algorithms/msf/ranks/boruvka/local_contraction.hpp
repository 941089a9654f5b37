// The edges of the forest that a rank is sure of by itself, before any message: local contraction
// (Sanders and Schimek, Engineering massively parallel MST algorithms, 2023, section IV).
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/prefetch.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Behind all edges.
template <class Key>
inline constexpr KeyedEdge<Key> kLastEdge{kNoVertex, kNoVertex, static_cast<Key>(~Key{0})};

/// The edge by which an element of the list stands in the order, and the vertices that it connects.
template <class Key>
[[nodiscard]] const KeyedEdge<Key>& ordered_edge(const KeyedEdge<Key>& edge) {
  return edge;
}
template <class Key>
[[nodiscard]] std::pair<Vertex, Vertex> ends_of(const KeyedEdge<Key>& edge) {
  return {edge.u, edge.v};
}

/// Connects trees by the edges that the whole graph's forest has for certain.
///
/// `inner`, ascending: all edges between vertices of the rank, up to some edge of the order; a
/// vector of KeyedEdge, or of what else ordered_edge() and ends_of() know. Vertices may stand for
/// fragments, and edges within one be left out. first_cut[v]: the first edge from v to another
/// rank's vertices, kLastEdge where there is none; of roots it becomes that of their trees.
/// `trees`: all vertices apart. settle(edge, a, b) is informed of every edge that connects the
/// trees of roots a and b; keep(edge) of those that may be in the forest.
///
/// An edge connects two trees if it comes before the first edge that cuts off either of them, say
/// T. That is right: all edges that leave T and come before it are inner ones, and have been looked
/// at. None of them connected T to another tree or it would not leave T now; none was kept, as
/// keeping one says that the first cut of T, at that time a part of what it is now, comes before
/// it, so before this edge as well. So this edge is the first of all that leave T, and in the
/// forest by the cut property. An edge that is passed over has both ends in one tree, where it
/// would close a cycle as the last of its edges; or it is kept.
template <class Key, class Inner, class Settle, class Keep>
void contract_locally(const Inner& inner, std::span<KeyedEdge<Key>> first_cut, DisjointSets& trees,
                      Settle&& settle, Keep&& keep) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const auto [u_ahead, v_ahead] = ends_of(inner[std::min(i + kAhead, inner.size() - 1)]);
    prefetch_to_read(trees.place(u_ahead));
    prefetch_to_read(trees.place(v_ahead));
    const auto [u, v] = ends_of(inner[i]);
    const Vertex a = trees.find(u);
    const Vertex b = trees.find(v);
    if (a == b) continue;
    KeyedEdge<Key>& cut_a = first_cut[a];
    KeyedEdge<Key>& cut_b = first_cut[b];
    const KeyedEdge<Key>& edge = ordered_edge(inner[i]);
    if (cut_a < edge && cut_b < edge) {
      keep(inner[i]);
      continue;
    }
    settle(inner[i], a, b);
    trees.link(a, b);
    first_cut[std::min(a, b)] = std::min(cut_a, cut_b);
  }
}

}  // namespace strider::detail
