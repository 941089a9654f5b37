// The loop that the level-synchronous methods share: out level by level, then back.
#pragma once

#include <utility>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/kernels.hpp"
#include "base/team.hpp"

namespace strider::detail {

/// What a team finds in a level, or in all.
struct Found {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t next_arcs = 0;  // of the vertices found, where the method wants to know
  double weight = 0;            // a whole number: the order of summation does not matter
  Found& operator+=(const Found& other) {
    vertices += other.vertices;
    arcs += other.arcs;
    next_arcs += other.next_arcs;
    weight += other.weight;
    return *this;
  }
};

/// A level, and its place in an array of all vertices reached, level after level.
struct LevelRange {
  Level depth;
  Vertex begin;
  Vertex end;
  /// Of its vertices and of those not visited yet; and the same of the level before. Only where
  /// the method tells next_arcs.
  EdgeIndex arcs = 0;
  EdgeIndex unvisited_arcs = 0;
  EdgeIndex arcs_before = 0;
  EdgeIndex unvisited_arcs_before = 0;
};

/// A method brings its steps:
///   void clear(Member&, Vertex reached)  forgets the last search, which reached so many; a share
///   void begin(Vertex source)            makes the source level 0; one member
///   Found discover(Member&, LevelRange)  gives what comes next its level; returns how many it
///                                        found; a vertex may be found by several members where the
///                                        method needs no range
///   Found count(Member&, LevelRange)     path counts of a level from the one before
///   void accumulate(Member&, LevelRange, const DependencySums&)
///                                        dependencies of a level from the one after
/// Between two of them all members wait for one another, but not between count and discover, which
/// may run side by side: count sees vertices that have no level yet get one.
template <class Steps>
class LevelByLevel final : public BcEngine {
 public:
  /// `more` is what the steps take besides.
  template <class... More>
  LevelByLevel(Workspace& workspace, const BcProblem& problem, int threads, const More&... more)
      : problem_(problem), threads_(threads), steps_(workspace, problem, more...), found_(threads) {
    workspace.declare("the ends of levels", ends_, problem.graph.num_vertices() + std::size_t{2});
  }

  std::uint64_t accumulate(std::span<const Vertex> sources, std::span<double> sums) override {
    std::uint64_t arcs = 0;
    for (const Vertex source : sources) {
      const DependencySums target{problem_, TargetWeights(problem_), sums,
                                  problem_.source_weight(source)};
      parallel_team(threads_, [&](Member& member) {
        const Level deepest = walk_out(member, source);
        accumulate(member, deepest, target);
        if (member.is_first()) {
          target.close_source(source, reached_.weight - target.weights[source]);
        }
      });
      arcs += reached_.arcs;
    }
    return arcs;
  }

  /// The largest level that a search from `source` reaches.
  [[nodiscard]] Level depth_from(Vertex source) {
    Level depth = 0;
    parallel_team(threads_, [&](Member& member) {
      const Level deepest = walk_out(member, source);
      if (member.is_first()) depth = deepest;
    });
    return depth;
  }

 private:
  Level walk_out(Member& member, Vertex source) {
    steps_.clear(member, last_end_);
    member.wait();
    if (member.is_first()) begin(source);
    member.wait();
    LevelRange level{0, 0, 1};
    level.arcs = problem_.graph.out().degree(source);
    level.unvisited_arcs = problem_.graph.num_arcs() - level.arcs;
    Found found = member.is_first() ? first_found(source) : Found{};
    Found reached;
    while (true) {
      found += steps_.discover(member, level);
      const Found total = found_.wait(member, found);
      reached += total;
      if (total.vertices == 0 || member.must_stop()) break;
      level = {level.depth + 1,
               level.end,
               static_cast<Vertex>(level.end + total.vertices),
               total.next_arcs,
               level.unvisited_arcs - total.next_arcs,
               level.arcs,
               level.unvisited_arcs};
      if (member.is_first()) ends_[level.depth + 1ULL] = level.end;
      found = steps_.count(member, level);
    }
    if (member.is_first()) {
      reached_ = reached;
      last_end_ = level.end;
    }
    return level.depth;
  }

  void accumulate(Member& member, Level deepest, const DependencySums& sums) {
    // From the source itself only where edges are asked for: it has arcs, though no score.
    const Level last = problem_.of == BetweennessOf::kEdges ? 0 : 1;
    for (Level depth = deepest + 1; depth-- > last;) {
      member.wait();
      if (member.must_stop()) return;
      steps_.accumulate(member, LevelRange{depth, ends_[depth], ends_[depth + 1ULL]}, sums);
    }
    member.wait();
  }

  void begin(Vertex source) {
    ends_[0] = 0;
    ends_[1] = 1;
    steps_.begin(source);
  }

  [[nodiscard]] Found first_found(Vertex source) const {
    return {0, problem_.graph.out().degree(source), 0, TargetWeights(problem_)[source]};
  }

  const BcProblem& problem_;
  int threads_;
  Array<Vertex> ends_;  // a level: where the one before it ends
  Steps steps_;
  TeamSum<Found> found_;
  Found reached_;
  Vertex last_end_ = kNoVertex;  // before the first search: all is to be cleared
};

/// How many engines of the plan work at once, and with how many threads each: sources are
/// independent of one another, levels are not, so one source a thread wherever there are enough
/// sources and memory; else all threads on one source.
void plan_threads(const BcProblem& problem, BcPlan& plan);
/// The same for engines of one thread each.
void plan_workers(const BcProblem& problem, BcPlan& plan);

/// Sources that are summed up before they are added to the scores, so that adding costs little.
[[nodiscard]] std::size_t usual_batch(const BcProblem& problem);

/// Vertices dealt at once.
inline constexpr std::size_t kVertexChunk = 1024;

}  // namespace strider::detail
