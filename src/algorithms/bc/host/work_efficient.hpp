// The work-efficient method: queues hold the vertices of each level, so that a level costs what its
// own vertices and edges cost. As McLaughlin and Bader (2014, section IV) keep them, all levels
// stand one after the other in one array, with the end of each: on the way back they are there.
//
//   for depth = 0, 1, ... until nothing is found:
//     for the vertices v of level depth, in parallel:
//       each neighbour w without a level is claimed, by one thread, and appended to level depth + 1
//     for the vertices w of level depth + 1, in parallel: count(w) from the vertices before it
//   for depth = deepest, ..., 1:
//     for the vertices v of level depth, in parallel: dependency(v) from the vertices after it
//
// The order within a level is that in which threads come to append; no sum depends on it. O(n + m).
#pragma once

#include <atomic>

#include "algorithms/bc/host/level_by_level.hpp"
#include "algorithms/bc/host/level_queue.hpp"

namespace strider::detail {

class WorkEfficient {
 public:
  WorkEfficient(Workspace& workspace, const BcProblem& problem)
      : problem_(problem), arrays_(workspace, problem.graph.num_vertices()) {
    workspace.declare("the queue", queue_, problem.graph.num_vertices());
  }

  /// Only what the last search touched, where that is little.
  void clear(Member& member, Vertex reached) {
    const bool all = reached > queue_.size() / 4;
    const Range chunk = member.chunk(all ? queue_.size() : reached);
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      arrays_.levels[all ? i : queue_[i]] = kUnreached;
    }
  }

  void begin(Vertex source) {
    source_ = source;
    arrays_.begin(source);
    queue_[0] = source;
    length_.store(1, std::memory_order_relaxed);
  }

  Found discover(Member& member, const LevelRange& level) {
    QueueAppender next(queue_, length_);
    Found found;
    for_level(member, level, [&](Vertex v) {
      for (const Vertex w : problem_.graph.out().neighbors(v)) {
        Level& reached = arrays_.levels[w];
        if (load_relaxed(reached) != kUnreached) continue;
        if (!compare_exchange_relaxed(reached, kUnreached, level.depth + 1)) continue;
        next.append(w);
        ++found.vertices;
      }
    });
    next.flush();
    return found;
  }

  Found count(Member& member, const LevelRange& level) {
    const TargetWeights weights(problem_);
    Found found;
    for_level(member, level, [&](Vertex w) {
      arrays_.counts[w] = count_of_predecessors(problem_.graph.in(), arrays_, w, level.depth);
      found.arcs += problem_.graph.out().degree(w);
      found.weight += weights[w];
    });
    return found;
  }

  void accumulate(Member& member, const LevelRange& level, const DependencySums& sums) {
    for_level(member, level, [&](Vertex v) {
      const double dependency =
          dependency_of_successors(problem_.graph.out(), arrays_, v, level.depth, sums);
      if (level.depth > 0) arrays_.coefficients[v] = sums.close(v, dependency, arrays_.counts[v]);
    });
  }

 private:
  template <class F>
  void for_level(const Member& member, const LevelRange& level, F&& body) {
    for_level_range(member, level, queue_, body);
  }

  const BcProblem& problem_;
  LevelArrays arrays_;
  Array<Vertex> queue_;
  std::atomic<std::size_t> length_{0};
  Vertex source_ = 0;
};

}  // namespace strider::detail
