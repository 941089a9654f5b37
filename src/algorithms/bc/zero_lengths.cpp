// What edges of length zero ask for: an order among vertices at the same distance.
#include <fmt/format.h>

#include <vector>

#include "algorithms/bc/arc_lengths.hpp"
#include "algorithms/bc/zero_flow.hpp"
#include "base/stop.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// body(w) for the arcs of length zero out of v.
template <class F>
void for_zero_arcs(const Graph& graph, const ArcLengths& lengths, Vertex v, F&& body) {
  const Csr& out = graph.out();
  for (EdgeIndex arc = out.offsets()[v]; arc < out.offsets()[v + 1ULL]; ++arc) {
    if (lengths[arc] == 0) body(out.targets()[arc]);
  }
}

[[noreturn]] void refuse_cycle(const Graph& graph, Vertex v) {
  throw WeightError(fmt::format(
      "edges of weight zero form a cycle through vertex {}, so the number of shortest paths is "
      "undefined: merge the vertices of the cycle, or give its edges a positive weight",
      graph.labels().label(v)));
}

/// A topological order of the zero arcs (Kahn 1962).
void rank_vertices(const Graph& graph, ArcLengths& lengths) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> waits_for(n, 0);
  sequential_for(0, n, [&](std::size_t v) {
    for_zero_arcs(graph, lengths, static_cast<Vertex>(v), [&](Vertex w) { ++waits_for[w]; });
  });
  std::vector<Vertex> ready;
  for (Vertex v = 0; v < n; ++v) {
    if (waits_for[v] == 0) ready.push_back(v);
  }
  lengths.zero_rank.assign(n, 0);
  for (std::size_t i = 0; i < ready.size(); ++i) {
    lengths.zero_rank[ready[i]] = static_cast<Vertex>(i);
    for_zero_arcs(graph, lengths, ready[i], [&](Vertex w) {
      if (--waits_for[w] == 0) ready.push_back(w);
    });
  }
  for (Vertex v = 0; v < n; ++v) {
    if (waits_for[v] != 0) refuse_cycle(graph, v);
  }
}

void find_trees(const Graph& graph, ArcLengths& lengths) {
  const Vertex n = graph.num_vertices();
  ZeroForest& forest = lengths.zero_forest;
  forest.tree.assign(n, kNoVertex);
  sequential_for(0, n, [&](std::size_t i) {
    const auto root = static_cast<Vertex>(i);
    if (forest.tree[root] != kNoVertex) return;
    bool is_single = true;
    for_zero_arcs(graph, lengths, root, [&](Vertex) { is_single = false; });
    if (is_single) return;
    const auto tree = static_cast<Vertex>(forest.begins.size());
    std::size_t place = forest.vertices.size();
    forest.begins.push_back(static_cast<std::uint32_t>(place));
    forest.tree[root] = tree;
    forest.vertices.push_back(root);
    forest.parent.push_back(kNoVertex);
    for (; place < forest.vertices.size(); ++place) {
      const Vertex v = forest.vertices[place];
      const Vertex above =
          forest.parent[place] == kNoVertex ? kNoVertex : forest.vertices[forest.parent[place]];
      for_zero_arcs(graph, lengths, v, [&](Vertex w) {
        if (w == above) return;
        if (forest.tree[w] != kNoVertex) refuse_cycle(graph, w);
        forest.tree[w] = tree;
        forest.vertices.push_back(w);
        forest.parent.push_back(static_cast<Vertex>(place));
      });
    }
  });
  forest.begins.push_back(static_cast<std::uint32_t>(forest.vertices.size()));
}

}  // namespace

std::vector<ZeroPlace> zero_places(const ZeroForest& forest) {
  std::vector<ZeroPlace> places(forest.vertices.size());
  for (std::size_t tree = 0; tree + 1 < forest.begins.size(); ++tree) {
    const Vertex begin = forest.begins[tree];
    const Vertex end = forest.begins[tree + 1];
    for (Vertex p = begin; p < end; ++p) {
      // No children yet: an empty range where its children will stand, if it has any.
      places[p] = {forest.vertices[p], forest.parent[p], end, end, begin, end};
    }
    for (Vertex p = end; p-- > begin + 1;) {
      ZeroPlace& parent = places[forest.parent[p]];
      if (parent.child_begin == parent.child_end) parent.child_end = p + 1;
      parent.child_begin = p;
    }
  }
  return places;
}

void order_zero_lengths(const Graph& graph, ArcLengths& lengths) {
  graph.is_directed() ? rank_vertices(graph, lengths) : find_trees(graph, lengths);
}

}  // namespace strider::detail
