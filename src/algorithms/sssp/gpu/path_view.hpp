// What the kernel of a search for shortest paths reads and writes.
#pragma once

#include "algorithms/sssp/gpu/distance_keys.hpp"
#include "algorithms/sssp/gpu/weighted_arcs.hpp"
#include "gpu/counter.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Where a search has got to. A round relaxes the arcs of the vertices that the one before has
/// brought up to the bound; all farther ones lie on a pile until nothing is left up to it.
template <class Key>
struct PathProgress {
  u32 round;
  u32 size;  ///< vertices of this round
  u32 pile;  ///< number of the pile: how often the bound has been raised
  Key bound;
};

/// Numbers of round r stand in slot r % kSlots, of pile p in slot p % kSlots: those of the round or
/// pile being read, those of the next being counted, and a third that is being cleared for the one
/// after. So one barrier a round is enough.
template <class Key>
struct PathControl {
  static constexpr u32 kSlots = 3;
  Counter<u32> vertices[kSlots];  ///< of a round
  Counter<u64> split[kSlots];     ///< of a round: rows in chunks and their chunks
  Counter<u32> far[kSlots];       ///< vertices of a pile
  Counter<Key> nearest[kSlots];   ///< of a pile: no distance that it waits to relax is below
  PathProgress<Key> stopped_at;   ///< by the single block
};

/// Distances of type D, weights of type W.
template <class W, class D>
struct PathSearch {
  using Key = KeyOf<D>;

  WeightedArcs<W> arcs;
  Key* distances;
  u32* queues[2];  ///< of even rounds, of odd rounds
  u32* queued[2];  ///< who stands in them: a bit a vertex
  u32* piles[2];
  u32* piled;  ///< who lies on the pile, or has lain there
  PathControl<Key>* control;
  SplitRows split;
  RowClasses classes;
  u32 max_degree;
  u32 single_block_vertices;  ///< vertices up to which a single block continues; 0: it never does
  u64 single_block_edges;     ///< and their edges
  D delta;                    ///< by which the bound is raised
  Key cutoff;                 ///< finite: vertices farther stay unreached
  u32 target;                 ///< as do those farther than it; or kNoVertex
};

template <class T, u32 Slots>
STRIDER_DEVICE_FUNCTION T* slot_of(Counter<T> (&numbers)[Slots], u32 number) {
  return &numbers[number % Slots].value;
}
// Arguments that are indexed by a variable would be copied to memory.
STRIDER_DEVICE_FUNCTION u32* by_turns(u32* const (&arrays)[2], u32 number) {
  return number % 2 == 0 ? arrays[0] : arrays[1];
}

/// Distances beyond it are of no interest. It falls while a target is being searched for, and
/// stays where it is between two barriers that no arc is relaxed between.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> limit_of(const PathSearch<W, D>& search) {
  if (search.target == kNoVertex) return search.cutoff;
  return smaller(search.cutoff, simt::load(&search.distances[search.target]));
}

STRIDER_DEVICE_FUNCTION bool set_bit(u32* bits, u32 v) {
  const u32 bit = 1U << v % 32;
  return (simt::atomic_or(&bits[v / 32], bit) & bit) == 0;
}
/// Of a bit that is set: taken away from its word, it leaves the others as they are.
STRIDER_DEVICE_FUNCTION void take_bit(u32* bits, u32 v) {
  simt::atomic_add(&bits[v / 32], ~(1U << v % 32) + 1);
}

/// Relaxes arcs: whoever lowers the distance of a vertex puts it where it will be relaxed by it,
/// unless it stands there.
template <class W, class D>
struct Relaxation {
  using Key = KeyOf<D>;
  using From = Key;

  Key* distances;
  Key bound;
  Key limit;
  VertexQueue next;
  u32* queued;
  VertexQueue pile;
  u32* piled;
  Key* nearest;
  Key nearest_found = ~Key{0};  ///< of what this thread has lowered to beyond the bound

  STRIDER_DEVICE_FUNCTION Key from(u32 u) const { return simt::load(&distances[u]); }

  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void follow(u32 /*u*/, Key from, const u32 (&heads)[Most],
                                      const W (&weights)[Most], u32 there) {
    Key through[Most];
    u32 seems_nearer = 0;
    // All looks are made before any of them is waited for.
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      through[i] = key_of(static_cast<D>(distance_of<D>(from) + weights[i]));
      if ((there >> i & 1U) != 0 && through[i] <= limit &&
          through[i] < load_falling(&distances[heads[i]])) {
        seems_nearer |= 1U << i;
      }
    }
    u32 near = 0;
    u32 far = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      if ((seems_nearer >> i & 1U) == 0) continue;
      if (simt::atomic_min(&distances[heads[i]], through[i]) <= through[i]) continue;
      if (through[i] <= bound) {
        if (set_bit(queued, heads[i])) near |= 1U << i;
      } else {
        // Whether it lies there or not: the pile waits for the nearest of what it is lowered to.
        nearest_found = smaller(nearest_found, through[i]);
        if (set_bit(piled, heads[i])) far |= 1U << i;
      }
    }
    append_all(heads, near, next);
    append_all(heads, far, pile);
  }

  STRIDER_DEVICE_FUNCTION void finish() {
    const Key least = smallest_of_warp(nearest_found);
    if (simt::lane_id() == 0 && least < simt::load(nearest)) simt::atomic_min(nearest, least);
  }
};

/// `found` counts the vertices of the next round.
template <class W, class D>
STRIDER_DEVICE_FUNCTION Relaxation<W, D> relaxation_of(const PathSearch<W, D>& search,
                                                       const PathProgress<KeyOf<D>>& at,
                                                       u32* found) {
  return {.distances = search.distances,
          .bound = at.bound,
          .limit = limit_of(search),
          .next = {by_turns(search.queues, at.round + 1), found},
          .queued = by_turns(search.queued, at.round + 1),
          .pile = {by_turns(search.piles, at.pile), slot_of(search.control->far, at.pile)},
          .piled = search.piled,
          .nearest = slot_of(search.control->nearest, at.pile)};
}

/// Vertex i of a round, which leaves the queue. Bits of the round are set by the one before
/// untouched.
template <class W, class D>
STRIDER_DEVICE_FUNCTION u32 take_from_queue(const PathSearch<W, D>& search, u32 round, u32 i) {
  const u32 u = by_turns(search.queues, round)[i];
  take_bit(by_turns(search.queued, round), u);
  return u;
}

}  // namespace strider::detail::STRIDER_DEVICE
