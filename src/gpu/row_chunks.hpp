// Rows of adjacency entries, and those so long that one warp would keep the others waiting: kernels
// put them on a list, and all warps of the grid take chunks of them.
#pragma once

#include "gpu/long_rows.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Adjacency in rows; Offset is u32 where there are fewer than 2^32 arcs, else u64. The targets of
/// v are targets[offsets[v]] to targets[offsets[v + 1]], that one not included.
template <class Offset>
struct Rows {
  u32 num_vertices;
  const Offset* offsets;
  const u32* targets;
};

/// Where the arcs of a vertex stand.
struct Row {
  u64 begin;
  u64 end;
};

/// Arcs that a lane follows at the same time: a read of memory takes as long for one as for four.
inline constexpr u32 kArcsTogether = 4;
/// A warp follows a chunk in four turns.
static_assert(kRowChunkArcs == 4 * kArcsTogether * simt::kWarp);

struct SplitRows {
  u32* vertices;
  u32* first_chunk;  ///< chunks before the row's; ascending
};

/// Puts the rows of the lanes that want it on the list. `count` has the rows on it in the upper
/// half, their chunks in the lower: so both advance in one order. All lanes call it.
STRIDER_DEVICE_FUNCTION void split(bool wanted, u32 u, Row row, const SplitRows& list, u64* count) {
  if (!simt::any(simt::kFullMask, wanted)) return;
  const u64 mine = wanted ? u64{1} << 32 | chunks_of(row.end - row.begin) : 0;
  const u64 through = simt::warp_scan(mine);
  constexpr u32 kLast = simt::kWarp - 1;
  u64 before = 0;
  if (simt::lane_id() == kLast) before = simt::atomic_add(count, through);
  before = simt::shfl(simt::kFullMask, before, kLast) + through - mine;
  if (!wanted) return;
  list.vertices[before >> 32] = u;
  list.first_chunk[before >> 32] = static_cast<u32>(before);
}

/// Chunk `chunk` of `row`, of which `first` is the first.
STRIDER_DEVICE_FUNCTION Row chunk_of(Row row, u32 chunk, u32 first) {
  row.begin += u64{chunk - first} * kRowChunkArcs;
  if (row.end - row.begin > kRowChunkArcs) row.end = row.begin + kRowChunkArcs;
  return row;
}

}  // namespace strider::detail::STRIDER_DEVICE
