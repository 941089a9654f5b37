// One level top-down, split among threads by edges.
#pragma once

#include "algorithms/bfs/host/level_synchronous.hpp"
#include "graph/bitmap.hpp"
#include "graph/frontier_queue.hpp"

namespace strider::detail {

/// A frontier in per-thread parts and the way to the next one. Two sets of parts in turn: the one
/// that is read in a level is written in the next.
class EdgeSplitFrontier {
 public:
  explicit EdgeSplitFrontier(int threads) : queues_{MergedQueues(threads), MergedQueues(threads)} {}

  /// Empties all parts; every member calls it, and none continues before all have.
  void clear(const Member& member);

  /// The frontier found by level - 1, or put there by begin(); its part of one member.
  [[nodiscard]] LocalQueue& part(int thread, Level level) {
    return queues_[level % 2].part(thread);
  }

  /// Expands this member's chunk of the edges of the frontier into its part of the next one.
  /// `visited` holds every reached vertex before and after.
  LevelWork expand(Member& member, const Csr& out, TreeWriter& tree, Bitmap& visited, Level level);

  /// The same without an atomic operation: finds what `seen` lacks, and adds it. Writes parents
  /// only; a vertex that several members find gets the parent of any of them. Runs under
  /// member.attempt: throws InterruptedError.
  void mark(const Member& member, const Csr& out, TreeWriter& tree, Bitmap& seen,
            Level level) const;

 private:
  /// body(u, its row's arcs) for this member's chunk of the edges of the frontier.
  template <class F>
  void walk(const Member& member, const Csr& out, Level level, F&& body) const;

  MergedQueues queues_[2];
};

}  // namespace strider::detail
