// Long rows (long_rows.hpp) in the memory of a device.
#pragma once

#include <span>

#include "gpu/buffer.hpp"
#include "gpu/last_not_above.hpp"
#include "gpu/long_rows.hpp"
#include "gpu/row_pieces.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// As kernels see them.
struct LongRows {
  u32 num_rows;
  u32 num_pieces;
  // As LongRowLists:
  const u32* rows;
  const u32* first_piece;
  const u32* row_of_piece;

  STRIDER_DEVICE_FUNCTION u32 row(u32 piece) const { return rows[row_of_piece[piece]]; }
  /// The arcs of a piece, given those of its row.
  STRIDER_DEVICE_FUNCTION Row arcs(u32 piece, Row row) const {
    return piece_of(row, piece, first_piece[row_of_piece[piece]]);
  }
};

/// Of one row, from the first to before the last.
struct PieceRange {
  u32 begin;
  u32 end;
};
/// Precondition: `row` is a long one.
STRIDER_DEVICE_FUNCTION PieceRange pieces_of_row(const LongRows& longs, u32 row) {
  const u32 place = last_not_above(longs.rows, longs.num_rows, row);
  return {longs.first_piece[place], longs.first_piece[place + 1]};
}

class LongRowArrays {
 public:
  LongRowArrays() = default;
  /// `offsets` as in count_long_rows(), which counts no more than there is `room` for. Takes
  /// long_rows_bytes(room); throws MemoryError.
  LongRowArrays(Queue& queue, std::span<const u64> offsets, const LongRowCounts& room)
      : rows_(queue.context(), room.rows),
        first_piece_(queue.context(), room.rows + 1),
        row_of_piece_(queue.context(), room.pieces) {
    const LongRowLists lists = list_long_rows(offsets);
    num_rows_ = static_cast<u32>(lists.rows.size());
    num_pieces_ = static_cast<u32>(lists.row_of_piece.size());
    upload<u32>(queue, rows_, lists.rows);
    upload<u32>(queue, first_piece_, lists.first_piece);
    upload<u32>(queue, row_of_piece_, lists.row_of_piece);
  }

  [[nodiscard]] LongRows view() const {
    return {num_rows_, num_pieces_, rows_.data(), first_piece_.data(), row_of_piece_.data()};
  }

 private:
  u32 num_rows_ = 0;
  u32 num_pieces_ = 0;
  DeviceBuffer<u32> rows_;
  DeviceBuffer<u32> first_piece_;
  DeviceBuffer<u32> row_of_piece_;
};

}  // namespace strider::detail::STRIDER_DEVICE
