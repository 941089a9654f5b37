// Kernels that walk rows: a warp a vertex. Only for rank_batch.cpp.
//
// A warp is as many teams as fit, of as many lanes as the batch has sources; a team takes every
// so-manieth arc, each of its lanes adds up the terms of its own. So sums have an order that the
// row decides by itself, and nothing but masks is written by atomics.
#pragma once

#include "algorithms/bc/gpu/warp_sums.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch_view.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Local ids of other ranks' vertices that have been reached, a range a rank.
struct GhostQueues {
  const u32* range_begins;  ///< by rank; ascending in the order of `ranks`
  const u32* ranks;         ///< in the order of their ranges; the own one is none
  u32 num_ranks;            ///< of those
  const u32* queue_begins;  ///< by rank
  u32* local_ids;
  u32* sizes;  ///< by rank
};

/// Sources are level 0.
STRIDER_KERNEL put_sources(RankBatchView view, FrontierEntries sources, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = sources.names[i];
    const u64 mask = sources.masks[i];
    for_sources(mask, [&](u32 source_index) {
      PathCount& paths = row_of_counts(view, v)[source_index];
      paths.mantissa = 1;
      paths.exponent = 0;
    });
    view.seen[v] = mask;
  }
}

/// The masks of a level's entries, each name once; and none again.
STRIDER_KERNEL mark_level(u64* masks, FrontierEntries entries, u64 begin, u64 end) {
  for (u64 i = begin + simt::global_id(); i < end; i += simt::global_size()) {
    masks[entries.names[i]] = entries.masks[i];
  }
}
STRIDER_KERNEL clear_level(u64* masks, FrontierEntries entries, u64 begin, u64 end) {
  for (u64 i = begin + simt::global_id(); i < end; i += simt::global_size()) {
    masks[entries.names[i]] = 0;
  }
}

/// Local ids that arcs of a vertex lead to, for those of its searches that have not seen them. A
/// warp calls it.
STRIDER_DEVICE_FUNCTION void claim_local_ids(const RankBatchView& view, const BatchRows& rows,
                                             const RowPart& part, u64 mask, const VertexQueue& own,
                                             const GhostQueues& ghosts) {
  for (u64 base = part.begin; base < part.end; base += simt::kWarp) {
    const u64 place = base + simt::lane_id();
    u32 local_id = 0;
    bool is_first = false;
    if (place < part.end) {
      local_id = rows.ends[place];
      const u64 unseen = mask & ~view.seen[local_id];
      if ((unseen & ~simt::load(&view.next[local_id])) != 0) {
        is_first = simt::atomic_or(&view.next[local_id], unseen) == 0;
      }
    }
    append(is_first && local_id < view.num_rows, local_id, own);
    if (!is_first || local_id < view.num_rows) continue;
    const u32 rank = ghosts.ranks[last_not_above(ghosts.range_begins, ghosts.num_ranks, local_id)];
    const u32 at = simt::atomic_add(&ghosts.sizes[rank], 1U);
    ghosts.local_ids[ghosts.queue_begins[rank] + at] = local_id;
  }
}
/// What the level leads to, by rows that are not in chunks; and by those that are, where `from` has
/// the level.
STRIDER_KERNEL claim_neighbors(RankBatchView view, BatchRows rows, FrontierEntries level, u64 begin,
                               u64 end, VertexQueue own, GhostQueues ghosts) {
  u64 arcs = 0;
  for (u64 i = begin + warp_of_grid(); i < end; i += warps_of_grid()) {
    const RowPart row = whole_row(rows, level.names[i]);
    const u64 mask = level.masks[i];
    if (simt::lane_id() == 0) arcs += (row.end - row.begin) * simt::popcount(mask);
    if (!is_in_chunks(row)) claim_local_ids(view, rows, row, mask, own, ghosts);
  }
  add_from_warp(&view.facts[0], arcs);
}
STRIDER_KERNEL claim_by_chunks(RankBatchView view, BatchRows rows, VertexQueue own,
                               GhostQueues ghosts) {
  for (u32 chunk = warp_of_grid(); chunk < rows.longs.num_chunks; chunk += warps_of_grid()) {
    const RowPart part = chunk_of_rows(rows, chunk);
    const u64 mask = view.from[part.row];
    if (mask != 0) claim_local_ids(view, rows, part, mask, own, ghosts);
  }
}

/// body(source index, team) for all sources of the batch, as many at a time as a team has. A warp
/// calls it; body has to be called by all lanes, of which some may be past the last.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_sources_of_warp(const RankBatchView& view, const Body& body) {
  for (u32 first = 0; first < view.batch_size; first += simt::kWarp) {
    body(first + simt::lane_id() % view.width, simt::lane_id() / view.width);
  }
}
STRIDER_DEVICE_FUNCTION bool has_source(const RankBatchView& view, u64 mask, u32 source_index) {
  return source_index < view.batch_size && (mask >> source_index & 1U) != 0;
}

/// The sum of a row's chunks, in the first team. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount sum_of_chunks(const RankBatchView& view, const BatchRows& rows,
                                                u32 row, u32 source_index, bool has) {
  const ChunkRange chunks = chunks_of_row(rows.longs, row);
  PathCount sum;
  if (has) {
    for (u32 chunk = chunks.begin + simt::lane_id() / view.width; chunk < chunks.end;
         chunk += simt::kWarp / view.width) {
      sum += view.chunk_sums[u64{chunk} * view.batch_size + source_index];
    }
  }
  return sum_of_teams(sum, view.width);
}

/// What arcs of a local id bring to its count, in the first team. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount count_by_arcs(const RankBatchView& view, const BatchRows& rows,
                                                const RowPart& part, u32 source_index, bool has) {
  PathCount sum;
  if (has) {
    for (u64 place = part.begin + simt::lane_id() / view.width; place < part.end;
         place += simt::kWarp / view.width) {
      const u32 v = rows.ends[place];
      if ((view.from[v] >> source_index & 1U) != 0) sum += row_of_counts(view, v)[source_index];
    }
  }
  return sum_of_teams(sum, view.width);
}
/// Before count_paths(): the chunks of local ids in the searches of `next`.
STRIDER_KERNEL count_by_chunks(RankBatchView view, BatchRows rows) {
  for (u32 chunk = warp_of_grid(); chunk < rows.longs.num_chunks; chunk += warps_of_grid()) {
    const RowPart part = chunk_of_rows(rows, chunk);
    const u64 wanted = view.next[part.row];
    if (wanted == 0) continue;
    for_sources_of_warp(view, [&](u32 source_index, u32 team) {
      const bool has = has_source(view, wanted, source_index);
      PathCount sum = count_by_arcs(view, rows, part, source_index, has);
      sum.normalize();
      if (has && team == 0) view.chunk_sums[u64{chunk} * view.batch_size + source_index] = sum;
    });
  }
}
/// Counts of local ids that were reached, in the searches of `next`, from the rows that lead to
/// them: for those of other ranks' vertices parts. `rows` are arcs the other way round.
STRIDER_KERNEL count_paths(RankBatchView view, BatchRows rows, const u32* local_ids, u32 count) {
  for (u32 i = warp_of_grid(); i < count; i += warps_of_grid()) {
    const RowPart row = whole_row(rows, local_ids[i]);
    const u64 wanted = view.next[row.row];
    for_sources_of_warp(view, [&](u32 source_index, u32 team) {
      const bool has = has_source(view, wanted, source_index);
      PathCount sum = is_in_chunks(row) ? sum_of_chunks(view, rows, row.row, source_index, has)
                                        : count_by_arcs(view, rows, row, source_index, has);
      sum.normalize();
      if (has && team == 0) row_of_counts(view, row.row)[source_index] = sum;
    });
  }
}

/// Own vertices that were reached become the next level.
STRIDER_KERNEL close_reached(RankBatchView view, const u32* vertices, u32 count,
                             FrontierEntries level) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = vertices[i];
    const u64 mask = view.next[v];
    for_sources(mask, [&](u32 source_index) { row_of_counts(view, v)[source_index].normalize(); });
    view.next[v] = 0;
    view.seen[v] |= mask;
    level.names[i] = v;
    level.masks[i] = mask;
  }
}

/// What arcs of a vertex bring to the dependency of a source on it, in the first team. Where
/// edges are scored, they get their shares. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount depend_by_arcs(const RankBatchView& view, const BatchRows& rows,
                                                 const RowPart& part, u32 source_index, bool has) {
  const PathCount own = has ? row_of_counts(view, part.row)[source_index] : PathCount{};
  PathCount sum;
  for (u64 base = part.begin; base < part.end; base += simt::kWarp / view.width) {
    const u64 place = base + simt::lane_id() / view.width;
    double chunk = 0;
    if (has && place < part.end) {
      const u32 local_id = rows.ends[place];
      if ((view.from[local_id] >> source_index & 1U) != 0) {
        const PathCount& coefficient = row_of_counts(view, local_id)[source_index];
        chunk = own.mantissa *
                share_of_successor(own.exponent, coefficient.mantissa, coefficient.exponent);
      }
    }
    sum.mantissa += chunk;
    if (!view.scores_edges) continue;
    chunk = sum_of_team(chunk, view.width);
    if (simt::lane_id() % view.width == 0 && place < part.end) view.sums[place] += chunk;
  }
  return sum_of_teams(sum, view.width);
}
/// Before accumulate_level(): the chunks of vertices in the searches of `next`.
STRIDER_KERNEL depend_by_chunks(RankBatchView view, BatchRows rows) {
  for (u32 chunk = warp_of_grid(); chunk < rows.longs.num_chunks; chunk += warps_of_grid()) {
    const RowPart part = chunk_of_rows(rows, chunk);
    const u64 mask = view.next[part.row];
    if (mask == 0) continue;
    for_sources_of_warp(view, [&](u32 source_index, u32 team) {
      const bool has = has_source(view, mask, source_index);
      const PathCount sum = depend_by_arcs(view, rows, part, source_index, has);
      if (has && team == 0) view.chunk_sums[u64{chunk} * view.batch_size + source_index] = sum;
    });
  }
}
/// Dependencies of a level's vertices; from level 1 on, coefficients stand in their counts' place.
STRIDER_KERNEL accumulate_level(RankBatchView view, BatchRows rows, FrontierEntries level,
                                u64 begin, u64 end, bool closes) {
  for (u64 i = begin + warp_of_grid(); i < end; i += warps_of_grid()) {
    const RowPart row = whole_row(rows, level.names[i]);
    const u64 mask = level.masks[i];
    double brings = 0;
    for_sources_of_warp(view, [&](u32 source_index, u32 team) {
      const bool has = has_source(view, mask, source_index);
      const PathCount sum = is_in_chunks(row)
                                ? sum_of_chunks(view, rows, row.row, source_index, has)
                                : depend_by_arcs(view, rows, row, source_index, has);
      // All teams read the count that the first one replaces below, and shuffles order no memory.
      // No lane may return before: all come to the barrier.
      simt::syncwarp(simt::kFullMask);
      if (!closes || !has || team != 0) return;
      const double dependency = sum.mantissa;
      const double weight = weight_of(view, row.row);
      PathCount& count = row_of_counts(view, row.row)[source_index];
      count.mantissa = (weight + dependency) / count.mantissa;
      brings += dependency;
      if (!view.counts_endpoints) return;
      brings += weight;
      simt::atomic_add(&view.facts[1 + source_index], static_cast<u64>(weight));
    });
    if (view.scores_edges || !closes) continue;
    brings = sum_of_team(brings, view.width);
    if (simt::lane_id() == 0) view.sums[row.row] += brings;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
