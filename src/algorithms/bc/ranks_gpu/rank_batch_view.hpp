// What every kernel of searches side by side on ranks reads and writes.
#pragma once

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch.hpp"
#include "gpu/long_row_arrays.hpp"
#include "gpu/vertex_queue.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs of rows, without self-loops and repetitions.
struct BatchRows {
  const u64* begins;
  const u32* ends;  ///< of arcs: local ids of own rows; or the other way round
  LongRows longs;
};

/// Vertices, or local ids, and the searches that have them on a level.
struct FrontierEntries {
  u32* names;
  u64* masks;
};

/// Rows are the first local ids.
struct RankBatchView {
  u32 num_rows;
  u32 batch_size;  ///< up to 64, the bits of a mask
  u32 width;       ///< lanes of a warp that a batch takes: a power of two

  // By local id:
  PathCount* counts;  ///< by search: counts or parts of them, then coefficients
  u64* seen;          ///< searches in which it is on a level, or was sent
  u64* next;          ///< searches in which it is on the level that is being reached
  u64* from;          ///< searches in which it is on the level that others are reached from

  const double* weights;  ///< of targets, by row; null: 1 each

  PathCount* chunk_sums;  ///< by search and chunk of the rows that are walked

  double* sums;  ///< by own vertex or, where edges are scored, by arc
  u64* facts;    ///< arcs of vertices reached; then, by source index, the targets reached
  bool scores_edges;
  bool counts_endpoints;
};

STRIDER_DEVICE_FUNCTION double weight_of(const RankBatchView& view, u32 v) {
  return view.weights == nullptr ? 1 : view.weights[v];
}
STRIDER_DEVICE_FUNCTION PathCount* row_of_counts(const RankBatchView& view, u32 local_id) {
  return view.counts + u64{local_id} * view.batch_size;
}

/// Some of a row's arcs.
struct RowPart {
  u32 row;
  u64 begin;
  u64 end;
};
STRIDER_DEVICE_FUNCTION RowPart whole_row(const BatchRows& rows, u32 row) {
  return {row, rows.begins[row], rows.begins[row + 1ULL]};
}
STRIDER_DEVICE_FUNCTION bool is_in_chunks(const RowPart& part) {
  return part.end - part.begin > kRowChunkArcs;
}
STRIDER_DEVICE_FUNCTION RowPart chunk_of_rows(const BatchRows& rows, u32 chunk) {
  const RowPart row = whole_row(rows, rows.longs.row(chunk));
  const Row arcs = rows.longs.arcs(chunk, {row.begin, row.end});
  return {row.row, arcs.begin, arcs.end};
}

/// body(source index) for each bit, ascending.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_sources(u64 mask, const Body& body) {
  for (u32 source_index = 0; mask != 0; ++source_index, mask >>= 1U) {
    if ((mask & 1U) != 0) body(source_index);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
