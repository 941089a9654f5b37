// Long rows (long_rows.hpp) in the memory of a device.
#pragma once

#include <span>

#include "gpu/buffer.hpp"
#include "gpu/last_not_above.hpp"
#include "gpu/long_rows.hpp"
#include "gpu/row_chunks.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// As kernels see them.
struct LongRows {
  u32 num_rows;
  u32 num_chunks;
  // As LongRowLists:
  const u32* rows;
  const u32* first_chunk;
  const u32* row_of_chunk;

  STRIDER_DEVICE_FUNCTION u32 row(u32 chunk) const { return rows[row_of_chunk[chunk]]; }
  /// The arcs of a chunk, given those of its row.
  STRIDER_DEVICE_FUNCTION Row arcs(u32 chunk, Row row) const {
    return chunk_of(row, chunk, first_chunk[row_of_chunk[chunk]]);
  }
};

/// Of one row, from the first to before the last.
struct ChunkRange {
  u32 begin;
  u32 end;
};
/// Precondition: `row` is a long one.
STRIDER_DEVICE_FUNCTION ChunkRange chunks_of_row(const LongRows& longs, u32 row) {
  const u32 place = last_not_above(longs.rows, longs.num_rows, row);
  return {longs.first_chunk[place], longs.first_chunk[place + 1]};
}

class LongRowArrays {
 public:
  LongRowArrays() = default;
  /// Declares `room` for long rows; fill() comes after it has been taken.
  LongRowArrays(Workspace& workspace, Context& context, const LongRowCounts& room) {
    workspace.declare("long rows", rows_, room.rows, context);
    workspace.declare("chunks of long rows", first_chunk_, room.rows + 1, context);
    workspace.declare("rows of chunks", row_of_chunk_, room.chunks, context);
  }
  /// The same, filled with the long rows of `offsets` when it is taken.
  LongRowArrays(Workspace& workspace, Queue& queue, std::span<const u64> offsets,
                const LongRowCounts& room)
      : LongRowArrays(workspace, queue.context(), room) {
    workspace.when_taken([this, &queue, offsets] { fill(queue, offsets); });
  }

  /// `offsets` as in count_long_rows(), which counts no more than there is room for.
  void fill(Queue& queue, std::span<const u64> offsets) {
    const LongRowLists lists = list_long_rows(offsets);
    num_rows_ = static_cast<u32>(lists.rows.size());
    num_chunks_ = static_cast<u32>(lists.row_of_chunk.size());
    upload<u32>(queue, rows_, lists.rows);
    upload<u32>(queue, first_chunk_, lists.first_chunk);
    upload<u32>(queue, row_of_chunk_, lists.row_of_chunk);
  }

  [[nodiscard]] LongRows view() const {
    return {num_rows_, num_chunks_, rows_.data(), first_chunk_.data(), row_of_chunk_.data()};
  }

 private:
  u32 num_rows_ = 0;
  u32 num_chunks_ = 0;
  DeviceBuffer<u32> rows_;
  DeviceBuffer<u32> first_chunk_;
  DeviceBuffer<u32> row_of_chunk_;
};

}  // namespace strider::detail::STRIDER_DEVICE
