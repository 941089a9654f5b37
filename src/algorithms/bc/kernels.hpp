// What is decided per vertex, the same for every level-synchronous method.
#pragma once

#include <span>

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/problem.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

/// What a search knows of each vertex, in arrays of their own as all these methods have them.
struct LevelArrays {
  LevelArrays(Workspace& workspace, Vertex num_vertices) {
    workspace.declare("the levels", levels, num_vertices);
    workspace.declare("the path counts", counts, num_vertices);
    workspace.declare("the dependencies", coefficients, num_vertices);
  }

  /// Forgets the levels of a chunk of the vertices.
  void clear(Range chunk) {
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) levels[v] = kUnreached;
  }
  /// Makes the source level 0, reached by one path.
  void begin(Vertex source) {
    levels[source] = 0;
    counts[source] = {1, 0};
  }

  Array<Level> levels;
  Array<PathCount> counts;
  /// (weight + dependency) / count.mantissa
  Array<double> coefficients;
};

/// Gives w the level if it has none. Several threads may: they write the same number.
[[nodiscard]] inline bool reach(Array<Level>& levels, Vertex w, Level level) {
  if (load_relaxed(levels[w]) != kUnreached) return false;
  store_relaxed(levels[w], level);
  return true;
}

/// Counts are gathered by their own vertex, in the order of its list, not scattered by atomic
/// additions: these would come in any order, and so would the last bits of large counts.
[[nodiscard]] inline PathCount count_of_predecessors(const Csr& in, const LevelArrays& arrays,
                                                     Vertex w, Level level) {
  PathCount count;
  for (const Vertex v : in.neighbors(w)) {
    // Vertices of later levels are being reached meanwhile.
    if (load_relaxed(arrays.levels[v]) + 1 == level) count += arrays.counts[v];
  }
  count.normalize();
  return count;
}

/// Where the dependencies of one source go.
struct DependencySums {
  const BcProblem& problem;
  TargetWeights weights;
  std::span<double> sums;
  /// How often the source counts.
  double times = 1;

  /// The end of vertex v's part: its dependency is known. Returns its coefficient.
  [[nodiscard]] double close(Vertex v, double dependency, const PathCount& count) const {
    const double weight = weights[v];
    if (problem.of == BetweennessOf::kVertices) sums[v] += times * dependency;
    if (problem.counts_endpoints()) sums[v] += weight;
    return (weight + dependency) / count.mantissa;
  }
  /// The source's own part: an endpoint of every pair, nothing else.
  void close_source(Vertex source, double weight_reached) const {
    if (problem.counts_endpoints()) sums[source] += weight_reached;
  }
  void add_arc(EdgeIndex arc, double dependency) const {
    if (problem.of == BetweennessOf::kEdges) sums[arc] += dependency;
  }
};

/// The dependency of v, of that level, from its successors one level on.
[[nodiscard]] inline double dependency_of_successors(const Csr& out, const LevelArrays& arrays,
                                                     Vertex v, Level level,
                                                     const DependencySums& sums) {
  const PathCount count = arrays.counts[v];
  double dependency = 0;
  for (EdgeIndex arc = out.offsets()[v]; arc < out.offsets()[v + 1ULL]; ++arc) {
    const Vertex w = out.targets()[arc];
    if (arrays.levels[w] != level + 1) continue;
    const double part = count.mantissa * share_of_successor(count.exponent, arrays.coefficients[w],
                                                            arrays.counts[w].exponent);
    sums.add_arc(arc, part);
    dependency += part;
  }
  return dependency;
}

}  // namespace strider::detail
