// Sorts the arcs of each row by weight, equal ones by their ends, in the memory where they are: by
// counting in the registers of a warp, or by a bitonic network on the threads of a warp or block.
#pragma once

#include "gpu/weighted_rows.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs that are moved; `rows` has their offsets.
template <class W>
struct MovableArcs {
  WeightedArcs<W> rows;
  u32* targets;
  W* weights;
};
/// Up to this many arcs are sorted by a warp: it needs a turn for each 32 pairs of a step, but no
/// barrier of a block.
inline constexpr u64 kSortedByWarp = 1024;

template <class W>
STRIDER_DEVICE_FUNCTION bool comes_before(W weight, u32 target, W other_weight, u32 other_target) {
  return weight < other_weight || (weight == other_weight && target < other_target);
}

/// A lane has an arc, and counts those that come before it.
template <class W>
STRIDER_DEVICE_FUNCTION void sort_by_counting(const MovableArcs<W>& arcs, Row row) {
  const u32 size = static_cast<u32>(row.end - row.begin);
  const u32 lane = simt::lane_id();
  const bool has = lane < size;
  const W weight = has ? arcs.weights[row.begin + lane] : W{};
  const u32 target = has ? arcs.targets[row.begin + lane] : 0;
  u32 place = 0;
  for (u32 i = 0; i < size; ++i) {
    const W other = simt::shfl(simt::kFullMask, weight, i);
    const u32 other_target = simt::shfl(simt::kFullMask, target, i);
    const bool is_before = comes_before(other, other_target, weight, target) ||
                           (other == weight && other_target == target && i < lane);
    place += is_before ? 1 : 0;
  }
  if (!has) return;
  arcs.weights[row.begin + place] = weight;
  arcs.targets[row.begin + place] = target;
}

template <class W>
STRIDER_DEVICE_FUNCTION void put_in_order(const MovableArcs<W>& arcs, u64 first, u64 second) {
  const W first_weight = arcs.weights[first];
  const W second_weight = arcs.weights[second];
  const u32 first_target = arcs.targets[first];
  const u32 second_target = arcs.targets[second];
  if (!comes_before(second_weight, second_target, first_weight, first_target)) return;
  arcs.weights[first] = second_weight;
  arcs.weights[second] = first_weight;
  arcs.targets[first] = second_target;
  arcs.targets[second] = first_target;
}

/// Batcher's network, with the first step of each merge turned round: so that the arc of the
/// smaller number is always the one to come first, and those that a row lacks to a power of two are
/// heavier than all others, and stay where they would be. By `threads` threads, of which the caller
/// is number `thread`; sync() is a barrier of them.
template <class W, class Sync>
STRIDER_DEVICE_FUNCTION void sort_by_network(const MovableArcs<W>& arcs, Row row, u32 thread,
                                             u32 threads, const Sync& sync) {
  const u64 size = row.end - row.begin;
  const auto exchange = [&](u64 first, u64 second) {
    if (second < size) put_in_order(arcs, row.begin + first, row.begin + second);
  };
  u64 padded = 1;
  while (padded < size) padded *= 2;
  // All of these are powers of two.
  for (u64 sorted = 1; sorted < padded; sorted *= 2) {
    for (u64 i = thread; i < padded / 2; i += threads) {
      const u64 place = i & (sorted - 1);
      const u64 begin = 2 * (i - place);
      exchange(begin + place, begin + 2 * sorted - 1 - place);
    }
    sync();
    for (u64 apart = sorted / 2; apart > 0; apart /= 2) {
      for (u64 i = thread; i < padded / 2; i += threads) {
        const u64 place = i & (apart - 1);
        const u64 first = 2 * (i - place) + place;
        exchange(first, first + apart);
      }
      sync();
    }
  }
}

template <class W>
STRIDER_KERNEL sort_short_rows(MovableArcs<W> arcs) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 u = simt::global_id() / simt::kWarp; u < arcs.rows.num_vertices; u += num_warps) {
    const Row row = row_of(arcs.rows, true, u);
    if (row.end - row.begin <= simt::kWarp) {
      sort_by_counting(arcs, row);
    } else if (row.end - row.begin <= kSortedByWarp) {
      sort_by_network(arcs, row, simt::lane_id(), simt::kWarp,
                      [] { simt::syncwarp(simt::kFullMask); });
    }
  }
}
template <class W>
STRIDER_KERNEL sort_long_rows(MovableArcs<W> arcs) {
  for (u32 u = simt::block_id(); u < arcs.rows.num_vertices; u += simt::grid_dim()) {
    const Row row = row_of(arcs.rows, true, u);
    if (row.end - row.begin <= kSortedByWarp) continue;
    sort_by_network(arcs, row, simt::thread_id(), simt::block_dim(), [] { simt::syncthreads(); });
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
