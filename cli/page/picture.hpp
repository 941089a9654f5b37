// What a page shows of a graph and of the values of its vertices, beside the numbers of a run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "report.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

/// How many vertices have which degree; and the graph itself, if it is small enough to be drawn.
[[nodiscard]] Picture picture_of(const Graph& graph);

/// Adds how many of `count` vertices have which value; drawn vertices are shaded by it. Vertices
/// whose value is no number are not reached.
void add_values(Picture& picture, const std::string& name, std::size_t count,
                const std::function<double(std::size_t)>& value_of);
/// Adds how many groups have which size; `group_of` has a vertex of the group of each vertex.
void add_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of);
/// Marks the edges drawn that are `what`: "of the tree".
void mark_edges(Picture& picture, const std::string& what,
                const std::function<bool(Vertex, Vertex)>& is_marked);
/// The same of the edges with the ends u and v of one of `edges`, each as often as it stands there.
template <class Edges>
void mark_listed(Picture& picture, const std::string& what, const Edges& edges,
                 Directedness directedness) {
  if (picture.drawing.is_null()) return;
  const auto ends_of = [&](Vertex u, Vertex v) {
    return directedness == Directedness::kDirected ? std::pair(u, v)
                                                   : std::pair(std::min(u, v), std::max(u, v));
  };
  std::multiset<std::pair<Vertex, Vertex>> listed;
  for (const auto& edge : edges) listed.insert(ends_of(edge.u, edge.v));
  mark_edges(picture, what,
             [&](Vertex u, Vertex v) { return !listed.extract(ends_of(u, v)).empty(); });
}
/// The same of those between a vertex and its parent, where it has one.
void mark_tree(Picture& picture, std::span<const Vertex> parents);

}  // namespace strider::cli
