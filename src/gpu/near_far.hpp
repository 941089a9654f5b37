// Shortest paths by near-far piles (Davidson, Baxter, Garland, Owens 2014), by the threads of a
// block, over rows in any order.
//
//   the source, at distance 0, is the first round; the bound is delta
//   repeat
//     while the round is not empty:
//       relax all arcs of its vertices. Who lowers a distance puts the vertex into the next round
//       where it is up to the bound, else on the pile; at most once into each
//     raise the bound to delta above the nearest that the pile waits for, and split it: who is up
//     to the old bound by now is dropped, who is up to the new one makes the next round, and all
//     others lie on the next pile
//   until the pile is empty
//
// Invariant: where the distance of a vertex has not been relaxed, the vertex stands in the round
// or, beyond the bound, lies on the pile. With a bound at infinity from the start it is the
// algorithm of Bellman and Ford.
#pragma once

#include "gpu/advance.hpp"
#include "gpu/counter.hpp"
#include "gpu/distance_keys.hpp"
#include "gpu/weighted_rows.hpp"

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

/// Numbers of rounds and of piles, in slots of theirs.
template <class Key>
struct PathControl {
  Counter<u32> vertices[kSlots];  ///< of a round
  Counter<u32> far[kSlots];       ///< vertices of a pile
  Counter<Key> nearest[kSlots];   ///< of a pile: no distance that it waits to relax is below
};

/// Distances of type D, weights of type W. Precondition: of integers, the length of a shortest path
/// and one more arc is less than the largest D, which stands for unreached: no sum is looked at for
/// overflow. Of reals, sums that are too large are infinite.
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
  u32 warp_degree;  ///< from which a row gets a warp
  D delta;          ///< by which the bound is raised
};

/// Relaxes arcs: whoever lowers the distance of a vertex puts it where it will be relaxed by it,
/// into the next round or on the pile, unless it stands there.
template <class W, class D>
struct Relax {
  using Key = KeyOf<D>;
  using From = Key;

  Key* distances;
  Key bound;
  u32* leaving;  ///< bits of the round, untouched since the one before has set them
  u32* queued;
  u32* piled;
  Key* nearest;
  Key nearest_found = ~Key{0};  ///< of what this thread has lowered to beyond the bound

  /// Whoever is lowered from here on stands in the round no more.
  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const {
    take_bit(leaving, u);
    return true;
  }
  STRIDER_DEVICE_FUNCTION Key from(u32 u) const { return simt::load(&distances[u]); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, Key from, u32 v, W weight) const {
    return lengthened<D>(from, weight) < load_falling(&distances[v]);
  }
  STRIDER_DEVICE_FUNCTION Key attempt(u32 /*u*/, Key from, u32 v, W weight) const {
    return simt::atomic_min(&distances[v], lengthened<D>(from, weight));
  }
  /// The word of bits where v stands from now on, as it was before.
  STRIDER_DEVICE_FUNCTION u32 mark(u32 /*u*/, Key from, u32 v, W weight, Key old) {
    const Key distance = lengthened<D>(from, weight);
    constexpr u32 kStandsThere = ~u32{0};
    if (old <= distance) return kStandsThere;
    // Whether it lies there or not: the pile waits for the nearest of what it is lowered to.
    if (distance > bound) nearest_found = smaller(nearest_found, distance);
    return set_bit(distance > bound ? piled : queued, v);
  }
  STRIDER_DEVICE_FUNCTION u32 keep(u32 /*u*/, Key from, u32 v, W weight, u32 word) const {
    if (word_has_bit(word, v)) return 0;
    return lengthened<D>(from, weight) > bound ? TwoQueues::kSecond : TwoQueues::kFirst;
  }
  STRIDER_DEVICE_FUNCTION void finish() const {
    const Key least = smallest_of_warp(nearest_found);
    if (simt::lane_id() == 0 && least < simt::load(nearest)) simt::atomic_min(nearest, least);
  }
};

/// Relaxes the arcs of the round. `found` counts the next round.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void relax_round(const PathSearch<W, D>& search,
                                         const PathProgress<KeyOf<D>>& at, u32* found) {
  Relax<W, D> relax{.distances = search.distances,
                    .bound = at.bound,
                    .leaving = by_turns(search.queued, at.round),
                    .queued = by_turns(search.queued, at.round + 1),
                    .piled = search.piled,
                    .nearest = slot(search.control->nearest, at.pile)};
  const TwoQueues next{{by_turns(search.queues, at.round + 1), found},
                       {by_turns(search.piles, at.pile), slot(search.control->far, at.pile)}};
  advance(search.arcs, SomeRows{by_turns(search.queues, at.round), at.size}, relax, next,
          ByBlock{search.warp_degree});
}

// What rounds and splits add to is cleared two of them ahead, by one thread, at any time.

template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_pile(PathControl<Key>& control, u32 pile) {
  simt::store(slot(control.far, pile + 2), 0);
  simt::store(slot(control.nearest, pile + 2), ~Key{0});
}
template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_round(PathControl<Key>& control, u32 round) {
  simt::store(slot(control.vertices, round + 2), 0);
}

/// Whether nothing is left to relax. All threads get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_over(const PathSearch<W, D>& search,
                                     const PathProgress<KeyOf<D>>& at) {
  return at.size == 0 && simt::load(slot(search.control->far, at.pile)) == 0;
}

/// Splits the pile; `found` counts the vertices of the next round. Returns the next bound: after
/// the barrier, the slot that says how near the pile was may be cleared for the next but one.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> split_pile(const PathSearch<W, D>& search,
                                            const PathProgress<KeyOf<D>>& at, u32* found) {
  using Key = KeyOf<D>;
  PathControl<Key>& control = *search.control;
  const u32* const pile = by_turns(search.piles, at.pile);
  const u32 size = simt::load(slot(control.far, at.pile));
  const Key bound = raised(simt::load(slot(control.nearest, at.pile)), search.delta);
  u32* const queued = by_turns(search.queued, at.round + 1);
  StagedQueues<2> staged =
      stage({by_turns(search.queues, at.round + 1), found},
            {by_turns(search.piles, at.pile + 1), slot(control.far, at.pile + 1)});
  Key nearest = ~Key{0};
  for (u32 base = simt::warp_id() * simt::kWarp; base < size; base += simt::block_dim()) {
    const bool has_vertex = base + simt::lane_id() < size;
    const u32 v = has_vertex ? pile[base + simt::lane_id()] : 0;
    const Key distance = has_vertex ? simt::load(&search.distances[v]) : 0;
    const bool is_far = has_vertex && distance > bound;
    const bool is_near = has_vertex && distance <= bound && distance > at.bound;
    if (is_far) nearest = smaller(nearest, distance);
    // Whoever leaves the pile does not come back, for the bound only rises: its bit there may stay.
    if (is_near) set_bit(queued, v);
    append(is_near, v, staged, 0);
    append(is_far, v, staged, 1);
  }
  flush(staged);
  nearest = smallest_of_warp(nearest);
  if (simt::lane_id() == 0) simt::atomic_min(slot(control.nearest, at.pile + 1), nearest);
  return bound;
}

/// A round, or the split of a pile. `found` counts the next round from 0 on.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> step_by_block(const PathSearch<W, D>& search,
                                                             const PathProgress<KeyOf<D>>& at,
                                                             u32* found) {
  if (at.size == 0) {
    if (simt::thread_id() == 0) clear_next_pile(*search.control, at.pile);
    const KeyOf<D> bound = split_pile(search, at, found);
    simt::syncthreads();
    return {at.round + 1, simt::load(found), at.pile + 1, bound};
  }
  relax_round(search, at, found);
  simt::syncthreads();
  return {at.round + 1, simt::load(found), at.pile, at.bound};
}

/// Everything is unreached, and no bit is set; the source is the first round. Bitmaps are of
/// `num_words` words. By the threads `first`, `first` + `step` and so on.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void start_from(const PathSearch<W, D>& search, u32 source, u32 num_words,
                                        u32 first, u32 step) {
  using Key = KeyOf<D>;
  for (u32 v = first; v < search.arcs.num_vertices; v += step) {
    search.distances[v] = v == source ? key_of(D{0}) : kUnreachedKey<D>;
  }
  for (u32 i = first; i < num_words; i += step) {
    search.queued[0][i] = i == source / 32 ? 1U << source % 32 : 0;
    search.queued[1][i] = 0;
    search.piled[i] = 0;
  }
  if (first != 0) return;
  search.queues[0][0] = source;
  for (u32 i = 0; i < kSlots; ++i) {
    search.control->vertices[i].value = 0;
    search.control->far[i].value = 0;
    search.control->nearest[i].value = ~Key{0};
  }
}

/// The search, which has started, and a barrier after that. `search` and what it points to lie
/// where all threads of the block see it.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void search_paths_by_block(const PathSearch<W, D>& search) {
  PathProgress<KeyOf<D>> at{0, 1, 0, raised(key_of(D{0}), search.delta)};
  while (!is_over(search, at)) {
    if (simt::thread_id() == 0) clear_next_round(*search.control, at.round);
    at = step_by_block(search, at, slot(search.control->vertices, at.round + 1));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
