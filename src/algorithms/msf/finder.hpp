// What stands behind the public solver and its results, wherever forests are found.
#pragma once

#include <cstddef>
#include <memory>

#include "strider/msf.hpp"

namespace strider {
namespace detail {

/// A forest that has been found and is somewhere else.
template <class W>
class LazyForest {
 public:
  virtual ~LazyForest() = default;
  /// Its edges, ascending by (u, v), and their total weight. Called once, or until it does not
  /// throw MemoryError.
  virtual void fetch(Array<MsfEdge<W>>& edges, MsfWeight<W>& weight) = 0;
};

/// The parts of a result that a finder writes: edges and weight, or `lazy`, which is null before.
template <class W>
struct ForestParts {
  Array<MsfEdge<W>>& edges;
  MsfWeight<W>& weight;
  std::shared_ptr<LazyForest<W>>& lazy;
};

template <class W>
class ForestFinder {
 public:
  virtual ~ForestFinder() = default;
  /// Returns the number of edges. Throws WeightError, MemoryError.
  virtual std::size_t find(const ForestParts<W>& parts) = 0;
};

/// Throws UsageError where the objective is none.
void require_objective(MsfObjective objective);
/// Throws UsageError where edges lead one way.
void require_undirected(Directedness directedness);

}  // namespace detail

template <class W>
struct MsfSolver<W>::State {
  Vertex num_vertices;
  std::unique_ptr<detail::ForestFinder<W>> finder;
};

}  // namespace strider
