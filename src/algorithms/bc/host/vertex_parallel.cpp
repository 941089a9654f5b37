// The vertex-parallel method: in every level all vertices are looked at, and those of the level
// work. No queue, nothing to append to; O(n) work a level besides the edges.
//
//   for depth = 0, 1, ... until nothing is found:
//     for all vertices v of level depth, in parallel:
//       each neighbour w without a level gets depth + 1
//     for all vertices w of level depth + 1, in parallel: count(w) = sum of count(v) over v before
//     w
//   for depth = deepest, ..., 1:
//     for all vertices v of level depth, in parallel: dependency(v) from the vertices w after v
#include "algorithms/bc/host/level_by_level.hpp"

namespace strider::detail {
namespace {

class VertexParallel {
 public:
  VertexParallel(Workspace& workspace, const BcProblem& problem)
      : problem_(problem), arrays_(workspace, problem.graph.num_vertices()) {}

  void clear(Member& member, Vertex) { arrays_.clear(member.chunk(arrays_.levels.size())); }

  void begin(Vertex source) {
    source_ = source;
    arrays_.begin(source);
  }

  Found discover(Member& member, const LevelRange& level) {
    Found found;
    for_level(member, level.depth, [&](Vertex v) {
      for (const Vertex w : problem_.graph.out().neighbors(v)) {
        if (reach(arrays_.levels, w, level.depth + 1)) found.vertices = 1;
      }
    });
    return found;
  }

  Found count(Member& member, const LevelRange& level) {
    const TargetWeights weights(problem_);
    Found found;
    for_level(member, level.depth, [&](Vertex w) {
      arrays_.counts[w] = count_of_predecessors(problem_.graph.in(), arrays_, w, level.depth);
      found.arcs += problem_.graph.out().degree(w);
      found.weight += weights[w];
    });
    return found;
  }

  void accumulate(Member& member, const LevelRange& level, const DependencySums& sums) {
    for_level(member, level.depth, [&](Vertex v) {
      const double dependency =
          dependency_of_successors(problem_.graph.out(), arrays_, v, level.depth, sums);
      if (level.depth > 0) arrays_.coefficients[v] = sums.close(v, dependency, arrays_.counts[v]);
    });
  }

 private:
  /// Chunks in turn to every thread, so that a run of busy vertices is shared.
  template <class F>
  void for_level(const Member& member, Level level, F&& body) {
    const std::size_t n = arrays_.levels.size();
    const auto step = static_cast<std::size_t>(member.threads()) * kVertexChunk;
    for (std::size_t first = static_cast<std::size_t>(member.thread()) * kVertexChunk; first < n;
         first += step) {
      for (std::size_t v = first; v < std::min(n, first + kVertexChunk); ++v) {
        if (load_relaxed(arrays_.levels[v]) == level) body(static_cast<Vertex>(v));
      }
    }
  }

  const BcProblem& problem_;
  LevelArrays arrays_;
  Vertex source_ = 0;
};

}  // namespace

BcPlan plan_vertex_parallel(const BcProblem& problem) {
  BcPlan plan;
  plan.batch = usual_batch(problem);
  plan.make_engine = [&problem](Workspace& workspace, int threads) {
    return std::make_unique<LevelByLevel<VertexParallel>>(workspace, problem, threads);
  };
  plan_threads(problem, plan);
  return plan;
}

}  // namespace strider::detail
