// What every kernel of shortest paths on ranks reads and writes.
#pragma once

#include <bit>
#include <type_traits>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "gpu/vertex_queue.hpp"
#include "simt/simt.hpp"
#include "strider/sssp.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A distance as a number that atomics know. Distances are at least 0 and never -0: floats are in
/// the order of their bits.
template <class W>
using DistanceKey = std::conditional_t<sizeof(SsspDistance<W>) == sizeof(u32), u32, u64>;

template <class W>
STRIDER_DEVICE_FUNCTION SsspDistance<W> distance_of(DistanceKey<W> key) {
  return std::bit_cast<SsspDistance<W>>(key);
}
template <class W>
STRIDER_DEVICE_FUNCTION DistanceKey<W> key_of(SsspDistance<W> distance) {
  return std::bit_cast<DistanceKey<W>>(distance);
}
template <class W>
inline constexpr DistanceKey<W> kFarthestKey =
    std::bit_cast<DistanceKey<W>>(kUnreachedDistance<SsspDistance<W>>);

/// The length of a path and one more arc, rounded as everywhere.
template <class W>
STRIDER_DEVICE_FUNCTION DistanceKey<W> key_through(SsspDistance<W> distance, W weight) {
  return key_of<W>(static_cast<SsspDistance<W>>(distance + weight));
}

/// Rows of arcs, the lightest first.
template <class W>
struct RankPathRows {
  u32 num_rows;
  const u64* begins;
  const u32* columns;
  const W* weights;
};

/// What a search counts.
struct RankPathCounters {
  u32 frontier;    ///< rows to relax next
  u32 unknown;     ///< names in messages that are none
  u32 overflowed;  ///< rows that only sums too large lead to
  u32 reserved;
  u64 settled_arcs;
  u64 next_bucket;
  u64 beyond;  ///< the key of the least length past the horizon
};

/// By column, or by row as far as there are rows: rows are the first columns.
template <class W>
struct RankPathView {
  DistanceKey<W>* best;
  u32* parents;
  DistanceKey<W>* relaxed_at;  ///< by row: the distance that its arcs were relaxed with last
  u64* stops;                  ///< by row: the first arc past the horizon
  u32* finders;                ///< by own vertex: a rank
  u32* settled;                ///< bits: rows that have been relaxed
  u32* waiting;                ///< bits: rows whose distance may have fallen since
  u32* lowered;                ///< bits: columns whose distance fell in this pass
  u32* changed;                ///< bits: columns of no own vertex, since they were last sent
  RankPathCounters* counters;
  u32 num_own;
  u32 rank;
};

STRIDER_DEVICE_FUNCTION void or_bit(u32* bits, u32 v) {
  simt::atomic_or(&bits[v / 32], 1U << v % 32);
}

/// The least key of a warp, for all its lanes, which call it together.
template <class Key>
STRIDER_DEVICE_FUNCTION Key least_of_warp(Key key) {
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    const Key other = simt::shfl(simt::kFullMask, key, simt::lane_id() ^ distance);
    if (other < key) key = other;
  }
  return key;
}

}  // namespace strider::detail::STRIDER_DEVICE
