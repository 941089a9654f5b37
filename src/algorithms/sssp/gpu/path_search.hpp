// What a search for shortest paths works on, and where it has got to.
#pragma once

#include "gpu/advance_by_grid.hpp"
#include "gpu/distance_keys.hpp"
#include "gpu/weighted_rows.hpp"
#include "strider/types.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// How rows are shared out by their length.
struct RowClasses {
  u32 warp_degree;   ///< from which a row gets a warp
  u32 split_degree;  ///< from which all warps share it
};

/// Where a search has got to. A round relaxes the vertices that the step before has lowered.
template <class Key>
struct PushPullProgress {
  u32 round;  ///< number of steps taken, most of which are rounds
  u32 size;   ///< vertices of this round
  u32 pile;   ///< number of the pile
  Key bound;
  Key rise;  ///< of the bound, when it is raised
  bool has_pulled;

  STRIDER_DEVICE_FUNCTION u32 step() const { return round; }
};

/// Numbers of rounds and of piles, in slots of theirs, and some of the whole search.
template <class Key>
struct PushPullControl {
  Counter<u32> vertices[kSlots];   ///< of a round
  Counter<u64> split[kSlots];      ///< of a round, as ByGrid counts them
  Counter<u32> far[kSlots];        ///< vertices of a pile
  Counter<Key> nearest[kSlots];    ///< of a pile: no arc that it waits to relax leads to less
  Counter<u64> arcs_left[kSlots];  ///< of a pile, that it waits to relax
  Counter<u64> settled_arcs;       ///< of all vertices that have been relaxed
  Counter<u32> unsettled;          ///< vertices with arcs that had not been relaxed when it pulled
  PushPullProgress<Key> stopped_at;  ///< by the single block
};

/// Arcs of a row, counted from its first.
struct ArcSpan {
  u32 begin;
  u32 end;
};

/// Distances of type D, weights of type W. Precondition: of integers, the length of a shortest path
/// and one more arc is less than the largest D, which stands for unreached: no sum is looked at for
/// overflow. Of reals, sums that are too large are infinite.
template <class W, class D>
struct PushPullSearch {
  using Key = KeyOf<D>;

  WeightedArcs<W> arcs;  ///< those of a row by ascending weight, where there are spans
  u64 num_arcs;
  Key* distances;
  u32* queues[2];  ///< of even rounds, of odd rounds
  u32* queued[2];  ///< who stands in them: a bit a vertex
  u32* piles[2];   ///< of even numbers, of odd ones
  u32* settled;    ///< who has been relaxed at least once: a bit a vertex
  ArcSpan* spans;  ///< by vertex: the arcs relaxed last; null: always all, and no bound
  PushPullControl<Key>* control;
  SplitRows split;
  RowClasses classes;
  u32 max_degree;
  SingleBlock single_block;
  bool may_pull;  ///< arcs lead both ways, and light ones connect most of the graph
  Key delta;      ///< by which the bound is raised
  Key cutoff;     ///< finite: vertices farther stay unreached
  u32 target;     ///< as do those farther than it; or kNoVertex
};

/// Distances beyond it are of no interest. It falls while a target is being searched for.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> limit_of(const PushPullSearch<W, D>& search) {
  if (search.target == kNoVertex) return search.cutoff;
  return smaller(search.cutoff, simt::load(&search.distances[search.target]));
}

// What steps add to is cleared two of them ahead, by one thread, at any time.

template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_pile(PushPullControl<Key>& control, u32 pile) {
  simt::store(slot(control.far, pile + 2), 0);
  simt::store(slot(control.nearest, pile + 2), ~Key{0});
  simt::store(slot(control.arcs_left, pile + 2), 0);
}
template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_round(PushPullControl<Key>& control, u32 round) {
  simt::store(slot(control.vertices, round + 2), 0);
  simt::store(slot(control.split, round + 1), 0);
}

/// Everything is unreached, and no bit is set; the source is the first round. Bitmaps are of
/// `num_words` words.
template <class W, class D>
STRIDER_KERNEL start_push_pull(PushPullSearch<W, D> search, u32 source, u32 num_words) {
  for (u32 v = simt::global_id(); v < search.arcs.num_vertices; v += simt::global_size()) {
    search.distances[v] = v == source ? key_of(D{0}) : kUnreachedKey<D>;
  }
  for (u32 i = simt::global_id(); i < num_words; i += simt::global_size()) {
    search.queued[0][i] = i == source / 32 ? 1U << source % 32 : 0;
    search.queued[1][i] = 0;
    search.settled[i] = 0;
  }
  if (simt::global_id() != 0) return;
  search.queues[0][0] = source;
  PushPullControl<KeyOf<D>>& control = *search.control;
  for (u32 i = 0; i < kSlots; ++i) {
    control.vertices[i].value = 0;
    control.split[i].value = 0;
    control.far[i].value = 0;
    control.nearest[i].value = ~KeyOf<D>{0};
    control.arcs_left[i].value = 0;
  }
  control.settled_arcs.value = 0;
  control.unsettled.value = 0;
}
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> first_round(const PushPullSearch<W, D>& search) {
  const KeyOf<D> bound = smaller(raised(key_of(D{0}), distance_of<D>(search.delta)), search.cutoff);
  return {0, 1, 0, bound, search.delta, false};
}

}  // namespace strider::detail::STRIDER_DEVICE
