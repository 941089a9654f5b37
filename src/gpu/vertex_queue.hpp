// Sets of vertices as kernels fill and read them: queues and bitmaps.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Vertices, in any order, and how many.
struct VertexQueue {
  u32* vertices;
  u32* size;
};

/// Of the word that has the bit of v.
STRIDER_DEVICE_FUNCTION bool word_has_bit(u32 word, u32 v) {
  return (word >> v % 32 & 1U) != 0;
}
STRIDER_DEVICE_FUNCTION bool has_bit(const u32* bits, u32 v) {
  return word_has_bit(bits[v / 32], v);
}
/// Returns the word as it was.
STRIDER_DEVICE_FUNCTION u32 set_bit(u32* bits, u32 v) {
  return simt::atomic_or(&bits[v / 32], 1U << v % 32);
}

/// False only where the bit of v is set. What others set meanwhile may be missed.
STRIDER_DEVICE_FUNCTION bool seems_unset(const u32* bits, u32 v) {
  return !word_has_bit(simt::load_stale(&bits[v / 32]), v);
}
/// True for the one thread that sets the bit of `v`. The cheap look first: most edges lead to
/// vertices that have been found, and an atomic takes longer (Bisson et al. 2014, Algorithm 3).
STRIDER_DEVICE_FUNCTION bool claim(u32* bits, u32 v) {
  return seems_unset(bits, v) && !word_has_bit(set_bit(bits, v), v);
}

/// Of a bit that is set: taken away from its word, it leaves the others as they are.
STRIDER_DEVICE_FUNCTION void take_bit(u32* bits, u32 v) {
  simt::atomic_add(&bits[v / 32], ~(1U << v % 32) + 1);
}

/// Appends the values of the lanes that have one: one atomic a warp. All lanes call it.
STRIDER_DEVICE_FUNCTION void append(bool wanted, u32 value, const VertexQueue& queue) {
  const u32 takers = simt::ballot(simt::kFullMask, wanted);
  if (takers == 0) return;
  const u32 leader = simt::lowest_bit(takers);
  u32 begin = 0;
  if (simt::lane_id() == leader) begin = simt::atomic_add(queue.size, simt::popcount(takers));
  begin = simt::shfl(simt::kFullMask, begin, leader);
  if (wanted) queue.vertices[begin + simt::popcount(takers & simt::lanes_below())] = value;
}

/// `through`: values of the lanes up to the caller's. Where the place after its last one is.
STRIDER_DEVICE_FUNCTION u32 take_places(u32 through, u32* size) {
  constexpr u32 kLast = simt::kWarp - 1;
  u32 begin = 0;
  if (simt::lane_id() == kLast) begin = simt::atomic_add(size, through);
  return simt::shfl(simt::kFullMask, begin, kLast) + through;
}

/// The same of up to `Most` values a lane.
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&values)[Most], u32 wanted,
                                        const VertexQueue& queue) {
  if (!simt::any(simt::kFullMask, wanted != 0)) return;
  const u32 mine = simt::popcount(wanted);
  const u32 through = simt::warp_scan(mine);
  u32 begin = take_places(through, queue.size) - mine;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((wanted >> i & 1U) != 0) queue.vertices[begin++] = values[i];
  }
}

/// Appends the vertices whose bits are set: a lane has those of 32 vertices from `first` on.
STRIDER_DEVICE_FUNCTION void append_bits(u32 bits, u32 first, const VertexQueue& queue) {
  if (!simt::any(simt::kFullMask, bits != 0)) return;
  const u32 mine = simt::popcount(bits);
  u32 place = take_places(simt::warp_scan(mine), queue.size) - mine;
  for (u32 rest = bits; rest != 0; rest &= rest - 1) {
    queue.vertices[place++] = first + simt::lowest_bit(rest);
  }
}

/// How many of `items` a warp takes at a time, a lane each: fewer where there are few, so that
/// every warp has some.
STRIDER_DEVICE_FUNCTION u32 items_a_turn(u32 items, u32 warps) {
  if (items <= warps) return 1;
  const u32 chunk = 1 + (items - 1) / warps;
  return chunk < simt::kWarp ? chunk : simt::kWarp;
}
STRIDER_DEVICE_FUNCTION u32 warp_of_grid() {
  return simt::global_id() / simt::kWarp;
}
STRIDER_DEVICE_FUNCTION u32 warps_of_grid() {
  return simt::global_size() / simt::kWarp;
}

}  // namespace strider::detail::STRIDER_DEVICE
