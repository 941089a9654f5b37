// One of the shortest paths between two vertices, at random.
#pragma once

#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Searches from both ends until an edge connects the two searches, and always expands the one
/// whose next level has fewer edges. On graphs of small diameter that takes about as many edges as
/// the square root of the number of vertices (Borassi and Natale 2019, section 4). The search
/// counts paths, and draws each shortest path with the same probability. Not thread-safe: one
/// sampler a thread.
class PathSampler {
 public:
  PathSampler(Workspace& workspace, Graph graph);

  /// The vertices within a path from `source` to `target`, without these two, in any order; empty
  /// where there is none. Valid until the next call. Precondition: source != target.
  const std::vector<Vertex>& sample(Vertex source, Vertex target, CounterRng& rng);

 private:
  /// What one end has found: levels and numbers of paths.
  struct Side {
    const Csr* ahead;
    const Csr* back;
    std::vector<Vertex> level;
    EdgeIndex level_edges;
    Level depth;
  };
  struct MiddleEdge {
    Vertex forward;
    Vertex backward;
  };
  enum class Owner : std::uint8_t { kNone, kForward, kBackward };

  void start(Side& side, Owner owner, Vertex from);
  /// Expands a level; returns whether an edge leads to the other side.
  bool expand(Side& side, Owner owner);
  MiddleEdge draw_middle_edge(CounterRng& rng) const;
  void walk_to_end(const Side& side, Owner owner, Vertex from, CounterRng& rng);
  void clear();

  Graph graph_;
  Array<Owner> owners_;
  Array<Level> depths_;
  Array<PathCount> counts_;
  Side forward_;
  Side backward_;
  std::vector<Vertex> next_;
  std::vector<Vertex> touched_;
  std::vector<MiddleEdge> middle_edges_;
  std::vector<Vertex> path_;
};

}  // namespace strider::detail
