// Kernels of a rank, whatever its block of the matrix: what is found top-down, and those that look
// for a parent. Only for block_search.cpp.
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/edge_mapped.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/ranks_gpu/block_search.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Follows the entries of the frontier's columns, edge-mapped: rows not visited before are, get the
/// column as parent and are found, whoever owns them (Bisson et al. 2014, Algorithm 3).
template <class Offset, u32 Each>
STRIDER_KERNEL expand_columns(Rows<Offset> columns, const u32* frontier, u32 size,
                              const u64* offsets, TreeView tree, u32 level, u32* found_bits) {
  follow_edges<Each>(columns, frontier, size, offsets, tree, level,
                     [&](const u32(&rows)[Each], u32 found) {
                       STRIDER_UNROLL
                       for (u32 i = 0; i < Each; ++i) {
                         if ((found >> i & 1U) == 0) continue;
                         simt::atomic_or(&found_bits[rows[i] / 32], 1U << rows[i] % 32);
                       }
                     });
}

/// Calls body(kernel) with expand_columns for `each` edges a thread.
template <class Offset, class Body>
void with_expansion(u32 each, const Body& body) {
  with_edges_per_thread(
      each, [&]<u32 kEach>(EdgesPerThread<kEach>) { body(&expand_columns<Offset, kEach>); });
}

/// Rows of a block that were not visited and have entries: they look for a parent.
template <class Offset>
STRIDER_KERNEL collect_unvisited(Rows<Offset> rows, const u32* visited, u32 first_row,
                                 u32 num_words, VertexQueue open) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 row = first_row + w * 32 + simt::lane_id();
    const bool looks = (visited[row / 32] >> simt::lane_id() & 1U) == 0 && degree(rows, row) > 0;
    append(looks, row, open);
  }
}

/// They look through their entries for a column of the frontier.
template <class Offset>
STRIDER_KERNEL probe_unvisited(Rows<Offset> rows, VertexQueue open, FrontierBits bits,
                               TreeView tree, u32 level) {
  static_cast<void>(probe_rows(rows, open, bits, tree, level));
}

STRIDER_KERNEL put_own_source(OwnRows own, u32 source) {
  if (simt::global_id() != 0) return;
  own.visited[source / 32] |= 1U << source % 32;
  own.found[source / 32] |= 1U << source % 32;
  own.levels[source] = 0;
}

/// As bytes: 255 of those not reached.
STRIDER_KERNEL narrow_levels(const u32* levels, u32 count, simt::u8* to) {
  for (u32 v = simt::global_id(); v < count; v += simt::global_size()) {
    to[v] = static_cast<simt::u8>(levels[v]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
