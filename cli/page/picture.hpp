// What a page shows of a graph and of the values of its vertices, beside the numbers of a run.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "report.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

/// Numbers of vertices, by number. What is not a number is not reached.
struct VertexNumbers {
  std::size_t count = 0;
  std::function<double(std::size_t)> of;
};

/// The number of a vertex that is `unreached` where it is not reached.
template <class T>
[[nodiscard]] double reached_number(T number, T unreached) {
  return number == unreached ? std::numeric_limits<double>::quiet_NaN()
                             : static_cast<double>(number);
}

/// How to get from the numbers of a rank those of all ranks, the same on each; collective. Of one
/// process they are the same.
struct Reductions {
  std::function<double(double)> maximum = [](double value) { return value; };
  std::function<void(std::span<double>)> sum = [](std::span<double>) {};
};

/// How many numbers lie where: counts[i] of them in from[i] to to[i].
struct Histogram {
  static constexpr std::size_t kUsualBins = 32;
  using Numbers = std::array<double, 2 * kUsualBins + 2>;
  std::size_t size = 0;
  bool are_whole = true;
  Numbers from = {};
  Numbers to = {};
  Numbers counts = {};
};
/// Of the numbers of all ranks. Takes no memory.
[[nodiscard]] Histogram histogram_of(const VertexNumbers& values, const Reductions& ranks = {});
/// Of how many vertices there are in each group, but not of 0.
[[nodiscard]] Histogram histogram_of_sizes(std::span<const std::uint64_t> sizes,
                                           const Reductions& ranks = {});
/// Adds how many of what `counts` says have which `name`.
void add_distribution(Picture& picture, const std::string& name, const std::string& counts,
                      const Histogram& found);
[[nodiscard]] std::string degree_name(bool is_directed);

[[nodiscard]] bool is_drawn(std::uint64_t num_vertices, std::uint64_t num_edges);
/// The drawing of a graph, without values and marks.
[[nodiscard]] Json drawn(const Graph& graph, const std::function<Json(Vertex)>& label_of);

// What is drawn is of all vertices, where there is a drawing:

/// Shades vertices by their values.
void shade(Picture& picture, const std::string& name, const VertexNumbers& values);
/// By their groups; `group_of` has a vertex of the group of each vertex.
void shade_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of);
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

// All of it, in one process:

/// How many vertices have which degree; and the graph itself, if it is small enough to be drawn.
[[nodiscard]] Picture picture_of(const Graph& graph);
/// Adds how many vertices have which value, and shades them by it.
void add_values(Picture& picture, const std::string& name, const VertexNumbers& values);
/// Adds how many groups have which size, and shades vertices by them.
void add_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of);

}  // namespace strider::cli
