// From marked arcs to the edges of a forest, in the order of their ends.
#pragma once

#include "algorithms/msf/gpu/keyed_arcs.hpp"
#include "strider/msf.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Edges of each tile, and 0 behind the last.
STRIDER_KERNEL count_taken(const u32* taken, u64 num_words, u32 num_tiles, u32* sizes) {
  for (u32 tile = warp_of_grid(); tile <= num_tiles; tile += warps_of_grid()) {
    const u64 word = u64{tile} * simt::kWarp + simt::lane_id();
    const u32 bits = word < num_words ? taken[word] : 0;
    const u32 size = simt::warp_sum(simt::kFullMask, simt::popcount(bits));
    if (simt::lane_id() == 0) sizes[tile] = size;
  }
}

/// places: by tile, the edges before it.
template <class Offset, class W>
STRIDER_KERNEL write_forest(KeyedArcs<Offset, W> graph, const u32* taken, u64 num_words,
                            const u64* places, MsfEdge<W>* forest) {
  const TiledRows<Offset>& tiles = graph.tiles;
  for (u32 tile = warp_of_grid(); tile < tiles.num_tiles; tile += warps_of_grid()) {
    const u64 word = u64{tile} * simt::kWarp + simt::lane_id();
    u32 bits = word < num_words ? taken[word] : 0;
    const u32 mine = simt::popcount(bits);
    MsfEdge<W>* out = forest + places[tile] + (simt::warp_scan(mine) - mine);
    for (; bits != 0; bits &= bits - 1) {
      const u64 arc = word * 32 + simt::lowest_bit(bits);
      // By its key, for that has one zero.
      *out++ = {tiles.row_of_arc(arc), graph.target(arc), graph.order.weight(graph.key(arc))};
    }
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
