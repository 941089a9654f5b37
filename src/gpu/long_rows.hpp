// Rows so long that one warp would keep the others waiting, found before the kernels run: warps
// walk pieces of them. Rows that kernels find themselves: row_pieces.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace strider::detail {

/// Arcs that a warp walks by itself: longer rows are cut into pieces of so many.
inline constexpr std::uint32_t kPieceArcs = 512;

[[nodiscard]] constexpr std::uint64_t pieces_of(std::uint64_t arcs) {
  return (arcs + kPieceArcs - 1) / kPieceArcs;
}

struct LongRowCounts {
  std::uint64_t rows = 0;
  std::uint64_t pieces = 0;
};
/// Row i has the arcs from offsets[i] to offsets[i + 1], that one not included.
[[nodiscard]] LongRowCounts count_long_rows(std::span<const std::uint64_t> offsets);
/// More there cannot be, as each of the rows has more arcs than a piece.
[[nodiscard]] constexpr LongRowCounts most_long_rows(std::uint64_t arcs) {
  return {.rows = arcs / kPieceArcs, .pieces = 2 * arcs / kPieceArcs};
}

struct LongRowLists {
  std::vector<std::uint32_t> rows;          ///< ascending
  std::vector<std::uint32_t> first_piece;   ///< of each, and the end
  std::vector<std::uint32_t> row_of_piece;  ///< by piece: the place of its row in `rows`
};
[[nodiscard]] LongRowLists list_long_rows(std::span<const std::uint64_t> offsets);
/// What the lists take.
[[nodiscard]] constexpr std::uint64_t long_rows_bytes(const LongRowCounts& counts) {
  return sizeof(std::uint32_t) * (2 * counts.rows + 1 + counts.pieces);
}

}  // namespace strider::detail
