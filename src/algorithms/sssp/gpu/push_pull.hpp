// Shortest paths in one cooperative kernel: near-far piles (Davidson, Baxter, Garland and Owens
// 2014) over rows by ascending weight, which are relaxed up to the bound only.
//
//   the source, at distance 0, is the first round; the bound is delta
//   repeat
//     round:  relax the arcs of its vertices that lead no farther than the bound. Who is lowered
//             makes the next round. Who stops within its row is put on the pile, the first time
//     where the round is empty
//       raise:  the bound becomes delta above the nearest that an arc of the pile leads to. The
//               vertices of the pile relax their arcs from where they stopped to the new bound. Who
//               is lowered makes the next round, who stops again lies on the next pile
//       or pull, once, where few arcs belong to vertices that are not settled, and the pile has
//               more left: each of these takes the least distance over its settled neighbours, by
//               ascending weight. They make the pile, with all their arcs, and no bound is left
//   until the pile is empty, or all that it leads to is beyond the limit
//
// Most arcs of a graph of low diameter are heavy, and lead to vertices that light ones have reached
// before. Those are never relaxed: the pull sees to the few vertices for which they count.
//
// Invariants: where the distance of a vertex has not been relaxed, the vertex stands in the round.
// Arcs that lead beyond the bound are those that the pile waits to relax. With an infinite bound
// from the start it is the algorithm of Bellman and Ford, over rows in any order. While there is
// little to do for a grid, a single block continues: then a step costs a barrier of the block.
#pragma once

#include "algorithms/sssp/gpu/pull_unsettled.hpp"
#include "algorithms/sssp/gpu/relax_to_bound.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class W, class D>
STRIDER_DEVICE_FUNCTION SomeRows round_of(const PushPullSearch<W, D>& search,
                                          const PushPullProgress<KeyOf<D>>& at) {
  return {by_turns(search.queues, at.round), at.size};
}
template <class W, class D>
STRIDER_DEVICE_FUNCTION SomeRows pile_of(const PushPullSearch<W, D>& search,
                                         const PushPullProgress<KeyOf<D>>& at) {
  return {by_turns(search.piles, at.pile), simt::load(slot(search.control->far, at.pile))};
}

/// Relaxes the round or, where it is empty, raises the bound for the pile, by the threads of a
/// mapping. `found` counts the next round. The progress that it returns lacks what is found.
template <class W, class D, class Mapping>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> relax_to_bound(
    const PushPullSearch<W, D>& search, const PushPullProgress<KeyOf<D>>& at, u32* found,
    const Mapping& mapping) {
  PushPullControl<KeyOf<D>>& control = *search.control;
  PushPullProgress<KeyOf<D>> to = at;
  ++to.round;
  SomeRows rows = round_of(search, at);
  if (at.size == 0) {
    rows = pile_of(search, at);
    ++to.pile;
    const KeyOf<D> nearest = simt::load(slot(control.nearest, at.pile));
    to.bound = smaller(raised(nearest, distance_of<D>(at.rise)), search.cutoff);
  }
  RelaxToBound<W, D> relax{
      .search = search,
      .begin = at.size == 0 ? RelaxFrom::kWhereItStopped : RelaxFrom::kFirstArc,
      .round = to.round,
      .pile = to.pile,
      .bound = to.bound};
  const TwoQueues output{{by_turns(search.queues, to.round), found},
                         {by_turns(search.piles, to.pile), slot(control.far, to.pile)}};
  advance(search.arcs, rows, relax, output, mapping);
  return to;
}
/// Completes what relax_to_bound() has returned, after a barrier.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> arrived(const PushPullSearch<W, D>& search,
                                                           const PushPullProgress<KeyOf<D>>& at,
                                                           PushPullProgress<KeyOf<D>> to,
                                                           const u32* found) {
  to.size = simt::load(found);
  // Where nothing is found, the next step goes twice as far: however far apart the weights are, it
  // takes few steps to pass over what is of no use.
  if (at.size == 0) {
    to.rise = to.size == 0 ? raised(at.rise, distance_of<D>(at.rise)) : search.delta;
  }
  return to;
}

/// Whether nothing is left to relax. All threads get the same, also while others begin the next
/// step: what that lowers is no nearer than the nearest of the pile.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_over(const PushPullSearch<W, D>& search,
                                     const PushPullProgress<KeyOf<D>>& at) {
  if (at.size != 0) return false;
  PushPullControl<KeyOf<D>>& control = *search.control;
  return simt::load(slot(control.far, at.pile)) == 0 ||
         simt::load(slot(control.nearest, at.pile)) > limit_of(search);
}

/// A step by all threads of the grid.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> step_by_all(
    const PushPullSearch<W, D>& search, const PushPullProgress<KeyOf<D>>& at) {
  PushPullControl<KeyOf<D>>& control = *search.control;
  u32* const found = slot(control.vertices, at.round + 1);
  if (simt::global_id() == 0) {
    clear_next_round(control, at.round);
    if (at.size == 0) clear_next_pile(control, at.pile);
  }
  if (at.size == 0 && pays_to_pull(search, at)) return pull_unsettled(search, at);
  const auto to = relax_to_bound(search, at, found,
                                 ByGrid{search.classes.warp_degree, search.classes.split_degree,
                                        search.split, slot(control.split, at.round)});
  return arrived(search, at, to, found);
}

/// A step by all threads of a block, but no pull; `found` counts the next round from 0 on.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> step_by_block(
    const PushPullSearch<W, D>& search, const PushPullProgress<KeyOf<D>>& at, u32* found) {
  if (at.size == 0 && simt::thread_id() == 0) clear_next_pile(*search.control, at.pile);
  const auto to = relax_to_bound(search, at, found, ByBlock{search.classes.warp_degree});
  simt::syncthreads();
  return arrived(search, at, to, found);
}

/// Whether one block does the next step faster than all can synchronize at a barrier. All threads
/// get the same.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool is_for_one_block(const PushPullSearch<W, D>& search,
                                              const PushPullProgress<KeyOf<D>>& at) {
  const SingleBlock& block = search.single_block;
  if (block.most_rows == 0 || (at.size == 0 && pays_to_pull(search, at))) return false;
  const SomeRows rows = at.size == 0 ? pile_of(search, at) : round_of(search, at);
  return block.is_enough_for(search.arcs, rows, search.max_degree);
}

/// Continues while there is little to do. Returns, to all threads of the grid, where it stopped.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> relax_in_single_block(
    const PushPullSearch<W, D>& search, PushPullProgress<KeyOf<D>> at) {
  using Progress = PushPullProgress<KeyOf<D>>;
  PushPullControl<KeyOf<D>>& control = *search.control;
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

/// Three blocks of 256 threads a multiprocessor; two where keys have 64 bits.
template <class D>
inline constexpr int kSearchRegisters = sizeof(D) == sizeof(u32) ? 80 : 128;

template <class W, class D>
STRIDER_KERNEL_WITHIN(kSearchRegisters<D>)
search_push_pull(PushPullSearch<W, D> search) {
  // All threads have the same progress, and decide alike.
  PushPullProgress<KeyOf<D>> at = first_round(search);
  while (!is_over(search, at)) {
    at = is_for_one_block(search, at) ? relax_in_single_block(search, at) : step_by_all(search, at);
  }
  if (search.target == kNoVertex) return;
  // Vertices seen from afar before the target was known to be nearer, which is never one of them.
  const KeyOf<D> limit = limit_of(search);
  for (u32 v = simt::global_id(); v < search.arcs.num_vertices; v += simt::global_size()) {
    const KeyOf<D> distance = search.distances[v];
    if (distance > limit && distance != kUnreachedKey<D>) search.distances[v] = kUnreachedKey<D>;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
