// The first arc of each row that closes a distance, for many rows at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Distances that are final, and rows by ascending weight. `Arc` is a packed arc, its distances
/// integers of 32 bits; or a WeightedArc<float>.
template <class D, class Arc>
struct TightArcs {
  const EdgeIndex* offsets;
  const Arc* arcs;
  PackedArcs packing;
  const D* distances;
  Vertex num_vertices;

  /// What must be looked at arc by arc: rows with more than one tight arc among the lightest, and
  /// long ones.
  static constexpr Vertex kUndecided = kNoVertex - 1;
  /// Past its last element, find() writes this many.
  static constexpr std::size_t kOverrun = 16;

  /// found[i] of row begin + i: the other end of its lightest tight arc from a vertex that is
  /// nearer, kNoVertex where it has none, or kUndecided. Any number of threads may each look at
  /// some rows.
  void find(Vertex begin, Vertex end, Vertex* found) const;
};

template <>
void TightArcs<std::uint32_t, std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const;
template <>
void TightArcs<float, WeightedArc<float>>::find(Vertex begin, Vertex end, Vertex* found) const;

}  // namespace strider::detail
