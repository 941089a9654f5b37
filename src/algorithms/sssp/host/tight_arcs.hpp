// The arc of each row that closes a distance, for many rows at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Distances that are final, and rows by ascending weight. `Arc` is a packed arc, its distances
/// integers of 32 bits; or a WeightedArc<float>.
template <class D, class Arc>
struct TightArcs {
  static constexpr bool kByWeight = true;
  const EdgeIndex* offsets;
  const Arc* arcs;
  PackedArcs packing;
  const D* distances;
  Vertex num_vertices;

  /// Arcs of a row that are looked at before it is left undecided.
  static constexpr EdgeIndex kMostArcs = 64;

  /// found[i] of row begin + i: the other end of its lightest tight arc from a vertex that is
  /// nearer, kNoVertex where it has none, or kUndecided: where several tight arcs are the lightest,
  /// and of long rows. Any number of threads may each look at some rows.
  void find(Vertex begin, Vertex end, Vertex* found) const;
};

/// What must be looked at arc by arc.
inline constexpr Vertex kUndecided = kNoVertex - 1;
/// Past its last element, find() writes this many.
inline constexpr std::size_t kFoundOverrun = 16;

/// The same of the rows of a graph as it is. D is the type of weights, too: 32 bits.
template <class D>
struct ShortRowArcs {
  static constexpr bool kByWeight = false;

  const EdgeIndex* offsets;
  const Vertex* targets;
  const D* weights;
  const D* distances;
  Vertex num_vertices;

  /// Longer rows are undecided.
  static constexpr EdgeIndex kMostArcs = 16;

  /// As that of TightArcs; of equally light arcs, that from the smallest vertex.
  void find(Vertex begin, Vertex end, Vertex* found) const;
};

template <>
void TightArcs<std::uint32_t, std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const;
template <>
void TightArcs<float, WeightedArc<float>>::find(Vertex begin, Vertex end, Vertex* found) const;
template <>
void ShortRowArcs<std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const;
template <>
void ShortRowArcs<float>::find(Vertex begin, Vertex end, Vertex* found) const;

}  // namespace strider::detail
