// Brandes' algorithm by lengths, for one source by a block.
//
//   distances (length_distances.hpp)
//   steps, the arcs that shortest paths take, make a graph without cycles; its levels, by the most
//   steps to a vertex, are peeled off as the last predecessor is (Kahn 1962):
//     follow: a vertex that a step leads to for the first time is met; who has been met before
//             waits for a predecessor less, and is ready where that was the last one
//     count:  who is ready adds up the paths to its predecessors; who has been met does, too, and
//             stands on the next level unless there are predecessors to wait for
//   for each level, the last one first:
//     for each vertex, dependency from its successors
//
// Most vertices have one predecessor or all of them on one level, and have counted their paths when
// they are met: three looks at an arc, and a fourth at those into vertices that have to wait.
//
// Which arcs are steps is the rule of the host (host/length_search.cpp): u comes before v, and the
// length by way of u is no longer than the shortest, but for the rounding of the weights. No number
// is written by an atomic but integers: nothing depends on the schedule. No arc has the length
// zero.
#pragma once

#include "algorithms/bc/gpu/length_distances.hpp"
#include "algorithms/bc/gpu/row_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

// --- steps out of a level

// Marks: the predecessors that a vertex waits for or, before that is known:
inline constexpr u32 kNotMet = ~u32{0};
inline constexpr u32 kMet = kNotMet - 1;

/// Vertices that a step leads to for the first time go into the first output, those whose last
/// predecessor has been followed into the second.
struct FollowSteps {
  LengthArrays arrays;
  Node* nodes;
  u32 level;  ///< of what becomes ready

  STRIDER_DEVICE_FUNCTION bool may_update(u32 v, u32 w, u64 length) const {
    return arrays.is_step(v, w, length);
  }
  STRIDER_DEVICE_FUNCTION u32 update_atomic(u32 /*v*/, u32 w, u64 /*length*/) const {
    u32* const mark = &arrays.marks[w];
    const u32 seen = simt::load(mark);
    if (seen == kNotMet) {
      return simt::atomic_cas(mark, kNotMet, kMet) == kNotMet ? TwoQueues::kFirst : 0;
    }
    constexpr u32 kOneLess = ~u32{0};
    if (seen == kMet || simt::atomic_add(mark, kOneLess) != 1) return 0;
    simt::store(&nodes[w].level, level);
    return TwoQueues::kSecond;
  }
};

// --- sums over steps

/// The number of paths to a vertex from all that steps lead from; over its arcs in.
struct CountingSteps {
  using Sum = PathCount;

  const Node* nodes;
  LengthArrays arrays;

  STRIDER_DEVICE_FUNCTION u32 start(u32 w) const { return w; }
  STRIDER_DEVICE_FUNCTION bool is_step(u32 w, u64 arc, u32 v) const {
    return arrays.is_step(v, w, simt::load_constant(&arrays.of_in[arc]));
  }
  STRIDER_DEVICE_FUNCTION PathCount paths_to(u32 v) const {
    PathCount count;
    count.mantissa = nodes[v].value;
    count.exponent = nodes[v].exponent;
    return count;
  }
  STRIDER_DEVICE_FUNCTION void add(u32 w, u64 arc, u32 v, PathCount& sum) const {
    if (is_step(w, arc, v)) sum += paths_to(v);
  }
};

/// The same from those up to a level, and how many others there are.
struct CountAndWait {
  PathCount paths;
  u32 waits = 0;
};
STRIDER_DEVICE_FUNCTION CountAndWait sum_of_teams(const CountAndWait& sum) {
  return {sum_of_teams(sum.paths), sum_of_warp(sum.waits)};
}
struct CountingClosed {
  using Sum = CountAndWait;

  CountingSteps steps;
  u32 depth;

  STRIDER_DEVICE_FUNCTION u32 start(u32 w) const { return w; }
  STRIDER_DEVICE_FUNCTION void add(u32 w, u64 arc, u32 v, CountAndWait& sum) const {
    if (!steps.is_step(w, arc, v)) return;
    // Those that get the next level meanwhile are no nearer than those without.
    if (simt::load_stale(&steps.nodes[v].level) > depth) {
      ++sum.waits;
    } else {
      sum.paths += steps.paths_to(v);
    }
  }
};

/// What a vertex gets from those that steps lead to, over its own mantissa; over its arcs out.
struct DependingOnSteps {
  using Sum = PathCount;

  const Node* nodes;
  LengthArrays arrays;

  STRIDER_DEVICE_FUNCTION u32 start(u32 v) const { return v; }
  STRIDER_DEVICE_FUNCTION void add(u32 v, u64 arc, u32 w, PathCount& sum) const {
    if (!arrays.is_step(v, w, simt::load_constant(&arrays.out.weights[arc]))) return;
    sum.mantissa += share_of_successor(nodes[v].exponent, nodes[w].value, nodes[w].exponent);
  }
};

/// What a block shares while it goes through levels; of level d in slot d % 2.
struct StepBoard {
  u32 met[2];
  u32 ready[2];
  u32 closed[2];  ///< of those met: who waits for none
};

struct LengthBoard {
  DistanceBoard distances;
  StepBoard steps;
};

template <class Offset>
class StepWalk {
 public:
  /// Distances are known; the board is shared.
  STRIDER_DEVICE_FUNCTION StepWalk(const BlockTeam& team, const BcRound<Offset>& round,
                                   const SourceWorkspace& workspace, const LengthArrays& arrays,
                                   u32 source, StepBoard* board, Reached& reached)
      : team_(team),
        round_(round),
        workspace_(workspace),
        arrays_(arrays),
        source_(source),
        board_(board),
        reached_(reached) {}

  /// Returns the largest level: the most arcs of a shortest path. All threads of the team call it.
  STRIDER_DEVICE_FUNCTION u32 run() {
    start();
    u32 depth = 0;
    u32 begin = 0;
    u32 end = 1;
    while (true) {
      follow_steps(depth, begin, end);
      team_.sync();
      const u32 slot = depth % 2;
      const u32 ready_end = end + simt::load(&board_->ready[slot]);
      const u32 num_met = simt::load(&board_->met[slot]);
      // As long as there are vertices to come, the next level has some.
      if (ready_end == end && num_met == 0) break;
      if (team_.rank() == 0) clear(depth + 1);
      count_ready(end, ready_end);
      count_met(depth, num_met, ready_end);
      team_.sync();
      ++depth;
      begin = end;
      end = ready_end + simt::load(&board_->closed[slot]);
      if (team_.rank() == 0) workspace_.ends[depth + 1ULL] = end;
    }
    for (u32 level = depth; level > 0; --level) accumulate(level);
    return depth;
  }

 private:
  STRIDER_DEVICE_FUNCTION void clear(u32 level) {
    simt::store(&board_->met[level % 2], 0);
    simt::store(&board_->ready[level % 2], 0);
    simt::store(&board_->closed[level % 2], 0);
  }

  /// Level 0.
  STRIDER_DEVICE_FUNCTION void start() {
    for (u32 v = team_.rank(); v < round_.out.num_vertices; v += team_.size()) {
      arrays_.marks[v] = kNotMet;
      workspace_.kept[v] = v == source_ && round_.scores_edges ? 1 : 0;
    }
    if (team_.rank() == 0) {
      clear(0);
      workspace_.queue[0] = source_;
      workspace_.ends[0] = 0;
      workspace_.ends[1] = 1;
    }
    team_.sync();
  }

  /// From the level `depth`. Who becomes ready stands behind it in the queue.
  STRIDER_DEVICE_FUNCTION void follow_steps(u32 depth, u32 begin, u32 end) {
    const TwoQueues output{{arrays_.lists, &board_->met[depth % 2]},
                           {workspace_.queue + end, &board_->ready[depth % 2]}};
    advance(arrays_.out, vertices(begin, end), FollowSteps{arrays_, workspace_.nodes, depth + 1},
            output, ByBlock{kWarpRow});
  }
  STRIDER_DEVICE_FUNCTION void count_ready(u32 begin, u32 end) {
    add_up_rows(team_, round_.in, vertices(begin, end), counting(),
                [&](u32 w, const PathCount& paths) {
                  close_count(round_, workspace_, w, paths, reached_);
                });
  }
  /// Of those that vertices of level `depth` have met; who waits for none goes into the queue,
  /// behind those that are ready.
  STRIDER_DEVICE_FUNCTION void count_met(u32 depth, u32 num_met, u32 ready_end) {
    add_up_rows(team_, round_.in, {arrays_.lists, num_met}, CountingClosed{counting(), depth},
                [&](u32 w, const CountAndWait& sum) {
                  if (sum.waits != 0) {
                    simt::store(&arrays_.marks[w], sum.waits);
                    return;
                  }
                  simt::store(&workspace_.nodes[w].level, depth + 1);
                  const u32 place = simt::atomic_add(&board_->closed[depth % 2], 1);
                  workspace_.queue[ready_end + place] = w;
                  close_count(round_, workspace_, w, sum.paths, reached_);
                });
  }
  STRIDER_DEVICE_FUNCTION CountingSteps counting() const { return {workspace_.nodes, arrays_}; }

  /// Dependencies of a level: those of the next one are known.
  STRIDER_DEVICE_FUNCTION void accumulate(u32 level) {
    add_up_rows(team_, round_.out, vertices(workspace_.ends[level], workspace_.ends[level + 1ULL]),
                DependingOnSteps{workspace_.nodes, arrays_}, [&](u32 v, const PathCount& share) {
                  close_dependency(round_, workspace_, v, share.mantissa);
                });
    team_.sync();
  }

  /// At places [begin, end) of the queue.
  STRIDER_DEVICE_FUNCTION SomeRows vertices(u32 begin, u32 end) const {
    return {workspace_.queue + begin, end - begin};
  }

  BlockTeam team_;
  const BcRound<Offset>& round_;
  const SourceWorkspace& workspace_;
  const LengthArrays& arrays_;
  u32 source_;
  StepBoard* board_;
  Reached& reached_;
};

/// A block searches from one source; returns the largest level. `board` is shared.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 walk_by_lengths(const BlockTeam& team, const BcRound<Offset>& round,
                                            const SourceWorkspace& workspace,
                                            const LengthArrays& arrays, u32 source,
                                            LengthBoard* board, Reached& reached) {
  find_distances(team, workspace, arrays, source, &board->distances);
  return StepWalk<Offset>(team, round, workspace, arrays, source, &board->steps, reached).run();
}

/// What the arc from v to w brings to its own score, of a search that has ended.
STRIDER_DEVICE_FUNCTION double share_of_arc(const SourceWorkspace& workspace,
                                            const LengthArrays& arrays, u64 arc, u32 v, u32 w) {
  if (!arrays.is_step(v, w, simt::load_constant(&arrays.out.weights[arc]))) return 0;
  const Node& from = workspace.nodes[v];
  const Node& to = workspace.nodes[w];
  return workspace.kept[v] * share_of_successor(from.exponent, to.value, to.exponent);
}

}  // namespace strider::detail::STRIDER_DEVICE
