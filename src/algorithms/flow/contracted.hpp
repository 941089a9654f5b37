// A graph whose vertices are sets of vertices of another one, and whose edges have multiplicities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// What the vertices of a graph have been contracted to.
struct Contracted {
  struct Arc {
    Vertex head;
    std::uint64_t edges;
  };
  std::vector<EdgeIndex> offsets;
  std::vector<Arc> arcs;
  std::vector<std::uint64_t> degrees;

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(degrees.size()); }
  [[nodiscard]] std::span<const Arc> row(Vertex v) const {
    return std::span(arcs).subspan(offsets[v], offsets[v + std::size_t{1}] - offsets[v]);
  }
};

/// `count` vertices, of which for_each_arc(v, body) gives the arcs, `most_arcs` at most: body(head,
/// edges), of several to the same head and to v itself.
template <class F>
[[nodiscard]] Contracted gather(Vertex count, std::size_t most_arcs, F&& for_each_arc) {
  Contracted graph;
  graph.arcs.reserve(most_arcs);
  graph.degrees.reserve(count);
  graph.offsets.reserve(count + std::size_t{1});
  graph.offsets.push_back(0);
  std::vector<EdgeIndex> place(count, ~EdgeIndex{0});  // of the arc to a head, in the row at hand
  for (Vertex v = 0; v < count; ++v) {
    if (v % 65536 == 0) throw_if_stopped();
    const EdgeIndex begin = graph.arcs.size();
    std::uint64_t degree = 0;
    for_each_arc(v, [&](Vertex head, std::uint64_t edges) {
      if (head == v) return;
      degree += edges;
      if (place[head] != ~EdgeIndex{0} && place[head] >= begin) {
        graph.arcs[place[head]].edges += edges;
      } else {
        place[head] = graph.arcs.size();
        graph.arcs.push_back({head, edges});
      }
    });
    graph.degrees.push_back(degree);
    graph.offsets.push_back(graph.arcs.size());
  }
  return graph;
}

[[nodiscard]] inline Contracted gather(const Graph& graph) {
  return gather(graph.num_vertices(), graph.num_arcs(), [&](Vertex v, auto&& body) {
    for (const Vertex head : graph.out().neighbors(v)) body(head, std::uint64_t{1});
  });
}

}  // namespace strider::detail
