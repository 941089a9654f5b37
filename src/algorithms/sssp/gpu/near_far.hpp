// Near-far piles (Davidson, Baxter, Garland, Owens 2014), the whole search in one cooperative
// kernel.
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
// algorithm of Bellman and Ford. While there is little to do, a single block continues: then a
// round costs a barrier of the block.
#pragma once

#include "algorithms/sssp/gpu/path_view.hpp"
#include "gpu/block_sum.hpp"
#include "simt/grid_sync.hpp"

namespace strider::detail::STRIDER_DEVICE {

// What rounds and splits add to is cleared two of them ahead, by one thread, at any time.

template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_pile(PathControl<Key>& control, u32 pile) {
  simt::store(slot_of(control.far, pile + 2), 0);
  simt::store(slot_of(control.nearest, pile + 2), ~Key{0});
}
template <class Key>
STRIDER_DEVICE_FUNCTION void clear_next_round(PathControl<Key>& control, u32 round) {
  simt::store(slot_of(control.vertices, round + 2), 0);
  simt::store(slot_of(control.split, round + 1), 0);
}

/// Whether nothing is left to relax. All threads get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_over(const PathSearch<W, D>& search,
                                     const PathProgress<KeyOf<D>>& at) {
  if (at.size != 0) return false;
  PathControl<KeyOf<D>>& control = *search.control;
  return simt::load(slot_of(control.far, at.pile)) == 0 ||
         simt::load(slot_of(control.nearest, at.pile)) > limit_of(search);
}

/// Splits the pile by the threads `first`, `first` + `step` and so on of whole warps; `found`
/// counts the vertices of the next round. After the next barrier the search is at next_pile().
template <class W, class D>
STRIDER_DEVICE_FUNCTION void split_pile(const PathSearch<W, D>& search,
                                        const PathProgress<KeyOf<D>>& at, u32 first, u32 step,
                                        u32* found) {
  using Key = KeyOf<D>;
  PathControl<Key>& control = *search.control;
  const u32* const pile = by_turns(search.piles, at.pile);
  const u32 size = simt::load(slot_of(control.far, at.pile));
  const Key bound = raised(simt::load(slot_of(control.nearest, at.pile)), search.delta);
  u32* const queued = by_turns(search.queued, at.round + 1);
  const VertexQueue next{by_turns(search.queues, at.round + 1), found};
  const VertexQueue rest{by_turns(search.piles, at.pile + 1), slot_of(control.far, at.pile + 1)};
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
    append(is_near, v, next);
    append(is_far, v, rest);
  }
  nearest = smallest_of_warp(nearest);
  if (simt::lane_id() == 0) simt::atomic_min(slot_of(control.nearest, at.pile + 1), nearest);
}
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> next_pile(const PathSearch<W, D>& search,
                                                         const PathProgress<KeyOf<D>>& at,
                                                         const u32* found) {
  const KeyOf<D> nearest = simt::load(slot_of(search.control->nearest, at.pile));
  return {at.round + 1, simt::load(found), at.pile + 1, raised(nearest, search.delta)};
}

/// A round, or the split of a pile, by all threads of the grid.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> step_by_all(const PathSearch<W, D>& search,
                                                           const PathProgress<KeyOf<D>>& at) {
  PathControl<KeyOf<D>>& control = *search.control;
  u32* const found = slot_of(control.vertices, at.round + 1);
  if (simt::global_id() == 0) {
    clear_next_round(control, at.round);
    if (at.size == 0) clear_next_pile(control, at.pile);
  }
  if (at.size == 0) {
    split_pile(search, at, simt::global_id(), simt::global_size(), found);
    simt::grid_sync();
    return next_pile(search, at, found);
  }
  Relaxation<W, D> relaxation = relaxation_of(search, at, found);
  walk_by_grid(
      search.arcs, search.classes, search.split, slot_of(control.split, at.round), at.size,
      [&](u32 i) { return take_from_queue(search, at.round, i); }, relaxation);
  return {at.round + 1, simt::load(found), at.pile, at.bound};
}

/// The edges of a round of a few vertices, else an upper bound of them. All lanes of a warp call
/// it, and every warp gets the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION u64 arcs_at_most(const PathSearch<W, D>& search,
                                         const PathProgress<KeyOf<D>>& at) {
  if (at.size > simt::kWarp) return u64{at.size} * search.max_degree;
  const bool has_vertex = simt::lane_id() < at.size;
  const u32 u = has_vertex ? by_turns(search.queues, at.round)[simt::lane_id()] : 0;
  const Row row = search.arcs.row(has_vertex, u);
  return sum_of_warp(row.end - row.begin);
}
/// Whether one block does the next step faster than all can synchronize at a barrier. All threads
/// get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_for_one_block(const PathSearch<W, D>& search,
                                              const PathProgress<KeyOf<D>>& at) {
  if (search.single_block_vertices == 0) return false;
  if (at.size == 0)
    return simt::load(slot_of(search.control->far, at.pile)) <= search.single_block_vertices;
  return at.size <= search.single_block_vertices &&
         arcs_at_most(search, at) <= search.single_block_edges;
}

/// The first block continues while there is little to do, and the others wait. Returns, to all
/// threads of the grid, where it stopped.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PathProgress<KeyOf<D>> relax_in_single_block(const PathSearch<W, D>& search,
                                                                     PathProgress<KeyOf<D>> at) {
  using Control = PathControl<KeyOf<D>>;
  // Not the slots of the grid: others may still be reading the size of the round there.
  STRIDER_SHARED(u32, found, Control::kSlots);
  Control& control = *search.control;
  // The block's second round overwrites the queue that others may still be deciding by, and its
  // first the numbers of the pile.
  simt::grid_sync();
  if (simt::block_id() == 0) {
    if (simt::thread_id() == 0) simt::store(&found[(at.round + 1) % Control::kSlots], 0);
    simt::syncthreads();
    do {
      u32* const next = &found[(at.round + 1) % Control::kSlots];
      if (simt::thread_id() == 0) {
        simt::store(&found[(at.round + 2) % Control::kSlots], 0);
        if (at.size == 0) clear_next_pile(control, at.pile);
      }
      if (at.size == 0) {
        split_pile(search, at, simt::thread_id(), simt::block_dim(), next);
        simt::syncthreads();
        at = next_pile(search, at, next);
        continue;
      }
      Relaxation<W, D> relaxation = relaxation_of(search, at, next);
      walk_chunk(
          search.arcs, search.classes, at.size,
          [&](u32 i) { return take_from_queue(search, at.round, i); }, simt::warp_id(),
          simt::block_dim() / simt::kWarp,
          [](bool /*is_long*/, u32 /*u*/, const Row& /*row*/) { return false; }, relaxation);
      relaxation.finish();
      simt::syncthreads();
      at = {at.round + 1, simt::load(next), at.pile, at.bound};
    } while (!is_over(search, at) && is_for_one_block(search, at));
    if (simt::thread_id() == 0) control.stopped_at = at;
  }
  simt::grid_sync();
  at = control.stopped_at;
  // Between these barriers no thread looks at the slots of rounds.
  if (simt::global_id() == 0) {
    simt::store(slot_of(control.vertices, at.round + 1), 0);
    simt::store(slot_of(control.split, at.round), 0);
  }
  simt::grid_sync();
  return at;
}

/// Everything is unreached, and no bit is set; the source is the first round.
template <class W, class D>
STRIDER_KERNEL start_paths(PathSearch<W, D> search, u32 source, u32 num_words) {
  using Key = KeyOf<D>;
  for (u32 v = simt::global_id(); v < search.arcs.num_vertices; v += simt::global_size()) {
    search.distances[v] = v == source ? key_of(D{0}) : kUnreachedKey<D>;
  }
  for (u32 i = simt::global_id(); i < num_words; i += simt::global_size()) {
    search.queued[0][i] = i == source / 32 ? 1U << source % 32 : 0;
    search.queued[1][i] = 0;
    search.piled[i] = 0;
  }
  if (simt::global_id() != 0) return;
  search.queues[0][0] = source;
  for (u32 i = 0; i < PathControl<Key>::kSlots; ++i) {
    search.control->vertices[i].value = 0;
    search.control->split[i].value = 0;
    search.control->far[i].value = 0;
    search.control->nearest[i].value = ~Key{0};
  }
}

template <class W, class D>
STRIDER_KERNEL search_paths(PathSearch<W, D> search) {
  using Key = KeyOf<D>;
  // All threads have the same progress, and decide alike.
  PathProgress<Key> at{0, 1, 0, raised(key_of(D{0}), search.delta)};
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

}  // namespace strider::detail::STRIDER_DEVICE
