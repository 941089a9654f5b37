// From marked arcs to the edges of a forest, in the order of their ends.
#pragma once

#include "algorithms/msf/gpu/collect_edges.hpp"
#include "strider/msf.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A warp looks at so many words of taken bits at once.
inline constexpr u32 kWordsOfGroup = simt::kWarp;

/// Edges of each group of words, and 0 behind the last.
STRIDER_KERNEL count_taken(const u32* taken, u64 num_words, u64 num_groups, u32* sizes) {
  const u64 warps = simt::global_size() / simt::kWarp;
  for (u64 group = simt::global_id() / simt::kWarp; group <= num_groups; group += warps) {
    const u64 word = group * kWordsOfGroup + simt::lane_id();
    const u32 bits = word < num_words ? taken[word] : 0;
    const u32 size = simt::warp_sum(simt::kFullMask, simt::popcount(bits));
    if (simt::lane_id() == 0) sizes[group] = size;
  }
}

/// places: by group, the edges before it.
template <class Offset, class W>
STRIDER_KERNEL write_forest(WeightedRows<Offset, W> graph, WeightOrder<W> order, const u32* taken,
                            u64 num_words, u64 num_groups, const u64* places, MsfEdge<W>* forest) {
  const u64 warps = simt::global_size() / simt::kWarp;
  u32 row = 0;
  for (u64 group = simt::global_id() / simt::kWarp; group < num_groups; group += warps) {
    const u64 word = group * kWordsOfGroup + simt::lane_id();
    u32 bits = word < num_words ? taken[word] : 0;
    const u32 mine = simt::popcount(bits);
    MsfEdge<W>* out = forest + places[group] + (simt::warp_scan(mine) - mine);
    for (; bits != 0; bits &= bits - 1) {
      const u64 arc = word * 32 + simt::lowest_bit(bits);
      row = row_of_arc(graph.rows, row, arc);
      // By its key, for that has one zero.
      *out++ = {row, simt::load_constant(&graph.rows.targets[arc]),
                order.weight(order.key(simt::load_constant(&graph.weights[arc])))};
    }
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
