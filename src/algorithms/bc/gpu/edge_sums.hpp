// Sums over the arcs of each vertex, by equal shares of all arcs.
//
// Arcs in coordinate form stand sorted by the vertex that their terms are added to. A warp adds up
// a chunk of kChunkArcs arcs, 32 at a time: a segmented scan of the lanes, and a carry of the
// vertex that the next 32 continue with. Of the first and the last vertex of a chunk there may be
// arcs in other chunks: their parts are kept at the borders of the chunk and put together
// afterwards, chunk by chunk. Nothing is added by atomics, so that sums do not depend on who comes
// first.
#pragma once

#include "algorithms/bc/gpu/source_workspace.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The inclusive sums within runs of lanes that have the same key. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount scan_runs(u32 key, PathCount sum) {
  STRIDER_UNROLL
  for (u32 distance = 1; distance < simt::kWarp; distance *= 2) {
    const bool inside = simt::lane_id() >= distance;
    const u32 from = inside ? simt::lane_id() - distance : simt::lane_id();
    const u32 other_key = simt::shfl(simt::kFullMask, key, from);
    PathCount other = count_of_lane(sum, from);
    if (inside && other_key == key) {
      other += sum;
      sum = other;
    }
  }
  return sum;
}

/// The parts of a chunk's first and last vertex; the first one's only where they are the same.
struct ChunkBorders {
  PathCount first;
  PathCount last;
};

/// store(v, sum) for the vertices whose arcs all lie within the chunk [begin, end) and have a term;
/// what is left for others. One warp calls it.
template <class Terms, class Store>
STRIDER_DEVICE_FUNCTION ChunkBorders add_up_chunk(const Coordinates& arcs, u64 begin, u64 end,
                                                  const Terms& terms, const Store& store) {
  constexpr u32 kLast = simt::kWarp - 1;
  const u32 first_key = simt::load_constant(&arcs.keys[begin]);
  ChunkBorders borders;
  PathCount carry;  // of carry_key, from the lanes before; the same in all lanes
  u32 carry_key = first_key;
  for (u64 base = begin; base < end; base += simt::kWarp) {
    const u64 arc = base + simt::lane_id();
    // Past the end: the last key again, without a term.
    const u32 key = simt::load_constant(&arcs.keys[arc < end ? arc : end - 1]);
    PathCount sum;
    if (arc < end && terms.wants(key)) {
      terms.add(terms.start(key), arc, simt::load_constant(&arcs.targets[arc]), sum);
    }
    const u32 key_of_last = simt::shfl(simt::kFullMask, key, kLast);
    if (!simt::any(simt::kFullMask, sum.mantissa != 0) && key_of_last == carry_key) continue;
    const u32 key_of_first = simt::shfl(simt::kFullMask, key, 0);
    if (key_of_first != carry_key) {
      if (carry_key == first_key) {
        borders.first = carry;
      } else if (simt::lane_id() == 0 && carry.mantissa != 0) {
        store(carry_key, carry);
      }
      carry = {};
    }
    if (simt::lane_id() == 0) {
      carry += sum;
      sum = carry;
    }
    sum = scan_runs(key, sum);
    const u32 key_after =
        simt::shfl(simt::kFullMask, key, simt::lane_id() == kLast ? kLast : simt::lane_id() + 1);
    const bool ends_run = simt::lane_id() != kLast && key_after != key;
    const bool ends_first = ends_run && key == first_key;
    if (const u32 who = simt::ballot(simt::kFullMask, ends_first); who != 0) {
      borders.first = count_of_lane(sum, simt::lowest_bit(who));
    }
    if (ends_run && !ends_first && sum.mantissa != 0) store(key, sum);
    carry = count_of_lane(sum, kLast);
    carry_key = key_of_last;
  }
  (carry_key == first_key ? borders.first : borders.last) = carry;
  return borders;
}

/// store(v, sum of the terms of v's arcs) for the vertices that have any, by one thread each. All
/// of the team call it; two barriers, the last one after the last store.
template <class Terms, class Store>
STRIDER_DEVICE_FUNCTION void add_up_by_edges(const BlockTeam& team, const Coordinates& arcs,
                                             PathCount* borders, const Terms& terms,
                                             const Store& store) {
  const u64 chunks = (arcs.num_arcs + kChunkArcs - 1) / kChunkArcs;
  const u32 warps = team.size() / simt::kWarp;
  const auto end_of = [&](u64 chunk) {
    const u64 end = (chunk + 1) * kChunkArcs;
    return end < arcs.num_arcs ? end : arcs.num_arcs;
  };
  for (u64 chunk = team.rank() / simt::kWarp; chunk < chunks; chunk += warps) {
    const ChunkBorders parts = add_up_chunk(arcs, chunk * kChunkArcs, end_of(chunk), terms, store);
    if (simt::lane_id() == 0) {
      borders[2 * chunk] = parts.first;
      borders[2 * chunk + 1] = parts.last;
    }
  }
  team.sync();
  const auto key_of = [&](u64 border) {
    return simt::load_constant(
        &arcs.keys[border % 2 == 0 ? border / 2 * kChunkArcs : end_of(border / 2) - 1]);
  };
  for (u64 border = team.rank(); border < 2 * chunks; border += team.size()) {
    const u32 key = key_of(border);
    if (border > 0 && key_of(border - 1) == key) continue;  // it is added by who has the first
    PathCount sum = borders[border];
    for (u64 next = border + 1; next < 2 * chunks && key_of(next) == key; ++next) {
      sum += borders[next];
    }
    if (sum.mantissa != 0) store(key, sum);
  }
  team.sync();
}

}  // namespace strider::detail::STRIDER_DEVICE
