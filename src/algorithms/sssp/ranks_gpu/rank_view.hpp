// What every kernel of shortest paths on ranks reads and writes.
#pragma once

#include "algorithms/sssp/kernels.hpp"
#include "gpu/distance_keys.hpp"
#include "gpu/vertex_queue.hpp"
#include "simt/simt.hpp"
#include "strider/sssp.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class W>
using DistanceKey = KeyOf<SsspDistance<W>>;

/// The length of a path and one more arc, rounded as everywhere.
template <class W>
STRIDER_DEVICE_FUNCTION DistanceKey<W> key_through(SsspDistance<W> distance, W weight) {
  return key_of(static_cast<SsspDistance<W>>(distance + weight));
}

/// Rows of arcs, the lightest first.
template <class W>
struct RankPathRows {
  u32 num_rows;
  const u64* begins;
  const u32* local_ids;
  const W* weights;
};

/// What a search counts.
struct RankPathCounters {
  u32 frontier;    ///< rows to relax next
  u32 unknown;     ///< names in messages that are none
  u32 overflowed;  ///< the first row that only sums too large lead to; kNoVertex: none
  u32 reserved;
  u64 settled_arcs;
  u64 next_bucket;
  u64 beyond;  ///< the key of the least length beyond the bound
};

/// By local id, or by row as far as there are rows: rows are the first local ids.
template <class W>
struct RankPathView {
  DistanceKey<W>* best;
  u32* parents;
  DistanceKey<W>* relaxed_at;  ///< by row: the distance that its arcs were relaxed with last
  u64* stops;                  ///< by row: the first arc beyond the bound
  u32* parent_ranks;           ///< by own vertex: a rank
  u32* settled;                ///< bits: rows that have been relaxed
  u32* waiting;                ///< bits: rows whose distance may have fallen since
  u32* lowered;                ///< bits: local ids whose distance fell in this pass
  u32* changed;                ///< bits: local ids of no own vertex, since they were last sent
  RankPathCounters* counters;
  u32 num_own;
  u32 rank;
};

STRIDER_DEVICE_FUNCTION void or_bit(u32* bits, u32 v) {
  simt::atomic_or(&bits[v / 32], 1U << v % 32);
}

}  // namespace strider::detail::STRIDER_DEVICE
