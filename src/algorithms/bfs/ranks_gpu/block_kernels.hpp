// Kernels of a rank, whatever its block of the matrix: what is found top-down, and those that look
// for a parent. Only for block_search.cpp.
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/ranks_gpu/block_search.hpp"
#include "gpu/advance_by_edges.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Rows that are found, whoever owns them: a bit each.
struct FoundBits {
  u32* bits;
};
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&rows)[Most], u32 wanted,
                                        const FoundBits& found) {
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    if ((wanted >> i & 1U) != 0) simt::atomic_or(&found.bits[rows[i] / 32], 1U << rows[i] % 32);
  }
}

/// Calls use(kernel, mapping): the kernel follows the entries of the frontier's columns, `each` a
/// thread, `offsets` their sums. Rows not visited before are, and get the column as parent (Bisson
/// et al. 2014, Algorithm 3).
template <class Offset, class Use>
void with_expansion(u32 each, const u64* offsets, const Use& use) {
  with_edges_per_thread(each, [&]<u32 kEach>(std::integral_constant<u32, kEach>) {
    use(&advance_rows<Rows<Offset>, SomeRows, GrowTree, FoundBits, ByEdges<kEach>>,
        ByEdges<kEach>{offsets});
  });
}

/// Rows of a block that were not visited and have entries: they look for a parent.
template <class Offset>
STRIDER_KERNEL collect_unvisited(Rows<Offset> rows, const u32* visited, u32 first_row,
                                 u32 num_words, VertexQueue open) {
  StagedQueues<1> staged = stage(open);
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 row = first_row + w * 32 + simt::lane_id();
    const bool looks = (visited[row / 32] >> simt::lane_id() & 1U) == 0 && degree(rows, row) > 0;
    append(looks, row, staged);
  }
  flush(staged);
}

/// They look through their entries for a column of the frontier.
template <class Offset, class Count>
STRIDER_KERNEL probe_unvisited(Rows<Offset> rows, VertexQueue open, FrontierBits bits,
                               TreeView tree, u32 level, Count count) {
  static_cast<void>(probe_rows(rows, open, bits, tree, level, count));
  count.finish();
}

STRIDER_DEVICE_FUNCTION void put_on_level_0(const OwnRows& own, u32 source) {
  simt::atomic_or(&own.visited[source / 32], 1U << source % 32);
  simt::atomic_or(&own.found[source / 32], 1U << source % 32);
  own.levels[source] = 0;
}
STRIDER_KERNEL put_own_source(OwnRows own, u32 source) {
  if (simt::global_id() == 0) put_on_level_0(own, source);
}
STRIDER_KERNEL put_own_sources(OwnRows own, const u32* sources, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    put_on_level_0(own, sources[i]);
  }
}

/// As bytes: 255 of those not reached.
STRIDER_KERNEL narrow_levels(const u32* levels, u32 count, simt::u8* to) {
  for (u32 v = simt::global_id(); v < count; v += simt::global_size()) {
    to[v] = static_cast<simt::u8>(levels[v]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
