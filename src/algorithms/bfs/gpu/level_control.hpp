// What the threads of a cooperative search tell each other from level to level.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/counter.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Where a search has got to: the frontier's level and vertices, and the vertices reached before.
struct Progress {
  u32 level;
  u32 reached;
  u32 size;
};

/// Numbers of level l stand in slot l % kSlots: that of the level being expanded, that of the next
/// one being counted, and a third that is being cleared for the level after. So one barrier a level
/// is enough: between two barriers no thread reads or adds to the slot that one clears.
struct LevelControl {
  static constexpr u32 kSlots = 3;
  Counter<u32> vertices[kSlots];  ///< of the frontier
  Counter<u64> edges[kSlots];     ///< of these, where they are counted
  Counter<u32> open[kSlots];   ///< unvisited vertices that found no parent among their candidates
  Counter<u64> split[kSlots];  ///< rows in chunks and their chunks, as split_rows.hpp has them
  Progress stopped_at;         ///< by the single block
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
STRIDER_DEVICE_FUNCTION T* slot(Counter<T> (&numbers)[LevelControl::kSlots], u32 level) {
  return &numbers[level % LevelControl::kSlots].value;
}

/// What the expansion of `level` adds to is 0 before; this makes it so for the level after, from
/// what the level before has left. One thread of the grid calls it, at any time of the level.
STRIDER_DEVICE_FUNCTION void clear_next_slots(LevelControl& control, u32 level) {
  simt::store(slot(control.vertices, level + 2), 0);
  simt::store(slot(control.edges, level + 1), 0);
  simt::store(slot(control.open, level + 1), 0);
  simt::store(slot(control.split, level + 1), 0);
}
/// The same for a search that continues at `level` without having expanded the one before.
STRIDER_DEVICE_FUNCTION void clear_slots(LevelControl& control, u32 level) {
  simt::store(slot(control.vertices, level + 1), 0);
  simt::store(slot(control.edges, level), 0);
  simt::store(slot(control.open, level), 0);
  simt::store(slot(control.split, level), 0);
}

/// After the barrier that ends a level.
STRIDER_DEVICE_FUNCTION Progress next_level(LevelControl& control, Progress at) {
  return {at.level + 1, at.reached + at.size, simt::load(slot(control.vertices, at.level + 1))};
}

STRIDER_DEVICE_FUNCTION void record(LevelRecord* records, u32 level, bool bottom_up) {
  if (records != nullptr) records[level] = {simt::clock_nanoseconds(), bottom_up ? 1U : 0U};
}

/// One thread of the grid calls it at the end.
STRIDER_DEVICE_FUNCTION void tell_end(LevelControl& control, LevelRecord* records, Progress at) {
  simt::store(&control.num_levels, at.level);
  simt::store(&control.num_reached, at.reached);
  record(records, at.level, false);
}

}  // namespace strider::detail::STRIDER_DEVICE
