// Follows the arcs of some rows on the threads of a device, for any functor and any output.
//
// A functor says what is done with an arc:
//   update_atomic(u, v)  follows the arc from u to v; true: v goes into the output
// or the same in two parts, where an atomic decides about the arc:
//   attempt(u, v)        the atomic; returns what was there, and makes nothing of it
//   keep(u, v, old)      decides by it, stores, and returns what update_atomic would
// and between them, where a second atomic depends on the first:
//   mark(u, v, old)      the second; what it returns is what keep gets
// A lane calls each of them for all of its arcs before it calls the next, so that its atomics are
// under way together: one after the other, each would take a trip to memory. And where there is
// more to say:
//   cond(u)              whether anything is to be done for u: asked once, before its row is read
//   may_update(u, v)     cheap, and where it says no, nothing is done for the arc: it is asked of
//                        all arcs of a lane before any answer is waited for, where it reads memory
//                        first and decides then
//   From, from(u)        what its arcs want to know of u: all of (u, v) above are (u, from, v) then
//   row, row_again       which of its arcs are to be followed (row_to_follow.hpp)
//   finish()             called by all lanes when their arcs are done, before the next barrier
// If rows have weights, that of the arc comes after v.
//
// What is read twice: memory may change between may_update and what follows, so update_atomic
// decides by what it reads itself, and keep by what the atomic has read. Two arcs of a lane may
// lead to the same v, or other threads' arcs: of all attempts there, each sees what those before it
// have left. from(u) is read before the arcs of a row, by one lane, or by every thread where a
// block or a grid shares the row; ByEdges and ByMergePath read it for every arc. ByGrid calls
// finish twice where the grid has shared rows: finish must be idempotent.
//
// An output takes what lanes have: append_all(values, wanted, output), called by all lanes of a
// warp; bit i of `wanted` is what update_atomic said of values[i]. Whole grids put values into
// stage(output), and flush() that before the next barrier of the grid: queues are staged
// (staged_queue.hpp), but not by a single block, for which a flush would be two barriers more.
//
// A mapping says how rows are shared out among threads:
//   ByThreads, ByWarps, ByClasses, ByBlock   below
//   ByEdges, ByMergePath                     advance_by_edges.hpp
//   ByGrid                                   advance_by_grid.hpp
#pragma once

#include "gpu/row_to_follow.hpp"
#include "gpu/staged_queue.hpp"
#include "gpu/thread_arcs.hpp"

namespace strider::detail::STRIDER_DEVICE {

// Which rows to follow is a type, so that a kernel over all rows has no list, nor a test for one:
// AllRows, SomeRows, or another with these members.

/// The rows 0 to size - 1.
struct AllRows {
  u32 size;

  STRIDER_DEVICE_FUNCTION u32 operator[](u32 i) const { return i; }
};
/// Those of a list.
struct SomeRows {
  const u32* list;
  u32 size;

  STRIDER_DEVICE_FUNCTION u32 operator[](u32 i) const { return list[i]; }
};

/// The output of functors that put away by themselves what they find.
struct Nowhere {};
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&)[Most], u32 /*wanted*/, Nowhere /*output*/) {}
STRIDER_DEVICE_FUNCTION void append(bool /*wanted*/, u32 /*value*/, Nowhere /*output*/) {}

/// One queue or another: update_atomic is kFirst, kSecond or 0.
struct TwoQueues {
  static constexpr u32 kFirst = 1;
  static constexpr u32 kSecond = 1U << kMostAppended;
  VertexQueue first;
  VertexQueue second;
};
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&values)[Most], u32 wanted,
                                        const TwoQueues& output) {
  static_assert(Most <= kMostAppended);
  append_all(values, wanted & (TwoQueues::kSecond - 1), output.first);
  append_all(values, wanted / TwoQueues::kSecond, output.second);
}
STRIDER_DEVICE_FUNCTION void append(bool wanted, u32 value, const TwoQueues& output, u32 q) {
  append(wanted, value, q == 0 ? output.first : output.second);
}
STRIDER_DEVICE_FUNCTION StagedQueues<2> stage(const TwoQueues& output) {
  return stage(output.first, output.second);
}

/// Others are not staged.
template <class Output>
STRIDER_DEVICE_FUNCTION Output stage(const Output& output) {
  return output;
}
template <class Output>
STRIDER_DEVICE_FUNCTION void flush(Output& /*output*/) {}

/// That of `u`; an empty one where `u` is none.
template <class Offset>
STRIDER_DEVICE_FUNCTION Row row_of(const Rows<Offset>& rows, bool is_row, u32 u) {
  if (!is_row) return {0, 0};
  return {simt::load_constant(&rows.offsets[u]), simt::load_constant(&rows.offsets[u + 1])};
}
/// Arcs of `u`.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 degree(const Rows<Offset>& rows, u32 u) {
  const Row row = row_of(rows, true, u);
  return static_cast<u32>(row.end - row.begin);
}

/// Follows up to kArcsTogether arcs, `stride` apart, from `place` on. All lanes call it.
template <class Rows, class F, class Output>
STRIDER_DEVICE_FUNCTION void follow_arcs(const Rows& rows, const NearEnd<F>& near_end, u64 place,
                                         u64 end, u32 stride, F& functor, Output& output) {
  ThreadArcs<Rows, kArcsTogether> arcs;
  STRIDER_UNROLL
  for (u32 i = 0; i < kArcsTogether; ++i) {
    if (place + i * stride < end) arcs.load(rows, i, place + i * stride);
  }
  update_all(
      arcs, [&](u32 /*i*/) { return near_end; }, functor, output);
}

// --- rows

/// Follows a row with `lanes` threads, of which the caller is number `lane`. Whole warps call it.
template <class Rows, class F, class Output>
STRIDER_DEVICE_FUNCTION void follow_together(const Rows& rows, const NearEnd<F>& near_end, Row row,
                                             u32 lane, u32 lanes, F& functor, Output& output) {
  for (u64 base = row.begin; base < row.end; base += u64{lanes} * kArcsTogether) {
    follow_arcs(rows, near_end, base + lane, row.end, lanes, functor, output);
  }
}

/// Follows the rows of 32 vertices side by side, one a lane, until the longest is done. Lanes
/// without a vertex give an empty row. All lanes call it.
template <class Rows, class F, class Output>
STRIDER_DEVICE_FUNCTION void follow_side_by_side(const Rows& rows, const NearEnd<F>& near_end,
                                                 Row row, F& functor, Output& output) {
  while (simt::any(simt::kFullMask, row.begin < row.end)) {
    follow_arcs(rows, near_end, row.begin, row.end, 1, functor, output);
    row.begin += kArcsTogether;
  }
}

/// The same, but rows of `by_warp` arcs or more, at least one, are followed by the whole warp, one
/// after the other.
template <class Rows, class F, class Output>
STRIDER_DEVICE_FUNCTION void follow_by_length(const Rows& rows, const NearEnd<F>& near_end, Row row,
                                              u64 by_warp, F& functor, Output& output) {
  for (u32 rest = simt::ballot(simt::kFullMask, row.end - row.begin >= by_warp); rest != 0;
       rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const Row chosen{simt::shfl(simt::kFullMask, row.begin, lane),
                     simt::shfl(simt::kFullMask, row.end, lane)};
    NearEnd<F> end_of_chosen = near_end;
    end_of_chosen.take_from(lane);
    follow_together(rows, end_of_chosen, chosen, simt::lane_id(), simt::kWarp, functor, output);
    if (lane == simt::lane_id()) row.begin = row.end;
  }
  follow_side_by_side(rows, near_end, row, functor, output);
}

template <class F>
STRIDER_DEVICE_FUNCTION bool wants_row(F& functor, u32 u) {
  if constexpr (requires(F f, u32 v) { f.cond(v); }) {
    return functor.cond(u);
  } else {
    return true;
  }
}
template <class F>
STRIDER_DEVICE_FUNCTION void finish(F& functor) {
  if constexpr (requires(F f) { f.finish(); }) functor.finish();
}

/// Follows the rows that fall to warp `warp` of `warps`, those of `warp_degree` arcs or more by the
/// whole warp, but for those that take_away(u, row), called by all lanes, keeps for itself.
template <class Rows, class Some, class TakeAway, class F, class Output>
STRIDER_DEVICE_FUNCTION void follow_rows_of_warp(const Rows& rows, const Some& some, u32 warp,
                                                 u32 warps, u32 warp_degree,
                                                 const TakeAway& take_away, F& functor,
                                                 Output& output) {
  const u32 chunk = items_a_turn(some.size, warps);
  // A warp with one row has nothing better to do than to follow it together, where a lane would not
  // be done with it in one turn.
  const u32 by_warp = chunk == 1 ? kArcsTogether + 1 : warp_degree;
  for (u32 base = warp * chunk; base < some.size; base += warps * chunk) {
    const u32 i = base + simt::lane_id();
    bool is_row = simt::lane_id() < chunk && i < some.size;
    const u32 u = is_row ? some[i] : 0;
    is_row = is_row && wants_row(functor, u);
    Row row = row_to_follow(rows, functor, is_row, u, output);
    if (take_away(u, row)) row.begin = row.end;
    follow_by_length(rows, NearEnd<F>(functor, is_row, u), row, by_warp, functor, output);
  }
}

// --- mappings

/// A lane for each row: the plainest, for comparison and low degrees. By whole grids.
struct ByThreads {};

template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, ByThreads /*mapping*/) {
  static_assert(!kFollowsParts<std::remove_reference_t<F>>);
  auto staged = stage(output);
  for (u32 base = simt::global_id() - simt::lane_id(); base < some.size;
       base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 u = i < some.size ? some[i] : 0;
    const bool is_row = i < some.size && wants_row(functor, u);
    const NearEnd<std::remove_reference_t<F>> near_end(functor, is_row, u);
    follow_side_by_side(rows, near_end, row_of(rows, is_row, u), functor, staged);
  }
  finish(functor);
  flush(staged);
}

/// A lane for each row, a warp from a degree on. By whole grids.
struct ByWarps {
  u32 warp_degree = simt::kWarp;
};
/// The same by the threads of one block.
struct ByBlock {
  u32 warp_degree = simt::kWarp;
};

template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByWarps& mapping = {}) {
  auto staged = stage(output);
  follow_rows_of_warp(
      rows, some, warp_of_grid(), warps_of_grid(), mapping.warp_degree,
      [](u32 /*u*/, const Row& /*row*/) { return false; }, functor, staged);
  finish(functor);
  flush(staged);
}
template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByBlock& mapping) {
  follow_rows_of_warp(
      rows, some, simt::warp_id(), simt::block_dim() / simt::kWarp, mapping.warp_degree,
      [](u32 /*u*/, const Row& /*row*/) { return false; }, functor, output);
  finish(functor);
}

/// A lane, a warp or a block for each row, by its degree (Merrill, Garland and Grimshaw 2012,
/// "Scalable GPU graph traversal", section 5). By whole grids.
struct ByClasses {
  u32 warp_degree;
  u32 block_degree;
};

template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByClasses& mapping) {
  static_assert(!kFollowsParts<std::remove_reference_t<F>>);
  auto staged = stage(output);
  using End = NearEnd<std::remove_reference_t<F>>;
  STRIDER_SHARED(u32, claimant, 1);
  STRIDER_SHARED(u32, row_of_block, 1);
  STRIDER_SHARED(u64, arcs_of_block, 2);
  // A small frontier is spread over all blocks.
  const u32 chunk = 1 + (some.size - 1) / simt::grid_dim();
  const u32 width = chunk < simt::block_dim() ? chunk : simt::block_dim();
  for (u32 base = simt::block_id() * width; base < some.size; base += simt::grid_dim() * width) {
    const u32 i = base + simt::thread_id();
    bool is_row = simt::thread_id() < width && i < some.size;
    const u32 u = is_row ? some[i] : 0;
    is_row = is_row && wants_row(functor, u);
    Row row = row_of(rows, is_row, u);
    // The block's: threads put themselves forward, and the last to do so is taken. The barrier of
    // the vote stands between the claims and the look at them, and before the row of the next.
    for (;;) {
      const bool claims = row.end - row.begin >= mapping.block_degree;
      if (claims) simt::atomic_exchange(&claimant[0], simt::thread_id());
      if (!simt::syncthreads_or(claims)) break;
      if (simt::load(&claimant[0]) == simt::thread_id()) {
        row_of_block[0] = u;
        arcs_of_block[0] = row.begin;
        arcs_of_block[1] = row.end;
        row.begin = row.end;  // it is taken care of
      }
      simt::syncthreads();
      follow_together(rows, End(functor, true, row_of_block[0]),
                      {arcs_of_block[0], arcs_of_block[1]}, simt::thread_id(), simt::block_dim(),
                      functor, staged);
    }
    follow_by_length(rows, End(functor, is_row, u), row, mapping.warp_degree, functor, staged);
  }
  finish(functor);
  flush(staged);
}

/// By all threads of a launch.
template <class Rows, class Some, class F, class Output, class Mapping>
STRIDER_KERNEL_WITHIN(64)
advance_rows(Rows rows, Some some, F functor, Output output, Mapping mapping) {
  advance(rows, some, functor, output, mapping);
}

/// update_atomic(v, ends[v]) for each v below `size`.
template <class F>
STRIDER_KERNEL map_one_arc_each(const u32* ends, u32 size, F functor) {
  for (u32 v = simt::global_id(); v < size; v += simt::global_size()) {
    functor.update_atomic(v, ends[v]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
