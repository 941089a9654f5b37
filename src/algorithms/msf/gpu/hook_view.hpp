// What the kernels of a spanning forest read and write, and what their threads share.
#pragma once

#include "algorithms/msf/gpu/ordered_edges.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What blocks tell each other, and the host. Numbers of rounds and passes ascend while a kernel
/// runs, so that they need no clearing in between.
struct HookControl {
  u32 last_round;       ///< in which a block had edges
  u32 unfinished_pass;  ///< the last one in which a root was not reached
  u32 found_nan;        ///< whether the ends of an edge follow that weighs NaN
  u32 nan_u;
  u32 nan_v;
};

/// Blocks of every kernel here are the same number: each has edges and fragments of its own, which
/// it keeps together as they become fewer, without a word to the others.
template <class Edges>
struct HookView {
  u32 num_vertices;
  u32* parents;  ///< of a root: itself
  typename Edges::Firsts firsts;
  /// By block, from share_of_block() on: the fragments that may have edges, in turns.
  u32* roots[2];
  typename Edges::Edge* edges;
  const u64* begins;  ///< by block: its first edge
  u64* counts;        ///< by block: its edges
  u32* taken;         ///< a bit an arc: whether the edge of that name is in the forest
  u64 first_name;     ///< of arc 0
  HookControl* control;
};

struct VertexShare {
  u32 begin;
  u32 count;
};
/// The vertices of the calling block.
STRIDER_DEVICE_FUNCTION VertexShare share_of_block(u32 num_vertices) {
  const u64 begin = u64{num_vertices} * simt::block_id() / simt::grid_dim();
  const u64 end = u64{num_vertices} * (simt::block_id() + 1ULL) / simt::grid_dim();
  return {static_cast<u32>(begin), static_cast<u32>(end - begin)};
}

/// Numbers those threads of the block that want a place, from `next` on, and advances it past them.
/// All threads of the block call it, and have the same `next`. What they read before, no thread
/// writes before all have.
STRIDER_DEVICE_FUNCTION u64 take_place(bool wants, u64& next) {
  STRIDER_SHARED(u32, takers_of_warp, simt::kWarp);
  const u32 takers = simt::ballot(simt::kFullMask, wants);
  simt::syncthreads();  // of the call before, all have read
  if (simt::lane_id() == 0) takers_of_warp[simt::warp_id()] = simt::popcount(takers);
  simt::syncthreads();
  u32 before = simt::popcount(takers & simt::lanes_below());
  u32 all = 0;
  for (u32 warp = 0; warp < simt::block_dim() / simt::kWarp; ++warp) {
    if (warp == simt::warp_id()) before += all;
    all += takers_of_warp[warp];
  }
  const u64 place = next + before;
  next += all;
  return place;
}

}  // namespace strider::detail::STRIDER_DEVICE
