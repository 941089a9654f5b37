// One of the shortest paths between two vertices, at random.
#pragma once

#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "base/random.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Searches from both ends, always the one whose next level has fewer edges, until they meet: on
/// graphs of small diameter that takes about as many edges as there are vertices, to the power of
/// one half (Borassi and Natale 2019, section 4). Paths are counted on the way, and each is drawn
/// with the same probability. Not thread-safe: one sampler a thread.
class PathSampler {
 public:
  explicit PathSampler(Graph graph);

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
  struct Meeting {
    Vertex forward;
    Vertex backward;
  };
  enum class Owner : std::uint8_t { kNone, kForward, kBackward };

  void start(Side& side, Owner owner, Vertex from);
  /// Expands a level; returns whether the other side was met.
  bool expand(Side& side, Owner owner);
  Meeting draw_meeting(CounterRng& rng) const;
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
  std::vector<Meeting> meetings_;
  std::vector<Vertex> path_;
};

}  // namespace strider::detail
