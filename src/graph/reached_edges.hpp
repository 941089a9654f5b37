// The number of edges that a search has reached, which TEPS are counted in.
#pragma once

#include <span>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// Turns adjacency entries into edges: an undirected edge has two entries, a self-loop only one.
class ReachedEdges {
 public:
  /// O(n) where the graph has no self-loops or is directed, else O(n + m), once.
  ReachedEdges(const Graph& graph, int threads);

  /// The edges among the reached vertices, where these have `arcs` adjacency entries in all.
  /// `parents` holds kNoVertex for the vertices not reached.
  [[nodiscard]] EdgeIndex count(EdgeIndex arcs, std::span<const Vertex> parents) const {
    return count_if(arcs, [&](Vertex v) { return parents[v] != kNoVertex; });
  }
  /// The same where is_reached(v) tells.
  template <class F>
  [[nodiscard]] EdgeIndex count_if(EdgeIndex arcs, F&& is_reached) const {
    if (directed_) return arcs;
    EdgeIndex self_loops = 0;
    for (const Loops& loops : loops_) {
      if (is_reached(loops.vertex)) self_loops += loops.count;
    }
    return (arcs + self_loops) / 2;
  }

 private:
  struct Loops {
    Vertex vertex;
    EdgeIndex count;
  };
  bool directed_;
  std::vector<Loops> loops_;  // of the vertices that have any; empty where directed
};

}  // namespace strider::detail
