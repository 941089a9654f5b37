// Kernels of a rank that owns rows: ghosts, by which ranks name each other's vertices. Only for
// local.cpp.
#pragma once

#include "algorithms/bfs/ranks_gpu/block_search.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/vertex_queue.hpp"
#include "ranks_gpu/device_halo_sets.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Of a vertex that no other rank found.
inline constexpr u32 kNoRank = 0xFFFF'FFFFU;

/// What is known of own vertices.
struct OwnVertices {
  OwnRows rows;
  u32* parent_ranks;  ///< the rank that found a vertex, or kNoRank
};

/// The vertices that a rank found.
struct IsFoundBy {
  const u32* parent_ranks;
  STRIDER_DEVICE_FUNCTION bool operator()(u32 v, u32 rank) const { return parent_ranks[v] == rank; }
};

/// The vertex gets `parent_rank` as its parent rank if it has none yet. Returns 1 then.
STRIDER_DEVICE_FUNCTION u32 take(const OwnVertices& own, u32 v, u32 parent_rank, u32 level) {
  if (!claim(own.rows.visited, v)) return 0;
  simt::atomic_or(&own.rows.found[v / 32], 1U << v % 32);
  own.parent_ranks[v] = parent_rank;
  own.rows.levels[v] = level;
  return 1;
}

/// Own vertices whose ghosts a list names; how many were taken is added to num_remote_parents.
STRIDER_KERNEL take_ghost_list(GhostVertices ghosts, const u32* ids, u32 count, OwnVertices own,
                               u32 parent_rank, u32 level, u32* num_remote_parents) {
  u32 taken = 0;
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    taken += take(own, vertex_of(ghosts, ids[i]), parent_rank, level);
  }
  add_from_warp(num_remote_parents, taken);
}
/// The same of a bitmap of ghosts.
STRIDER_KERNEL take_ghost_bits(GhostVertices ghosts, const u32* words, OwnVertices own,
                               u32 parent_rank, u32 level, u32* num_remote_parents) {
  u32 taken = 0;
  for (u32 ghost = simt::global_id(); ghost < ghosts.count; ghost += simt::global_size()) {
    if (!has_bit(words, ghost)) continue;
    taken += take(own, vertex_of(ghosts, ghost), parent_rank, level);
  }
  add_from_warp(num_remote_parents, taken);
}

/// sum += the degrees of a list of rows.
template <class Offset>
STRIDER_KERNEL sum_degrees_of_rows(Rows<Offset> rows, const u32* vertices, u32 count, u64* sum) {
  u64 mine = 0;
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    mine += degree(rows, vertices[i]);
  }
  add_from_block(sum, mine);
}

}  // namespace strider::detail::STRIDER_DEVICE
