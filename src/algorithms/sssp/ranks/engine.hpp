// What every distributed search for shortest paths is to its callers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ranks/input/vertex_names.hpp"
#include "strider/array.hpp"
#include "strider/sssp.hpp"
#include "strider/types.hpp"

namespace strider::detail {

class OwnerMap;  // partition/owner_map.hpp

/// The settings that every scheme has. Each factory's own settings hold one of these.
struct DistSsspSettings {
  /// Threads a rank; at least 1.
  int threads = 1;
  /// Fewer vertices than that are relaxed by one thread: waking others would take longer.
  std::size_t min_parallel_vertices = 1000;
  /// The width of a bucket; 0: one that suits the weights and degrees of the whole graph.
  double delta = 0;
  /// What errors call vertices: the numbers of the input, unless it has others.
  VertexNames names = {};
};

/// What a search leaves on one rank: the part of the tree that belongs to the vertices it owns, by
/// LocalVertex. W is the type of the weights. The arrays are as long as the rank has vertices, and
/// are reused by the next search where they fit.
template <class W>
struct DistSsspTree {
  using Distance = SsspDistance<W>;

  /// In the type in which the library adds weights, exact: the smallest over all paths of the sums
  /// taken from the source on, equal to those of the sequential oracle bit by bit. Infinity, or the
  /// largest integer, where unreached.
  Array<Distance> distances;
  /// In the input's numbers, kNoGlobalVertex where unreached; the source is its own parent. Every
  /// parent closes its child's distance exactly, and the parents lead to the source, whatever
  /// weights are zero.
  Array<GlobalVertex> parents;
  /// Of all ranks, the same on each.
  std::uint64_t num_reached = 0;
  /// Rounds of relaxations, each with an exchange; the same on each rank.
  std::uint64_t num_rounds = 0;
};

/// Searches one distributed graph from any number of sources, keeping its workspace in between.
template <class W>
class DistSsspEngine {
 public:
  virtual ~DistSsspEngine() = default;
  /// Fills `tree`, whose arrays may come from an earlier search. `source` is a vertex of the input,
  /// the same on all ranks. Counts what it sends in the communicator's Traffic, by phase; a level
  /// is a bucket. Throws WeightError, naming a vertex, where a distance is too large for its type.
  /// Collective.
  virtual void search(GlobalVertex source, DistSsspTree<W>& tree) = 0;
  /// Who owns which vertex of the input.
  [[nodiscard]] virtual const OwnerMap& owners() const = 0;
  /// The width of a bucket in use.
  [[nodiscard]] virtual double delta() const = 0;
};

}  // namespace strider::detail
