// The edges between fragments: all, while each vertex is one, or those that the light ones have
// left. Rows of the anchor's fragment are left out, for an edge of it is in the row of its other
// end, too.
#pragma once

#include "algorithms/msf/gpu/staged_edges.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Collects the edges between fragments; the parents of vertices are roots. Of the edges of a row
/// to the anchor's fragment, which holds together by lighter ones, the first of each step is
/// enough: later ones are the last on a cycle with it.
template <class Offset, class W, class Edges>
class RowCollector {
 public:
  STRIDER_DEVICE_FUNCTION RowCollector(const KeyedArcs<Offset, W>& graph,
                                       const HookView<Edges>& view)
      : graph_(graph), view_(view), edges_(graph, view) {}

  [[nodiscard]] STRIDER_DEVICE_FUNCTION u32 root_of(u32 v) const {
    return simt::load_constant(&view_.parents[v]);
  }
  /// Reads an arc of `u` a lane. Lanes with arcs of a row stand side by side, and their arcs
  /// ascend. All lanes call it.
  STRIDER_DEVICE_FUNCTION void read(bool is_arc, u32 u, u32 root, u64 arc) {
    u32 v = 0;
    u32 other = root;
    if (is_arc) {
      v = graph_.target(arc);
      other = root_of(v);
    }
    const bool is_of_anchor = other == view_.anchor;
    // Others are in the row of the larger end, too.
    const bool wants = other != root && (is_of_anchor || u < v);
    WeightKey<W> key{};
    if (wants) {
      key = graph_.key(arc);
      note_nan(view_, graph_.order, key, u, v);
    }
    edges_.add(wants && !is_of_anchor, root, other, key, arc);
    const bool has = wants && is_of_anchor;
    if (simt::any(simt::kFullMask, has)) {
      edges_.add(is_first_of_row(has, u, key), root, other, key, arc);
    }
  }
  /// Reads a row that all lanes give.
  STRIDER_DEVICE_FUNCTION void read_row(u32 u, u32 root, Row row) {
    for (u64 base = row.begin; base < row.end; base += simt::kWarp) {
      const u64 arc = base + simt::lane_id();
      read(arc < row.end, u, root, arc);
    }
  }
  /// Reads the rows of a warp one behind the other. All lanes call it, those without a row with an
  /// empty one.
  STRIDER_DEVICE_FUNCTION void read_rows(u32 u, u32 root, Row row) {
    const auto size = static_cast<u32>(row.end - row.begin);
    const u32 through = simt::warp_scan(size);
    const u32 all = simt::shfl(simt::kFullMask, through, simt::kWarp - 1);
    const u32 before = through - size;
    for (u32 base = 0; base < all; base += simt::kWarp) {
      const u32 place = base + simt::lane_id();
      // The first lane whose arcs, and those of the lanes before it, are more than `place`.
      u32 lane = 0;
      STRIDER_UNROLL
      for (u32 step = simt::kWarp / 2; step > 0; step /= 2) {
        if (simt::shfl(simt::kFullMask, through, lane + step - 1) <= place) lane += step;
      }
      const u64 arc = simt::shfl(simt::kFullMask, row.begin - before, lane) + place;
      read(place < all, simt::shfl(simt::kFullMask, u, lane),
           simt::shfl(simt::kFullMask, root, lane), arc);
    }
  }
  STRIDER_DEVICE_FUNCTION void finish() { edges_.flush(); }

 private:
  /// Whether the lane's key is the first of the least of those lanes of its row that have one. Arcs
  /// of a row ascend in the order of names, whichever end is the smaller one.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION static bool is_first_of_row(bool has, u32 u,
                                                                    WeightKey<W> key) {
    const u32 lane = simt::lane_id();
    u32 first = has ? lane : simt::kWarp;  // from this lane on
    STRIDER_UNROLL
    for (u32 distance = 1; distance < simt::kWarp; distance *= 2) {
      const u32 from = (lane + distance) % simt::kWarp;
      const u32 its_u = simt::shfl(simt::kFullMask, u, from);
      const u32 its_first = simt::shfl(simt::kFullMask, first, from);
      const WeightKey<W> its_key = simt::shfl(simt::kFullMask, key, from);
      if (from > lane && its_u == u && its_first < simt::kWarp &&
          (first == simt::kWarp || its_key < key)) {
        first = its_first;
        key = its_key;
      }
    }
    const u32 head = simt::lowest_bit(simt::match_any(simt::kFullMask, u));
    return simt::shfl(simt::kFullMask, first, head) == lane;
  }

  const KeyedArcs<Offset, W>& graph_;
  const HookView<Edges>& view_;
  StagedEdges<Offset, W, Edges> edges_;
};

/// Warps take the rows of 32 vertices at a time, but for the tiles that lie within one row: these
/// are shared out among all.
template <class Offset, class W, class Edges>
STRIDER_KERNEL collect_edges(KeyedArcs<Offset, W> graph, HookView<Edges> view) {
  view.find_anchor();
  RowCollector collector(graph, view);
  const TiledRows<Offset>& tiles = graph.tiles;
  const u32 chunk = items_a_turn(view.num_vertices, warps_of_grid());
  for (u32 base = warp_of_grid() * chunk; base < view.num_vertices;
       base += warps_of_grid() * chunk) {
    const u32 u = base + simt::lane_id();
    const bool is_row = simt::lane_id() < chunk && u < view.num_vertices;
    const u32 root = is_row ? collector.root_of(u) : view.anchor;
    Row row = row_of(tiles.rows, root != view.anchor, u);
    const u64 first_tile = (row.begin + kTileArcs - 1) / kTileArcs * kTileArcs;
    const u64 last_tile = row.begin < row.end ? (row.end - 1) / kTileArcs * kTileArcs : 0;
    const bool has_tiles = first_tile < last_tile;
    for (u32 rest = simt::ballot(simt::kFullMask, has_tiles); rest != 0; rest &= rest - 1) {
      const u32 lane = simt::lowest_bit(rest);
      const u32 its_root = simt::shfl(simt::kFullMask, root, lane);
      collector.read_row(base + lane, its_root,
                         {simt::shfl(simt::kFullMask, row.begin, lane),
                          simt::shfl(simt::kFullMask, first_tile, lane)});
      collector.read_row(base + lane, its_root,
                         {simt::shfl(simt::kFullMask, last_tile, lane),
                          simt::shfl(simt::kFullMask, row.end, lane)});
    }
    if (has_tiles) row.end = row.begin;
    collector.read_rows(u, root, row);
  }
  for (u32 tile = warp_of_grid(); tile < tiles.num_tiles; tile += warps_of_grid()) {
    const u32 u = tiles.first_row(tile);
    if (u != tiles.first_row(tile + 1)) continue;
    const u32 root = collector.root_of(u);
    if (root == view.anchor) continue;
    const u64 begin = u64{tile} * kTileArcs;
    collector.read_row(u, root, {begin, begin + kTileArcs});
  }
  collector.finish();
}

}  // namespace strider::detail::STRIDER_DEVICE
