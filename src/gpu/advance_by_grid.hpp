// Steps of a loop inside of one cooperative kernel: by all threads of the grid or, while there is
// little to do, by a single block, for which a step costs a barrier of its own.
#pragma once

#include "gpu/advance.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/counter.hpp"
#include "gpu/last_not_above.hpp"
#include "simt/grid_sync.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A lane for each row, a warp from a degree on, all warps of the grid from another. advance()
/// returns after a barrier.
struct ByGrid {
  u32 warp_degree;
  u32 split_degree;
  SplitRows split;  ///< room for all rows of `split_degree` arcs or more
  u64* num_split;   ///< 0 before; of split()
};

template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByGrid& mapping) {
  auto staged = stage(output);
  follow_rows_of_warp(
      rows, some, warp_of_grid(), warps_of_grid(), mapping.warp_degree,
      [&](u32 u, const Row& row) {
        const bool is_long = row.end - row.begin >= mapping.split_degree;
        split(is_long, u, row, mapping.split, mapping.num_split);
        return is_long;
      },
      functor, staged);
  // Whether rows are shared, no warp knows before the barrier.
  finish(functor);
  flush(staged);
  simt::grid_sync();
  const u64 count = simt::load(mapping.num_split);
  if (count == 0) return;
  const auto num_rows = static_cast<u32>(count >> 32);
  const auto num_chunks = static_cast<u32>(count);
  for (u32 chunk = warp_of_grid(); chunk < num_chunks; chunk += warps_of_grid()) {
    const u32 i = last_not_above(mapping.split.first_chunk, num_rows, chunk);
    const u32 u = mapping.split.vertices[i];
    const Row row =
        chunk_of(row_to_follow_again(rows, functor, u), chunk, mapping.split.first_chunk[i]);
    follow_together(rows, NearEnd<std::remove_reference_t<F>>(functor, true, u), row,
                    simt::lane_id(), simt::kWarp, functor, staged);
  }
  finish(functor);
  flush(staged);
  simt::grid_sync();
}

/// The arcs of a few rows, else an upper bound of them. All lanes of a warp call it, and every warp
/// gets the same.
template <class Rows, class Some>
STRIDER_DEVICE_FUNCTION u64 arcs_at_most(const Rows& rows, const Some& some, u32 max_degree) {
  if (some.size > simt::kWarp) return u64{some.size} * max_degree;
  const bool is_row = simt::lane_id() < some.size;
  const Row row = row_of(rows, is_row, is_row ? some[simt::lane_id()] : 0);
  return sum_of_warp(row.end - row.begin);
}

/// What a single block does faster than all can synchronize at a barrier.
struct SingleBlock {
  u32 most_rows;  ///< 0: it never does
  u64 most_arcs;

  /// All threads of a block call it, and those of all blocks get the same.
  template <class Rows, class Some>
  STRIDER_DEVICE_FUNCTION bool is_enough_for(const Rows& rows, const Some& some,
                                             u32 max_degree) const {
    if (some.size > most_rows) return false;
    const u64 bound = arcs_at_most(rows, some, max_degree);
    // One hub among all vertices makes the bound of more than a warp's rows useless. Each block
    // adds up their own degrees: to ask another one would take a barrier of the grid.
    if (bound <= most_arcs || some.size <= simt::kWarp) return bound <= most_arcs;
    u64 arcs = 0;
    for (u32 i = simt::thread_id(); i < some.size; i += simt::block_dim()) {
      const Row row = row_of(rows, true, some[i]);
      arcs += row.end - row.begin;
    }
    return sum_of_block(arcs) <= most_arcs;
  }
};

/// The first block takes steps while continues(at), and at least one, and the others wait. step(at,
/// found) is taken by all threads of the block, counts what it finds from 0 on in *found, and
/// returns, after a barrier of the block, where it has got to: at.step() is one more. Returns, to
/// all threads of the grid, where the block stopped.
template <class Progress, class Step, class Continues>
STRIDER_DEVICE_FUNCTION Progress step_in_single_block(Progress at, Progress* stopped_at,
                                                      const Step& step,
                                                      const Continues& continues) {
  // Not the counters of the grid: others may still be reading them.
  STRIDER_SHARED(u32, found, kSlots);
  // Steps overwrite what others may still be deciding by.
  simt::grid_sync();
  if (simt::block_id() == 0) {
    if (simt::thread_id() == 0) simt::store(&found[(at.step() + 1) % kSlots], 0);
    simt::syncthreads();
    do {
      u32* const next = &found[(at.step() + 1) % kSlots];
      if (simt::thread_id() == 0) simt::store(&found[(at.step() + 2) % kSlots], 0);
      at = step(at, next);
    } while (continues(at));
    if (simt::thread_id() == 0) *stopped_at = at;
  }
  simt::grid_sync();
  return *stopped_at;
}

}  // namespace strider::detail::STRIDER_DEVICE
