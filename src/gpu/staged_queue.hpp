// Values on their way to a queue: a warp keeps them in shared memory until there are many, and at
// the end a block puts away what its warps have left.
//
// An append to a queue is an atomic whose answer is waited for, and those of all warps go to one
// number: one every 128 arcs took longer than the arcs. Staged, an atomic makes room for all that a
// warp has room for, or for a block, and neighbours in a warp write to neighbouring places.
#pragma once

#include "gpu/vertex_queue.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Of a block, whose warps share them alike: 256 each in a block of 256 threads, in 8 KiB.
inline constexpr u32 kStagedValues = 2048;
/// Of up to so many values a lane, `wanted` has a bit each for the first queue, and as many for the
/// second above them.
inline constexpr u32 kMostAppended = 16;

/// One or two queues that a block fills at the same time. A block has one of these at a time.
template <u32 Queues>
struct StagedQueues {
  static constexpr u32 kRoom = kStagedValues / Queues;  ///< of a queue, for all warps

  u32 sizes[Queues] = {};  ///< of what the warp has; the same in all lanes

  /// Where they are is needed seldom, and would take eight registers of each thread.
  STRIDER_DEVICE_FUNCTION VertexQueue& queue(u32 q) const {
    STRIDER_SHARED(VertexQueue, queues, Queues * simt::kWarp);
    return queues[simt::warp_id() * Queues + q];
  }
  /// Number i of the warp's values for queue q. Values lie in rows of the block's length, of which
  /// a warp has its own 32 columns: so a thread need not know more than its number.
  STRIDER_DEVICE_FUNCTION u32& value(u32 q, u32 i) const {
    STRIDER_SHARED(u32, values, kStagedValues);
    return values[q * kRoom + i / simt::kWarp * simt::block_dim() + simt::thread_id() -
                  simt::lane_id() + i % simt::kWarp];
  }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION bool has_room(u32 size) const {
    return (size + simt::kWarp - 1) / simt::kWarp * simt::block_dim() <= kRoom;
  }
};

STRIDER_DEVICE_FUNCTION StagedQueues<1> stage(const VertexQueue& queue) {
  StagedQueues<1> staged;
  if (simt::lane_id() == 0) staged.queue(0) = queue;
  simt::syncwarp(simt::kFullMask);
  return staged;
}
STRIDER_DEVICE_FUNCTION StagedQueues<2> stage(const VertexQueue& first, const VertexQueue& second) {
  StagedQueues<2> staged;
  if (simt::lane_id() == 0) {
    staged.queue(0) = first;
    staged.queue(1) = second;
  }
  simt::syncwarp(simt::kFullMask);
  return staged;
}

/// Puts what the warp has for queue q from place `begin` of it on. All lanes call it.
template <u32 Queues>
STRIDER_DEVICE_FUNCTION void put_away(StagedQueues<Queues>& staged, u32 q, u32 begin) {
  simt::syncwarp(simt::kFullMask);  // all have written
  for (u32 i = simt::lane_id(); i < staged.sizes[q]; i += simt::kWarp) {
    staged.queue(q).vertices[begin + i] = staged.value(q, i);
  }
  simt::syncwarp(simt::kFullMask);  // what comes next goes to the same places
  staged.sizes[q] = 0;
}

/// Makes room for `more` values, if that is at all possible. All lanes call it.
template <u32 Queues>
STRIDER_DEVICE_FUNCTION void make_room(StagedQueues<Queues>& staged, u32 q, u32 more) {
  if (staged.has_room(staged.sizes[q] + more)) return;
  u32 begin = 0;
  if (simt::lane_id() == 0) begin = simt::atomic_add(staged.queue(q).size, staged.sizes[q]);
  put_away(staged, q, simt::shfl(simt::kFullMask, begin, 0));
}

/// Appends the values of the lanes that have one for queue q. All lanes call it.
template <u32 Queues>
STRIDER_DEVICE_FUNCTION void append(bool wanted, u32 value, StagedQueues<Queues>& staged,
                                    u32 q = 0) {
  static_assert(1024 <= kStagedValues / Queues);  // room for a value of each thread
  const u32 takers = simt::ballot(simt::kFullMask, wanted);
  make_room(staged, q, simt::popcount(takers));
  const u32 place = staged.sizes[q] + simt::popcount(takers & simt::lanes_below());
  if (wanted) staged.value(q, place) = value;
  staged.sizes[q] += simt::popcount(takers);
}

/// Appends up to `Most` values of each lane. All lanes call it.
template <u32 Most, u32 Queues>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&values)[Most], u32 wanted,
                                        StagedQueues<Queues>& staged) {
  static_assert(Most <= kMostAppended);
  if (!simt::any(simt::kFullMask, wanted != 0)) return;
  STRIDER_UNROLL
  for (u32 q = 0; q < Queues; ++q) {
    const u32 bits = wanted >> q * kMostAppended & ((1U << kMostAppended) - 1);
    u32 takers[Most];
    u32 more = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      takers[i] = simt::ballot(simt::kFullMask, (bits >> i & 1U) != 0);
      more += simt::popcount(takers[i]);
    }
    make_room(staged, q, more);
    if (!staged.has_room(more)) {  // many warps share the room
      append_all(values, bits, staged.queue(q));
      continue;
    }
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      const u32 place = staged.sizes[q] + simt::popcount(takers[i] & simt::lanes_below());
      if ((bits >> i & 1U) != 0) staged.value(q, place) = values[i];
      staged.sizes[q] += simt::popcount(takers[i]);
    }
  }
}

/// Puts away what all warps of the block have: an atomic a queue. All threads of the block call it.
template <u32 Queues>
STRIDER_DEVICE_FUNCTION void flush(StagedQueues<Queues>& staged) {
  STRIDER_SHARED(u32, places, Queues * simt::kWarp);  // by queue and warp: sizes, then begins
  STRIDER_UNROLL
  for (u32 q = 0; q < Queues; ++q) {
    if (simt::lane_id() == 0) places[q * simt::kWarp + simt::warp_id()] = staged.sizes[q];
  }
  simt::syncthreads();
  // The last warp, and the one before it, so that both atomics are under way together.
  const u32 warps = simt::block_dim() / simt::kWarp;
  STRIDER_UNROLL
  for (u32 q = 0; q < Queues; ++q) {
    if (simt::warp_id() != (q < warps ? warps - 1 - q : 0)) continue;
    u32* const place = &places[q * simt::kWarp + simt::lane_id()];
    const u32 size = simt::lane_id() < warps ? *place : 0;
    if (!simt::any(simt::kFullMask, size != 0)) continue;
    *place = take_places(simt::warp_scan(size), staged.queue(q).size) - size;
  }
  simt::syncthreads();
  STRIDER_UNROLL
  for (u32 q = 0; q < Queues; ++q) {
    put_away(staged, q, places[q * simt::kWarp + simt::warp_id()]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
