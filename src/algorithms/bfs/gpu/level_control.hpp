// What the threads of a cooperative search tell each other from level to level.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Numbers of level l stand in slot l % kSlots: that of the frontier being read, that of the next
/// one being counted, and a third that is being cleared for the level after. So one barrier a level
/// is enough.
struct LevelControl {
  static constexpr u32 kSlots = 3;
  u32 vertices[kSlots];  ///< of the frontier
  u64 edges[kSlots];     ///< of these
  u32 open[kSlots];      ///< unvisited vertices that found no parent among their candidates
  u32 num_reached;
  u32 num_levels;
};

/// When a level began, and in which direction it is expanded.
struct LevelRecord {
  u64 nanoseconds;
  u32 bottom_up;
};

/// One of the numbers, for the level `level`.
template <class T>
STRIDER_DEVICE_FUNCTION T* slot(T (&numbers)[LevelControl::kSlots], u32 level) {
  return &numbers[level % LevelControl::kSlots];
}

STRIDER_DEVICE_FUNCTION void record(LevelRecord* records, u32 level, bool bottom_up) {
  if (records != nullptr) records[level] = {simt::clock_nanoseconds(), bottom_up ? 1U : 0U};
}

/// Adds the values of a block's threads to a number: one atomic a block. All threads call it.
STRIDER_DEVICE_FUNCTION void add_from_block(u32* to, u32 value) {
  STRIDER_SHARED(u32, sum, 1);
  if (simt::thread_id() == 0) simt::store(&sum[0], 0);
  simt::syncthreads();
  const u32 of_warp = simt::warp_sum(simt::kFullMask, value);
  if (simt::lane_id() == 0 && of_warp != 0) simt::atomic_add(&sum[0], of_warp);
  simt::syncthreads();
  if (simt::thread_id() == 0) {
    const u32 total = simt::load(&sum[0]);
    if (total != 0) simt::atomic_add(to, total);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
