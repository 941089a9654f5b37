// Trees laid out in lines, for the heaviest edge between any two vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"
#include "validate/range_maximum.hpp"

namespace strider::detail {

/// An edge of a forest with a number that orders weights; u < v.
struct ForestEdge {
  std::uint64_t key;
  Vertex u;
  Vertex v;
};

/// Each tree as a line of its vertices. Edges are taken by ascending key, as Kruskal's method takes
/// them; the lines of the two parts that an edge joins are put one behind the other, with a gap of
/// its key between them. So the greatest gap between two places is the key of the edge that joined
/// the parts they are in: the heaviest one on the path between the two vertices.
class ForestLines {
 public:
  /// The gap between two trees.
  static constexpr std::uint64_t kNoPath = ~std::uint64_t{0};

  /// `edges` ascend by key, keys are less than kNoPath. Calls on_cycle(edge) for each edge that
  /// closes a cycle, which is left out. O(n log n) work. Throws MemoryError.
  template <class OnCycle>
  ForestLines(Vertex n, std::span<const ForestEdge> edges, int threads, OnCycle on_cycle)
      : num_trees_(n) {
    Array<Vertex> parents;
    Array<Vertex> next;
    Array<std::uint64_t> gap_behind;
    // By the root of a set: the first and last vertex of its line.
    Array<Vertex> first;
    Array<Vertex> last;
    Workspace workspace;
    workspace.declare("the places of vertices", places_, n);
    workspace.declare("gaps", gaps_, n);
    workspace.declare("parents", parents, n);
    workspace.declare("lines", next, n);
    workspace.declare("gaps of lines", gap_behind, n);
    workspace.declare("the first of lines", first, n);
    workspace.declare("the last of lines", last, n);
    workspace.take("the trees of a spanning forest in lines", HostMemory());
    std::fill(next.begin(), next.end(), kNoVertex);
    std::fill(gap_behind.begin(), gap_behind.end(), kNoPath);
    DisjointSets parts(parents.span());
    parts.make_singletons();
    for (Vertex v = 0; v < n; ++v) first[v] = last[v] = v;
    sequential_for(0, edges.size(), [&](std::size_t i) {
      const ForestEdge& edge = edges[i];
      const Vertex front = parts.find(edge.u);
      const Vertex back = parts.find(edge.v);
      if (front == back) {
        on_cycle(edge);
        return;
      }
      next[last[front]] = first[back];
      gap_behind[last[front]] = edge.key;
      const std::pair ends{first[front], last[back]};
      parts.unite(front, back);
      const Vertex root = parts.find(front);
      first[root] = ends.first;
      last[root] = ends.second;
      --num_trees_;
    });
    std::size_t place = 0;
    sequential_for(0, n, [&](std::size_t root) {
      if (parents[root] != root) return;
      for (Vertex v = first[root]; v != kNoVertex; v = next[v]) {
        places_[v] = static_cast<Vertex>(place);
        gaps_[place++] = gap_behind[v];
      }
    });
    maximum_ = RangeMaximum(gaps_.span(), threads);
  }

  [[nodiscard]] Vertex num_trees() const { return num_trees_; }

  /// The greatest key on the path between two vertices; kNoPath where there is none. O(1).
  /// Precondition: u != v.
  [[nodiscard]] std::uint64_t heaviest_between(Vertex u, Vertex v) const {
    auto [front, back] = std::minmax(places_[u], places_[v]);
    return maximum_(front, back - 1);
  }

 private:
  Array<Vertex> places_;       // by vertex
  Array<std::uint64_t> gaps_;  // by place: to the next one
  Vertex num_trees_;
  RangeMaximum maximum_;
};

}  // namespace strider::detail
