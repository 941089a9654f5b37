// Shortest paths by near-far piles (Davidson, Baxter, Garland, Owens 2014): the whole search in one
// cooperative kernel, or by a block.
//
//   the source, at distance 0, is the first round; the bound is delta
//   repeat
//     while the round is not empty:
//       relax all arcs of its vertices. Who lowers a distance puts the vertex into the next round
//       where it is up to the bound, else on the pile; at most once into each
//     raise the bound to delta above the nearest that the pile waits for, and split it: who is up
//     to the old bound by now is dropped, who is up to the new one makes the next round, and all
//     others lie on the next pile
//   until the pile is empty, or all on it are beyond the limit
//
// Invariant: where the distance of a vertex has not been relaxed, the vertex stands in the round
// or, beyond the bound, lies on the pile. With a bound at infinity from the start it is the
// algorithm of Bellman and Ford. While there is little to do for a grid, a single block continues:
// then a round costs a barrier of the block.
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

/// Where a search has got to. A round relaxes the arcs of the vertices that the one before has
/// brought up to the bound; all farther ones lie on a pile until nothing is left up to it.
template <class Key>
struct PathProgress {
  u32 round;
  u32 size;  ///< vertices of this round
  u32 pile;  ///< number of the pile: how often the bound has been raised
  Key bound;

  STRIDER_DEVICE_FUNCTION u32 step() const { return round; }
};

/// Numbers of rounds and of piles, in slots of theirs.
template <class Key>
struct PathControl {
  Counter<u32> vertices[kSlots];  ///< of a round
  Counter<u64> split[kSlots];     ///< of a round, as ByGrid counts them
  Counter<u32> far[kSlots];       ///< vertices of a pile
  Counter<Key> nearest[kSlots];   ///< of a pile: no distance that it waits to relax is below
  PathProgress<Key> stopped_at;   ///< by the single block
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
  SplitRows split;
  RowClasses classes;
  u32 max_degree;
  SingleBlock single_block;
  D delta;     ///< by which the bound is raised
  Key cutoff;  ///< finite: vertices farther stay unreached
  u32 target;  ///< as do those farther than it; or kNoVertex
};

/// Distances beyond it are of no interest. It falls while a target is being searched for, and
/// stays where it is between two barriers that no arc is relaxed between.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> limit_of(const PathSearch<W, D>& search) {
  if (search.target == kNoVertex) return search.cutoff;
  return smaller(search.cutoff, simt::load(&search.distances[search.target]));
}

/// Of a bit that is set: taken away from its word, it leaves the others as they are.
STRIDER_DEVICE_FUNCTION void take_bit(u32* bits, u32 v) {
  simt::atomic_add(&bits[v / 32], ~(1U << v % 32) + 1);
}

/// Relaxes arcs: whoever lowers the distance of a vertex puts it where it will be relaxed by it,
/// into the next round or on the pile, unless it stands there.
template <class W, class D>
struct Relax {
  using Key = KeyOf<D>;
  using From = Key;

  Key* distances;
  Key bound;
  Key limit;
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
  STRIDER_DEVICE_FUNCTION static Key through(Key from, W weight) {
    return key_of(static_cast<D>(distance_of<D>(from) + weight));
  }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, Key from, u32 v, W weight) const {
    const Key before = load_falling(&distances[v]);
    const Key distance = through(from, weight);
    return distance <= limit && distance < before;
  }
  STRIDER_DEVICE_FUNCTION Key attempt(u32 /*u*/, Key from, u32 v, W weight) const {
    return simt::atomic_min(&distances[v], through(from, weight));
  }
  /// The word of bits where v stands from now on, as it was before.
  STRIDER_DEVICE_FUNCTION u32 mark(u32 /*u*/, Key from, u32 v, W weight, Key old) {
    const Key distance = through(from, weight);
    constexpr u32 kStandsThere = ~u32{0};
    if (old <= distance) return kStandsThere;
    // Whether it lies there or not: the pile waits for the nearest of what it is lowered to.
    if (distance > bound) nearest_found = smaller(nearest_found, distance);
    return set_bit(distance > bound ? piled : queued, v);
  }
  STRIDER_DEVICE_FUNCTION u32 keep(u32 /*u*/, Key from, u32 v, W weight, u32 word) const {
    if (word_has_bit(word, v)) return 0;
    return through(from, weight) > bound ? TwoQueues::kSecond : TwoQueues::kFirst;
  }
  STRIDER_DEVICE_FUNCTION void finish() const {
    const Key least = smallest_of_warp(nearest_found);
    if (simt::lane_id() == 0 && least < simt::load(nearest)) simt::atomic_min(nearest, least);
  }
};

template <class W, class D>
STRIDER_DEVICE_FUNCTION SomeRows round_of(const PathSearch<W, D>& search,
                                          const PathProgress<KeyOf<D>>& at) {
  return {by_turns(search.queues, at.round), at.size};
}
/// Relaxes the arcs of the round by the threads of a mapping. `found` counts the next round.
template <class W, class D, class Mapping>
STRIDER_DEVICE_FUNCTION void relax_round(const PathSearch<W, D>& search,
                                         const PathProgress<KeyOf<D>>& at, u32* found,
                                         const Mapping& mapping) {
  Relax<W, D> relax{.distances = search.distances,
                    .bound = at.bound,
                    .limit = limit_of(search),
                    .leaving = by_turns(search.queued, at.round),
                    .queued = by_turns(search.queued, at.round + 1),
                    .piled = search.piled,
                    .nearest = slot(search.control->nearest, at.pile)};
  const TwoQueues next{{by_turns(search.queues, at.round + 1), found},
                       {by_turns(search.piles, at.pile), slot(search.control->far, at.pile)}};
  advance(search.arcs, round_of(search, at), relax, next, mapping);
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
  simt::store(slot(control.split, round + 1), 0);
}

/// Whether nothing is left to relax. All threads get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_over(const PathSearch<W, D>& search,
                                     const PathProgress<KeyOf<D>>& at) {
  if (at.size != 0) return false;
  PathControl<KeyOf<D>>& control = *search.control;
  return simt::load(slot(control.far, at.pile)) == 0 ||
         simt::load(slot(control.nearest, at.pile)) > limit_of(search);
}

/// Splits the pile by the threads `first`, `first` + `step` and so on of whole blocks; `found`
/// counts the vertices of the next round. Returns the next bound: after the barrier, the slot that
/// says how near the pile was may be cleared for the next but one.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> split_pile(const PathSearch<W, D>& search,
                                            const PathProgress<KeyOf<D>>& at, u32 first, u32 step,
                                            u32* found) {
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
  for (u32 base = first - simt::lane_id(); base < size; base += step) {
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

/// A round, or the split of a pile, by all threads of the grid.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> step_by_all(const PathSearch<W, D>& search,
                                                           const PathProgress<KeyOf<D>>& at) {
  PathControl<KeyOf<D>>& control = *search.control;
  u32* const found = slot(control.vertices, at.round + 1);
  if (simt::global_id() == 0) {
    clear_next_round(control, at.round);
    if (at.size == 0) clear_next_pile(control, at.pile);
  }
  if (at.size == 0) {
    const KeyOf<D> bound = split_pile(search, at, simt::global_id(), simt::global_size(), found);
    simt::grid_sync();
    return {at.round + 1, simt::load(found), at.pile + 1, bound};
  }
  relax_round(search, at, found,
              ByGrid{search.classes.warp_degree, search.classes.split_degree, search.split,
                     slot(control.split, at.round)});
  return {at.round + 1, simt::load(found), at.pile, at.bound};
}

/// The same by all threads of a block; `found` counts the next round from 0 on.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> step_by_block(const PathSearch<W, D>& search,
                                                             const PathProgress<KeyOf<D>>& at,
                                                             u32* found) {
  if (at.size == 0) {
    if (simt::thread_id() == 0) clear_next_pile(*search.control, at.pile);
    const KeyOf<D> bound = split_pile(search, at, simt::thread_id(), simt::block_dim(), found);
    simt::syncthreads();
    return {at.round + 1, simt::load(found), at.pile + 1, bound};
  }
  relax_round(search, at, found, ByBlock{search.classes.warp_degree});
  simt::syncthreads();
  return {at.round + 1, simt::load(found), at.pile, at.bound};
}

/// Whether one block does the next step faster than all can synchronize at a barrier. All threads
/// get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_for_one_block(const PathSearch<W, D>& search,
                                              const PathProgress<KeyOf<D>>& at) {
  const SingleBlock& block = search.single_block;
  if (block.most_rows == 0) return false;
  if (at.size == 0) return simt::load(slot(search.control->far, at.pile)) <= block.most_rows;
  return block.is_enough_for(search.arcs, round_of(search, at), search.max_degree);
}

/// Continues while there is little to do. Returns, to all threads of the grid, where it stopped.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> relax_in_single_block(const PathSearch<W, D>& search,
                                                                     PathProgress<KeyOf<D>> at) {
  using Progress = PathProgress<KeyOf<D>>;
  PathControl<KeyOf<D>>& control = *search.control;
  at = step_in_single_block(
      at, &control.stopped_at,
      [&](const Progress& now, u32* found) { return step_by_block(search, now, found); },
      [&](const Progress& now) { return !is_over(search, now) && is_for_one_block(search, now); });
  // Between these barriers no thread looks at the slots of rounds.
  if (simt::global_id() == 0) {
    simt::store(slot(control.vertices, at.round + 1), 0);
    simt::store(slot(control.split, at.round), 0);
  }
  simt::grid_sync();
  return at;
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
    search.control->split[i].value = 0;
    search.control->far[i].value = 0;
    search.control->nearest[i].value = ~Key{0};
  }
}
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> first_round(const PathSearch<W, D>& search) {
  return {0, 1, 0, raised(key_of(D{0}), search.delta)};
}

template <class W, class D>
STRIDER_KERNEL start_paths(PathSearch<W, D> search, u32 source, u32 num_words) {
  start_from(search, source, num_words, simt::global_id(), simt::global_size());
}

/// Keys of 64 bits take more than leave four blocks a multiprocessor.
template <class D>
inline constexpr int kSearchRegisters = sizeof(D) == sizeof(u32) ? 64 : 80;

template <class W, class D>
STRIDER_KERNEL_WITHIN(kSearchRegisters<D>)
search_paths(PathSearch<W, D> search) {
  using Key = KeyOf<D>;
  // All threads have the same progress, and decide alike.
  PathProgress<Key> at = first_round(search);
  while (!is_over(search, at)) {
    at = is_for_one_block(search, at) ? relax_in_single_block(search, at) : step_by_all(search, at);
  }
  if (search.target == kNoVertex) return;
  // Vertices seen from afar before the target was known to be nearer, which is never one of them.
  const Key limit = limit_of(search);
  for (u32 v = simt::global_id(); v < search.arcs.num_vertices; v += simt::global_size()) {
    const Key distance = search.distances[v];
    if (distance > limit && distance != kUnreachedKey<D>) search.distances[v] = kUnreachedKey<D>;
  }
}

/// The search by the threads of one block, which has started, and a barrier after that. `search`,
/// which has no target, and what it points to lie where all of them see it.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void search_paths_by_block(const PathSearch<W, D>& search) {
  PathProgress<KeyOf<D>> at = first_round(search);
  while (!is_over(search, at)) {
    if (simt::thread_id() == 0) clear_next_round(*search.control, at.round);
    at = step_by_block(search, at, slot(search.control->vertices, at.round + 1));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
