// What is decided per vertex and per level, the same for every backend.
#pragma once

#include "base/atomics.hpp"
#include "strider/bfs.hpp"

namespace strider::detail {

/// Makes `u` the parent of a vertex, given the place of its parent; true for exactly one of the
/// threads that try. The plain read first: most edges lead to vertices that have a parent, and a
/// read, unlike a failed exchange, leaves the line with the others who read it.
[[nodiscard]] inline bool claim(Vertex& parent, Vertex u) {
  return load_relaxed(parent) == kNoVertex && compare_exchange_relaxed(parent, kNoVertex, u);
}

/// A frontier, or what was reached so far: its vertices and their adjacency entries.
struct LevelWork {
  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  LevelWork& operator+=(const LevelWork& other) {
    vertices += other.vertices;
    edges += other.edges;
    return *this;
  }
};

/// When to turn (Beamer, Asanović and Patterson 2013, section 4). Top-down walks all edges of the
/// frontier; bottom-up only some of those of the unvisited, few where the frontier is large.
struct DirectionRule {
  double alpha;
  double beta;
  std::uint64_t num_vertices;

  /// How to expand `frontier`, that before it having had `previous_vertices` and been expanded in
  /// direction `current`; `unvisited_edges` are those of the vertices not reached yet.
  [[nodiscard]] BfsDirection next(BfsDirection current, const LevelWork& frontier,
                                  std::uint64_t previous_vertices,
                                  EdgeIndex unvisited_edges) const {
    const bool grows = frontier.vertices > previous_vertices;
    if (current == BfsDirection::kTopDown) {
      const bool heavy =
          static_cast<double>(frontier.edges) > static_cast<double>(unvisited_edges) / alpha;
      return grows && heavy ? BfsDirection::kBottomUp : BfsDirection::kTopDown;
    }
    const bool small =
        static_cast<double>(frontier.vertices) < static_cast<double>(num_vertices) / beta;
    return !grows && small ? BfsDirection::kTopDown : BfsDirection::kBottomUp;
  }
};

}  // namespace strider::detail
