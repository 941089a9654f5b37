// Lets every vertex that is not settled look for its nearest settled neighbour (Chakaravarthy,
// Checconi, Petrini and Sabharwal 2014), by ascending weight.
#pragma once

#include "algorithms/sssp/expected_reach.hpp"
#include "algorithms/sssp/gpu/path_search.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Whether to pull: once, where few arcs belong to vertices that are not settled, and more are left
/// to relax. All threads get the same. Precondition: the round is empty.
template <class W, class D>
STRIDER_DEVICE_FUNCTION bool pays_to_pull(const PushPullSearch<W, D>& search,
                                          const PushPullProgress<KeyOf<D>>& at) {
  if (!search.may_pull || at.has_pulled) return false;
  const u64 settled = simt::load(&search.control->settled_arcs.value);
  return few_unsettled(static_cast<double>(settled), static_cast<double>(search.num_arcs)) &&
         simt::load(slot(search.control->arcs_left, at.pile)) > search.num_arcs - settled;
}

/// The least distance over settled neighbours: those up to the bound. By `Lanes` lanes of a warp,
/// together.
template <u32 Lanes, class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> nearest_over(const PushPullSearch<W, D>& search, Row row,
                                              KeyOf<D> bound) {
  const WeightedArcs<W>& arcs = search.arcs;
  const u32 lane = Lanes == 1 ? 0 : simt::lane_id();
  KeyOf<D> best = kUnreachedKey<D>;
  for (u64 first = row.begin; first < row.end; first += u64{Lanes} * kArcsTogether) {
    // All that follow weigh as much.
    const auto lightest = static_cast<D>(simt::load_constant(&arcs.weights[first]));
    if (!(lightest < distance_of<D>(best))) break;
    STRIDER_UNROLL
    for (u32 i = 0; i < kArcsTogether; ++i) {
      const u64 arc = first + i * Lanes + lane;
      if (arc >= row.end) continue;
      // The neighbour may be pulled meanwhile: to beyond the bound, or beyond the limit, as all are
      // that have not been relaxed.
      const KeyOf<D> from = simt::load(&search.distances[simt::load_constant(&arcs.targets[arc])]);
      if (from > bound) continue;
      best = smaller(best, lengthened<D>(from, simt::load_constant(&arcs.weights[arc])));
    }
    if constexpr (Lanes > 1) best = smallest_of_warp(best);
  }
  return best;
}

/// The same for 32 rows, one a lane; long ones by the whole warp. All lanes call it.
template <class W, class D>
STRIDER_DEVICE_FUNCTION KeyOf<D> nearest_over_rows(const PushPullSearch<W, D>& search, Row row,
                                                   KeyOf<D> bound) {
  KeyOf<D> best = kUnreachedKey<D>;
  for (u32 rest = simt::ballot(simt::kFullMask, row.end - row.begin >= search.classes.warp_degree);
       rest != 0; rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const Row chosen{simt::shfl(simt::kFullMask, row.begin, lane),
                     simt::shfl(simt::kFullMask, row.end, lane)};
    const KeyOf<D> least = nearest_over<simt::kWarp>(search, chosen, bound);
    if (lane != simt::lane_id()) continue;
    best = least;
    row.begin = row.end;
  }
  return smaller(best, nearest_over<1>(search, row, bound));
}

/// By all threads of the grid; returns after a barrier. Who has a settled neighbour makes the next
/// pile, with all arcs to relax; of those on the last one nothing is left to do.
template <class W, class D>
STRIDER_DEVICE_FUNCTION PushPullProgress<KeyOf<D>> pull_unsettled(
    const PushPullSearch<W, D>& search, const PushPullProgress<KeyOf<D>>& at) {
  using Key = KeyOf<D>;
  PushPullControl<Key>& control = *search.control;
  u32* const far = slot(control.far, at.pile + 1);
  StagedQueues<1> pile = stage(VertexQueue{by_turns(search.piles, at.pile + 1), far});
  Key nearest = ~Key{0};
  u32 unsettled = 0;
  // A warp has a word of bits, which no other thread reads or writes.
  for (u32 base = simt::global_id() - simt::lane_id(); base < search.arcs.num_vertices;
       base += simt::global_size()) {
    const u32 v = base + simt::lane_id();
    u32* const word = &search.settled[base / 32];
    const bool is_settled = (simt::load(word) >> simt::lane_id() & 1U) != 0;
    const Row row = row_of(search.arcs, v < search.arcs.num_vertices && !is_settled, v);
    const Key best = nearest_over_rows(search, row, at.bound);
    const bool is_reached = best <= search.cutoff;
    unsettled += row.begin < row.end ? 1 : 0;
    if (is_reached) {
      nearest = smaller(nearest, best);
      simt::store(&search.distances[v], best);
      search.spans[v] = {0, 0};
    }
    const u32 reached = simt::ballot(simt::kFullMask, is_reached);
    if (reached != 0 && simt::lane_id() == 0) simt::store(word, simt::load(word) | reached);
    append(is_reached, v, pile);
  }
  flush(pile);
  add_from_warp(&control.unsettled.value, unsettled);
  nearest = smallest_of_warp(nearest);
  if (simt::lane_id() == 0) simt::atomic_min(slot(control.nearest, at.pile + 1), nearest);
  simt::grid_sync();
  // Where most have one, their distances are nearly final, and a bound is of no use any more.
  const bool is_bound_over = 2 * u64{simt::load(far)} >= simt::load(&control.unsettled.value);
  return {.round = at.round + 1,
          .size = 0,
          .pile = at.pile + 1,
          .bound = at.bound,
          .rise = is_bound_over ? kUnreachedKey<D> : search.delta,
          .has_pulled = true};
}

}  // namespace strider::detail::STRIDER_DEVICE
