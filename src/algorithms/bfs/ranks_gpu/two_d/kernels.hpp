// Kernels of a rank on a grid: what other ranks tell. Only for local.cpp.
#pragma once

#include "algorithms/bfs/ranks_gpu/block_search.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/vertex_queue.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The own block of rows, and of one rank what it found of them.
struct OwnBlock {
  OwnRows rows;
  u32* requests;  ///< those that the rank found first; null where none will be asked
};

/// Own rows that a list names, found by another rank on `level`.
STRIDER_KERNEL take_list(const u32* ids, u32 count, OwnBlock block, u32 level) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = ids[i];
    if (!claim(block.rows.visited, v)) continue;
    simt::atomic_or(&block.rows.found[v / 32], 1U << v % 32);
    simt::atomic_or(&block.requests[v / 32], 1U << v % 32);
    block.rows.levels[v] = level;
  }
}

/// The same of a bitmap, a warp 32 rows; flip = ~0 takes those whose bits are not set.
STRIDER_KERNEL take_bitmap(const u32* words, u32 num_words, u32 flip, OwnBlock block, u32 level) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 visited = block.rows.visited[w];
    const u32 fresh = (words[w] ^ flip) & ~visited;
    simt::syncwarp(simt::kFullMask);  // all have read before one writes
    if (fresh == 0) continue;
    if ((fresh >> simt::lane_id() & 1U) != 0) block.rows.levels[w * 32 + simt::lane_id()] = level;
    if (simt::lane_id() != 0) continue;
    block.rows.visited[w] = visited | fresh;
    block.rows.found[w] |= fresh;
    if (block.requests != nullptr) block.requests[w] |= fresh;
  }
}

/// sum += the degrees of a list of vertices.
STRIDER_KERNEL sum_degrees_of(const u32* vertices, u32 count, const u32* degrees, u64* sum) {
  u64 mine = 0;
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    mine += degrees[vertices[i]];
  }
  add_from_block(sum, mine);
}

STRIDER_KERNEL put_column(u32* to, u32 column) {
  if (simt::global_id() == 0) *to = column;
}

}  // namespace strider::detail::STRIDER_DEVICE
