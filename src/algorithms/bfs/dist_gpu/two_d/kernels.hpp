// Kernels of a rank on a grid: rows found top-down, rows that look for a parent, and what other
// ranks tell.
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/edge_mapped.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Follows the entries of the frontier's columns, edge-mapped: rows not visited before are, get the
/// column as parent and are found, whoever owns them (Bisson et al. 2014, Algorithm 3).
template <class Offset, u32 EdgesPerThread>
STRIDER_KERNEL expand_columns(Rows<Offset> columns, const u32* frontier, u32 size,
                              const u64* offsets, TreeView tree, u32 level, u32* found_bits) {
  follow_edges<EdgesPerThread>(columns, frontier, size, offsets, tree, level,
                               [&](const u32(&rows)[EdgesPerThread], u32 found) {
                                 STRIDER_UNROLL
                                 for (u32 i = 0; i < EdgesPerThread; ++i) {
                                   if ((found >> i & 1U) == 0) continue;
                                   simt::atomic_or(&found_bits[rows[i] / 32], 1U << rows[i] % 32);
                                 }
                               });
}

/// The own block of rows, and of one rank what it found of them.
struct OwnBlock {
  u32* visited;
  u32* found;
  u32* won;     ///< those that the rank found first; null where nobody will be asked
  u32* levels;  ///< by row of the block
};

/// Own rows that a list names, found by another rank on `level`.
STRIDER_KERNEL take_list(const u32* ids, u32 count, OwnBlock block, u32 level) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = ids[i];
    if (!claim(block.visited, v)) continue;
    simt::atomic_or(&block.found[v / 32], 1U << v % 32);
    simt::atomic_or(&block.won[v / 32], 1U << v % 32);
    block.levels[v] = level;
  }
}

/// The same of a bitmap, a warp 32 rows; flip = ~0 takes those whose bits are not set.
STRIDER_KERNEL take_bitmap(const u32* words, u32 num_words, u32 flip, OwnBlock block, u32 level) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 visited = block.visited[w];
    const u32 fresh = (words[w] ^ flip) & ~visited;
    simt::syncwarp(simt::kFullMask);  // all have read before one writes
    if (fresh == 0) continue;
    if ((fresh >> simt::lane_id() & 1U) != 0) block.levels[w * 32 + simt::lane_id()] = level;
    if (simt::lane_id() != 0) continue;
    block.visited[w] = visited | fresh;
    block.found[w] |= fresh;
    if (block.won != nullptr) block.won[w] |= fresh;
  }
}

/// Rows of a block that were not visited and have entries: they look for a parent.
template <class Offset>
STRIDER_KERNEL collect_seekers(Rows<Offset> rows, const u32* visited, u32 first_row, u32 num_words,
                               VertexQueue open) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 row = first_row + w * 32 + simt::lane_id();
    const bool looks = (visited[row / 32] >> simt::lane_id() & 1U) == 0 && degree(rows, row) > 0;
    append(looks, row, open);
  }
}

/// They look through their entries for a column of the frontier.
template <class Offset>
STRIDER_KERNEL probe_seekers(Rows<Offset> rows, VertexQueue open, FrontierBits bits, TreeView tree,
                             u32 level) {
  static_cast<void>(probe_rows(rows, open, bits, tree, level));
}

/// sum += the degrees of a list of vertices.
STRIDER_KERNEL sum_degrees_of(const u32* vertices, u32 count, const u32* degrees, u64* sum) {
  u64 mine = 0;
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    mine += degrees[vertices[i]];
  }
  if (mine != 0) simt::atomic_add(sum, mine);
}

/// Levels as bytes: 255 of the unreached, whose levels are all ones.
STRIDER_KERNEL narrow_levels(const u32* levels, u32 count, simt::u8* to) {
  for (u32 v = simt::global_id(); v < count; v += simt::global_size()) {
    to[v] = static_cast<simt::u8>(levels[v]);
  }
}

/// The source is visited and found; where it is another rank's, only its column is known.
STRIDER_KERNEL put_own_source(OwnBlock block, u32 source) {
  if (simt::global_id() != 0) return;
  block.visited[source / 32] |= 1U << source % 32;
  block.found[source / 32] |= 1U << source % 32;
  block.levels[source] = 0;
}
STRIDER_KERNEL put_column(u32* columns, u32 place, u32 column) {
  if (simt::global_id() == 0) columns[place] = column;
}

}  // namespace strider::detail::STRIDER_DEVICE
