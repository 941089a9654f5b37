// Kernels that choose rows and relax their arcs. Only for device_paths.cpp.
//
// A pass relaxes the arcs of a frontier of rows: its distances are written down first, then every
// arc lowers the distance of its local id, and then the arcs are walked a second time. Where one
// makes up the distance of a local id that fell in this pass, its row is the parent. So a parent
// has had the distance that counts since before the pass.
#pragma once

#include "algorithms/sssp/ranks_gpu/rank_view.hpp"
#include "gpu/advance_by_edges.hpp"
#include "gpu/block_sum.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class W>
STRIDER_KERNEL forget_distances(DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size())
    keys[i] = kUnreachedKey<SsspDistance<W>>;
}

STRIDER_KERNEL reset_counters(RankPathCounters* counters, u64 unreached) {
  if (simt::global_id() == 0) *counters = {0, 0, kNoVertex, 0, 0, ~u64{0}, unreached};
}

STRIDER_KERNEL reset_beyond(RankPathCounters* counters, u64 unreached) {
  if (simt::global_id() == 0) counters->beyond = unreached;
}

template <class W>
STRIDER_KERNEL put_source_row(RankPathView<W> view, u32 row) {
  if (simt::global_id() != 0) return;
  view.best[row] = key_of(SsspDistance<W>{0});
  view.parents[row] = row;
  if (row < view.num_own) view.parent_ranks[row] = view.rank;
  view.waiting[row / 32] |= 1U << row % 32;
}

/// Whether the arcs of a row are to be relaxed.
template <class W>
STRIDER_DEVICE_FUNCTION bool waits(const RankPathView<W>& view, u32 row) {
  return view.best[row] < view.relaxed_at[row];
}

/// The smallest bucket of a row that waits. Bits of rows that do not are taken back.
template <class W>
STRIDER_KERNEL find_next_bucket(RankPathView<W> view, u32 num_words,
                                BucketMap<SsspDistance<W>> map) {
  u64 least = ~u64{0};
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 word = simt::load(&view.waiting[w]);
    const u32 row = w * 32 + simt::lane_id();
    const bool is_waiting = (word >> simt::lane_id() & 1U) != 0 && waits(view, row);
    const u32 still = simt::ballot(simt::kFullMask, is_waiting);
    if (still != word && simt::lane_id() == 0) simt::store(&view.waiting[w], still);
    if (!is_waiting) continue;
    const u64 bucket = map.bucket_of(distance_of<SsspDistance<W>>(view.best[row]));
    if (bucket < least) least = bucket;
  }
  least = smallest_of_warp(least);
  if (simt::lane_id() == 0 && least < simt::load(&view.counters->next_bucket)) {
    simt::atomic_min(&view.counters->next_bucket, least);
  }
}

/// Takes the rows of buckets below `limit` out of those that wait, into the frontier.
template <class W>
STRIDER_KERNEL take_buckets(RankPathView<W> view, u32 num_words, BucketMap<SsspDistance<W>> map,
                            u64 limit, VertexQueue frontier) {
  StagedQueues<1> staged = stage(frontier);
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 word = simt::load(&view.waiting[w]);
    if (word == 0) continue;
    const u32 row = w * 32 + simt::lane_id();
    const bool is_waiting = (word >> simt::lane_id() & 1U) != 0 && waits(view, row);
    const bool is_taken =
        is_waiting && map.bucket_of(distance_of<SsspDistance<W>>(view.best[row])) < limit;
    const u32 left = simt::ballot(simt::kFullMask, is_waiting && !is_taken);
    if (left != word && simt::lane_id() == 0) simt::store(&view.waiting[w], left);
    append(is_taken, row, staged);
  }
  flush(staged);
}

/// The rows that have arcs beyond the bound.
template <class W>
STRIDER_KERNEL take_stopped(RankPathRows<W> rows, RankPathView<W> view, u32 num_words,
                            VertexQueue frontier) {
  StagedQueues<1> staged = stage(frontier);
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 row = w * 32 + simt::lane_id();
    const bool is_settled = (view.settled[w] >> simt::lane_id() & 1U) != 0;
    append(is_settled && view.stops[row] < rows.begins[row + 1], row, staged);
  }
  flush(staged);
}

/// Where a row's arcs are looked at from.
enum class FirstArc : simt::u8 { kOfRow, kBeyondBound };

/// Of the frontier: writes down the distances, finds how many arcs lead no farther than the
/// bound. counts[size] becomes 0, so that a scan ends with the sum.
template <class W>
STRIDER_KERNEL look_up_arcs(RankPathRows<W> rows, RankPathView<W> view, const u32* frontier,
                            u32 size, FirstArc first_arc, SsspDistance<W> bound, u32* counts) {
  u64 settled = 0;
  u64 beyond = kUnreachedKey<SsspDistance<W>>;
  for (u32 i = simt::global_id(); i <= size; i += simt::global_size()) {
    if (i == size) {
      counts[size] = 0;
      break;
    }
    const u32 row = frontier[i];
    const DistanceKey<W> key = view.best[row];
    const SsspDistance<W> distance = distance_of<SsspDistance<W>>(key);
    const u64 begin = rows.begins[row];
    const u64 end = rows.begins[row + 1];
    const u64 first = first_arc == FirstArc::kOfRow ? begin : view.stops[row];
    u64 stop = first;
    for (u64 last = end; stop < last;) {
      const u64 middle = stop + (last - stop) / 2;
      if (static_cast<SsspDistance<W>>(distance + rows.weights[middle]) > bound) {
        last = middle;
      } else {
        stop = middle + 1;
      }
    }
    view.relaxed_at[row] = key;
    view.stops[row] = stop;
    counts[i] = static_cast<u32>(stop - first);
    if (stop < end) {
      const u64 past = key_through<W>(distance, rows.weights[stop]);
      if (past < beyond) beyond = past;
    }
    if (claim(view.settled, row)) settled += end - begin;
  }
  add_from_block(&view.counters->settled_arcs, settled);
  beyond = smallest_of_warp(beyond);
  if (simt::lane_id() == 0 && beyond < simt::load(&view.counters->beyond)) {
    simt::atomic_min(&view.counters->beyond, beyond);
  }
}

/// The arcs of rows up to where they stop, for gpu/advance.hpp.
template <class W>
struct StoppedRows {
  const u64* begins;
  const u64* stops;
  const u32* targets;  ///< local ids
  const W* weights;
};
template <class W>
STRIDER_DEVICE_FUNCTION Row row_of(const StoppedRows<W>& rows, bool is_row, u32 row) {
  if (!is_row) return {0, 0};
  return {simt::load_constant(&rows.begins[row]), simt::load_constant(&rows.stops[row])};
}
/// A thread has so many consecutive ones.
using ArcsOfThread = ByEdges<kArcsTogether>;

/// Lowers the distances that arcs lead to, and marks whose fell.
template <class W>
struct RelaxArcs {
  using From = DistanceKey<W>;

  const From* relaxed_at;
  From* best;
  u32* lowered;

  STRIDER_DEVICE_FUNCTION From from(u32 row) const { return relaxed_at[row]; }
  STRIDER_DEVICE_FUNCTION static From through(From from, W weight) {
    return key_through<W>(distance_of<SsspDistance<W>>(from), weight);
  }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*row*/, From from, u32 local_id, W weight) const {
    return through(from, weight) < load_falling(&best[local_id]);
  }
  STRIDER_DEVICE_FUNCTION From attempt(u32 /*row*/, From from, u32 local_id, W weight) const {
    return simt::atomic_min(&best[local_id], through(from, weight));
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 /*row*/, From from, u32 local_id, W weight,
                                    From old) const {
    if (old > through(from, weight)) or_bit(lowered, local_id);
    return false;
  }
};

/// After all arcs of the pass: names the parents of those that it has lowered.
template <class W>
struct NameParents {
  using From = DistanceKey<W>;

  RelaxArcs<W> relaxed;
  u32* parents;

  STRIDER_DEVICE_FUNCTION From from(u32 row) const { return relaxed.from(row); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*row*/, From from, u32 local_id, W weight) const {
    return has_bit(relaxed.lowered, local_id) &&
           relaxed.through(from, weight) == relaxed.best[local_id];
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 row, From /*from*/, u32 local_id,
                                             W /*weight*/) const {
    // Of several that make up the distance any will do.
    simt::store(&parents[local_id], row);
    return false;
  }
};

/// After that: own vertices of buckets below `limit` are the next frontier, others wait, and
/// local ids of no own vertex have changed.
template <class W>
STRIDER_KERNEL sort_lowered(RankPathView<W> view, u32 num_words, BucketMap<SsspDistance<W>> map,
                            u64 limit, VertexQueue frontier) {
  StagedQueues<1> staged = stage(frontier);
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 word = view.lowered[w];
    if (word == 0) continue;
    // Kinds of local ids begin at whole words.
    if (w * 32 >= view.num_own) {
      if (simt::lane_id() == 0) view.changed[w] |= word;
      continue;
    }
    const u32 v = w * 32 + simt::lane_id();
    const bool is_lower = (word >> simt::lane_id() & 1U) != 0;
    if (is_lower) view.parent_ranks[v] = view.rank;
    const bool is_next =
        is_lower && map.bucket_of(distance_of<SsspDistance<W>>(view.best[v])) < limit;
    const u32 later = simt::ballot(simt::kFullMask, is_lower && !is_next);
    if (later != 0 && simt::lane_id() == 0) view.waiting[w] |= later;
    append(is_next, v, staged);
  }
  flush(staged);
}

/// A warp a row that is beyond the bound: it takes the least distance over its arcs.
template <class W>
STRIDER_KERNEL pull_rows(RankPathRows<W> rows, RankPathView<W> view, SsspDistance<W> bound) {
  using Key = DistanceKey<W>;
  const u32 num_warps = warps_of_grid();
  for (u32 row = warp_of_grid(); row < rows.num_rows; row += num_warps) {
    const Key before = simt::load(&view.best[row]);
    if (!(distance_of<SsspDistance<W>>(before) > bound)) continue;
    Key best = before;
    u32 parent = 0;
    const u64 end = rows.begins[row + 1];
    for (u64 first = rows.begins[row]; first < end; first += simt::kWarp) {
      // Weights ascend: all that follow are as heavy as the first.
      const auto lightest = static_cast<SsspDistance<W>>(rows.weights[first]);
      if (!(lightest < distance_of<SsspDistance<W>>(best))) break;
      const u64 arc = first + simt::lane_id();
      Key through = kUnreachedKey<SsspDistance<W>>;
      if (arc < end) {
        // The neighbour may be pulled by another warp: any distance that it has had is a path's.
        const Key nearer = simt::load(&view.best[rows.local_ids[arc]]);
        if (nearer != kUnreachedKey<SsspDistance<W>>) {
          through = key_through<W>(distance_of<SsspDistance<W>>(nearer), rows.weights[arc]);
        }
      }
      const Key least = smallest_of_warp(through);
      if (!(least < best)) continue;
      best = least;
      const u32 nearest_lanes = simt::ballot(simt::kFullMask, through == least);
      const u32 local_id = arc < end ? rows.local_ids[arc] : 0;
      parent = simt::shfl(simt::kFullMask, local_id, simt::lowest_bit(nearest_lanes));
    }
    if (simt::lane_id() != 0) continue;
    if (best < before) {
      view.parents[row] = parent;
      if (row < view.num_own) view.parent_ranks[row] = view.rank;
      simt::store(&view.best[row], best);
    }
    if (!(best < view.relaxed_at[row])) continue;
    or_bit(row < view.num_own ? view.waiting : view.changed, row);
  }
}

/// Notes local ids that only a sum too large for the type leads to.
template <class W>
struct NoteOverflows {
  RankPathView<W> view;
  u32 num_rows;

  STRIDER_DEVICE_FUNCTION bool is_unreached(u32 local_id) const {
    return view.best[local_id] == kUnreachedKey<SsspDistance<W>>;
  }
  STRIDER_DEVICE_FUNCTION bool cond(u32 row) const { return !is_unreached(row); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*row*/, u32 local_id, W weight) const {
    const bool is_finite =
        static_cast<SsspDistance<W>>(weight) != kUnreachedDistance<SsspDistance<W>>;
    return is_finite && is_unreached(local_id);
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*row*/, u32 local_id, W /*weight*/) const {
    if (local_id < num_rows) {
      simt::atomic_min(&view.counters->overflowed, local_id);
    } else {
      or_bit(view.changed, local_id);
    }
    return false;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
