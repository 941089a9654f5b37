// Arcs by their numbers: which row they stand in, looked up between the rows of two arcs that are
// known, where they lead, and what orders them.
#pragma once

#include "gpu/advance.hpp"
#include "gpu/last_not_above.hpp"
#include "graph/weight_order.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs of a tile. A warp looks at the taken bits of one at once, a word a lane.
inline constexpr u32 kTileArcs = 32 * simt::kWarp;

/// The rows of a graph, and where its tiles begin.
template <class Offset>
struct TiledRows {
  Rows<Offset> rows;
  u32 num_tiles;
  const u32* row_of_tile;  ///< of its first arc; after the last tile: the number of rows

  [[nodiscard]] STRIDER_DEVICE_FUNCTION u64 num_arcs() const {
    return simt::load_constant(&rows.offsets[rows.num_vertices]);
  }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION u32 first_row(u32 tile) const {
    return simt::load_constant(&row_of_tile[tile]);
  }
  /// Rows without arcs have the offset of the next: the last one not above is the arc's.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION u32 row_of_arc(u64 arc) const {
    const auto tile = static_cast<u32>(arc / kTileArcs);
    const u32 low = first_row(tile);
    return low + last_not_above(rows.offsets + low, first_row(tile + 1) - low + 1, arc);
  }
};

template <class Offset, class W>
struct KeyedArcs {
  TiledRows<Offset> tiles;
  const W* weights;
  WeightOrder<W> order;

  [[nodiscard]] STRIDER_DEVICE_FUNCTION u32 target(u64 arc) const {
    return simt::load_constant(&tiles.rows.targets[arc]);
  }
  [[nodiscard]] STRIDER_DEVICE_FUNCTION WeightKey<W> key(u64 arc) const {
    return order.key(simt::load_constant(&weights[arc]));
  }
  /// The arc of the same edge from its smaller end: of several between the same ends, the first of
  /// this weight, which comes before others that have it.
  [[nodiscard]] STRIDER_DEVICE_FUNCTION u64 from_smaller_end(u64 arc) const {
    const u32 u = tiles.row_of_arc(arc);
    const u32 v = target(arc);
    if (u <= v) return arc;
    const Row row = row_of(tiles.rows, true, v);
    u64 begin = row.begin;
    for (u64 end = row.end; begin < end;) {
      const u64 middle = begin + (end - begin) / 2;
      if (target(middle) < u) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    while (begin + 1 < row.end && key(begin) != key(arc)) ++begin;
    return begin;
  }
};

template <class Offset>
STRIDER_KERNEL find_rows_of_tiles(Rows<Offset> rows, u32 num_tiles, u32* row_of_tile) {
  for (u32 tile = simt::global_id(); tile <= num_tiles; tile += simt::global_size()) {
    const bool is_tile = tile < num_tiles;
    row_of_tile[tile] = is_tile
                            ? last_not_above(rows.offsets, rows.num_vertices, u64{tile} * kTileArcs)
                            : rows.num_vertices;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
