// Rows so long that one warp would keep the others waiting: they are put on a list, and all warps
// of the grid take pieces of them.
#pragma once

#include "algorithms/bfs/gpu/row_walks.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs of a piece: what a warp follows in four turns.
inline constexpr u32 kPieceArcs = 4 * kArcsTogether * simt::kWarp;

struct SplitRows {
  u32* vertices;
  u32* first_piece;  ///< pieces before the row's; ascending
};

/// Puts the rows of the lanes that want it on the list. `count` has the rows on it in the upper
/// half, their pieces in the lower: so both advance in one order. All lanes call it.
STRIDER_DEVICE_FUNCTION void split(bool wanted, u32 u, Row row, const SplitRows& list, u64* count) {
  if (!simt::any(simt::kFullMask, wanted)) return;
  const u64 pieces = (row.end - row.begin + kPieceArcs - 1) / kPieceArcs;
  const u64 mine = wanted ? u64{1} << 32 | pieces : 0;
  const u64 through = simt::warp_scan(mine);
  constexpr u32 kLast = simt::kWarp - 1;
  u64 before = 0;
  if (simt::lane_id() == kLast) before = simt::atomic_add(count, through);
  before = simt::shfl(simt::kFullMask, before, kLast) + through - mine;
  if (!wanted) return;
  list.vertices[before >> 32] = u;
  list.first_piece[before >> 32] = static_cast<u32>(before);
}

/// Walks the rows of the list with all warps of the grid, after a barrier.
template <class Rows, class Visitor>
STRIDER_DEVICE_FUNCTION void walk_pieces(const Rows& rows, const SplitRows& list, u64 count,
                                         const Visitor& visitor) {
  const auto num_rows = static_cast<u32>(count >> 32);
  const auto num_pieces = static_cast<u32>(count);
  for (u32 piece = warp_of_grid(); piece < num_pieces; piece += warps_of_grid()) {
    const u32 i = last_not_above(list.first_piece, num_rows, piece);
    const u32 u = list.vertices[i];
    Row row = row_of(rows, true, u);
    row.begin += u64{piece - list.first_piece[i]} * kPieceArcs;
    if (row.end - row.begin > kPieceArcs) row.end = row.begin + kPieceArcs;
    walk_row_together(rows.targets, u, row, simt::lane_id(), simt::kWarp, visitor);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
