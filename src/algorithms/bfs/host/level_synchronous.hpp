// The loop that the parallel methods share: level after level, a barrier after each.
#pragma once

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/kernels.hpp"
#include "algorithms/bfs/tree_writer.hpp"
#include "base/team.hpp"
#include "graph/reached_edges.hpp"

namespace strider::detail {

/// Where one thread's search stands; the same for all threads of the team.
struct Step {
  /// The level of the frontier; what expanding it finds gets level + 1.
  Level level = 0;
  LevelWork frontier = {};
  /// Vertices of the frontier before this one.
  std::uint64_t previous_vertices = 0;
  /// All reached so far, the frontier included.
  LevelWork reached = {};
  /// How the last level was expanded; expand() sets it for its own.
  BfsDirection direction = BfsDirection::kTopDown;
  /// Of methods with both: whether the frontier is in a bitmap, not in queues. As `direction`.
  bool is_in_bitmap = false;
};

/// A search in one parallel region. A method brings its frontier and how to expand it.
class LevelSynchronous : public BfsEngine {
 public:
  void search(const BfsQuery& query, BfsTree& tree) final;

 protected:
  LevelSynchronous(Graph graph, const BfsOptions& options);

  /// Empties what the method keeps besides the tree: this member's chunk of it. Shares of vertices
  /// are tree_share(). No other member is anywhere else.
  virtual void clear(Member& member) = 0;
  /// Makes the sources, which are in the tree, the frontier. Runs on one member, after all have
  /// cleared.
  virtual void begin(std::span<const Vertex> sources) = 0;
  /// This member's part of expanding the frontier; returns what it found. All members see what all
  /// found, and may reuse what held the old frontier, when the loop calls it next. What may throw
  /// runs under member.attempt.
  virtual LevelWork expand(Member& member, Step& step) = 0;

  /// The vertices that `member` clears: whole words of a bitmap.
  [[nodiscard]] Range tree_share(const Member& member) const {
    return member.chunk(graph_.num_vertices(), 64);
  }

  const Graph graph_;
  const BfsOptions options_;
  TreeWriter tree_;

 private:
  void run(Member& member, const BfsQuery& query, BfsTree& tree);
  LevelWork begin_at(std::span<const Vertex> sources);
  void widen_levels(Member& member);

  ReachedEdges reached_edges_;
  TeamSum<LevelWork> sums_;
};

}  // namespace strider::detail
