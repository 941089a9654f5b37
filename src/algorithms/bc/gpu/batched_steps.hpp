// Steps of searches from 32 sources side by side, a lane of a warp each.
//
// Sources come in batches of 32. An entry is a vertex in a batch, number vertex * batches + batch:
// a word of searches that have visited it, a word a level, and a row of 32 numbers, the count of
// paths of each source and, on the way back, once the entry is closed, its coefficient. A warp
// gathers an entry's row from the rows of its neighbours, in the order of their list: which
// searches of which neighbour count follows from two words. Rows are kept as `Value`s, double or
// float; sums are doubles.
#pragma once

#include "algorithms/bc/gpu/source_workspace.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"
#include "gpu/long_row_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs, in one direction.
template <class Offset>
struct BatchArcs {
  Rows<Offset> rows;
  LongRows longs;
};

/// What all steps see of the searches, besides the rows.
struct BatchState {
  u32 batches;
  u32 num_sources;
  const SourceRecord* sources;  ///< 32 a batch
  u32* visited;                 ///< by entry
  double* sums;                 ///< by entry: what it has got from all levels
  double* chunk_rows;           ///< 32 a chunk and batch
  u32* chunk_masks;             ///< by chunk and batch
  u32* deep;                    ///< by batch: it has more levels than there is room for
  u64* targets;                 ///< by source: those reached; null without endpoints
  const double* weights;
};

/// What a step finds.
struct LevelFacts {
  u64 entries;
  u64 arcs;  ///< that start there
};

enum class BatchStepKind : u32 {
  kPull,    ///< entries that some search has not visited look for neighbours of the level
  kGather,  ///< entries that have been claimed for the next level do
  kBack     ///< entries of a level look for successors
};

struct BatchStep {
  BatchStepKind kind;
  const u32* from;  ///< searches by entry: the level whose rows are added up; null: there is none
  u32* level;       ///< by entry: pull and gather, the next level; back, the level that is closed
  bool is_last;     ///< there is no room for a level after the next
  LevelFacts* facts;
};

/// The lanes of a warp that have a source of the batch.
STRIDER_DEVICE_FUNCTION u32 lanes_of_batch(const BatchState& state, u32 batch) {
  const u32 left = state.num_sources - batch * simt::kWarp;
  return left >= simt::kWarp ? simt::kFullMask : (1U << left) - 1;
}

/// The searches for which an entry has something to add up.
STRIDER_DEVICE_FUNCTION u32 wanted_searches(const BatchState& state, const BatchStep& step,
                                            u64 entry, u32 batch) {
  if (step.kind == BatchStepKind::kPull)
    return lanes_of_batch(state, batch) & ~state.visited[entry];
  return step.level[entry];
}

/// The sum of a lane, and the lanes of the warp that have any.
struct RowSum {
  double sum;
  u32 lanes;
};

/// Adds up the rows of the neighbours at [begin, end), for the searches wanted. One warp calls it.
template <class Value>
STRIDER_DEVICE_FUNCTION RowSum gather_rows(const BatchState& state, const Value* rows,
                                           const u32* from, const u32* targets, u64 begin, u64 end,
                                           u32 batch, u32 wanted) {
  /// Rows that are waited for at the same time.
  constexpr u32 kTogether = 4;
  RowSum found{0, 0};
  for (u64 base = begin; base < end; base += simt::kWarp) {
    const u64 place = base + simt::lane_id();
    u64 entry = 0;
    u32 lanes = 0;
    if (place < end) {
      entry = u64{simt::load_constant(&targets[place])} * state.batches + batch;
      lanes = from[entry] & wanted;
    }
    u32 rest = simt::ballot(simt::kFullMask, lanes != 0);
    while (rest != 0) {
      double values[kTogether];
      STRIDER_UNROLL
      for (u32 i = 0; i < kTogether; ++i) {
        const u32 which = rest == 0 ? 0 : simt::lowest_bit(rest);
        const u32 its = rest == 0 ? 0 : simt::kFullMask;
        const u32 its_lanes = simt::shfl(simt::kFullMask, lanes, which) & its;
        const u64 its_entry = simt::shfl(simt::kFullMask, entry, which);
        const bool mine = (its_lanes >> simt::lane_id() & 1U) != 0;
        values[i] = mine ? rows[its_entry * simt::kWarp + simt::lane_id()] : 0;
        found.lanes |= its_lanes;
        rest &= rest - 1;
      }
      STRIDER_UNROLL
      for (u32 i = 0; i < kTogether; ++i) found.sum += values[i];
    }
  }
  return found;
}

/// body(entry of the lane, whether there is one) for all entries, 32 a warp or, where there are
/// few, fewer. All lanes call it.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_entries(u64 entries, const Body& body) {
  const u64 warps = warps_of_grid();
  const u64 chunk = (entries + warps - 1) / warps;
  const u64 turn = chunk < simt::kWarp ? chunk : simt::kWarp;
  for (u64 base = warp_of_grid() * turn; base < entries; base += warps * turn) {
    const u64 entry = base + simt::lane_id();
    body(entry, simt::lane_id() < turn && entry < entries);
  }
}

// --- rows in chunks

/// The sum of a long row, from its chunks.
STRIDER_DEVICE_FUNCTION RowSum sum_of_chunks(const BatchState& state, const LongRows& longs, u32 v,
                                             u32 batch) {
  RowSum found{0, 0};
  const ChunkRange chunks = chunks_of_row(longs, v);
  for (u32 chunk = chunks.begin; chunk < chunks.end; ++chunk) {
    const u64 part = u64{chunk} * state.batches + batch;
    const u32 lanes = state.chunk_masks[part];
    if ((lanes >> simt::lane_id() & 1U) != 0) {
      found.sum += state.chunk_rows[part * simt::kWarp + simt::lane_id()];
    }
    found.lanes |= lanes;
  }
  return found;
}

/// A step's sums of all chunks: before the step itself, a launch of its own.
template <class Offset, class Value>
STRIDER_KERNEL gather_chunks(BatchArcs<Offset> arcs, BatchState state, const Value* rows,
                             BatchStep step) {
  const u64 parts = u64{arcs.longs.num_chunks} * state.batches;
  for (u64 part = warp_of_grid(); part < parts; part += warps_of_grid()) {
    const auto chunk = static_cast<u32>(part / state.batches);
    const auto batch = static_cast<u32>(part % state.batches);
    const u32 v = arcs.longs.row(chunk);
    const u32 wanted = wanted_searches(state, step, u64{v} * state.batches + batch, batch);
    RowSum found{0, 0};
    if (wanted != 0) {
      const Row row = arcs.longs.arcs(chunk, row_of(arcs.rows, true, v));
      found =
          gather_rows(state, rows, step.from, arcs.rows.targets, row.begin, row.end, batch, wanted);
    }
    if (simt::lane_id() == 0) state.chunk_masks[part] = found.lanes;
    if ((found.lanes >> simt::lane_id() & 1U) != 0) {
      state.chunk_rows[part * simt::kWarp + simt::lane_id()] = found.sum;
    }
  }
}

template <class Offset, class Value>
STRIDER_DEVICE_FUNCTION RowSum sum_of_entry(const BatchArcs<Offset>& arcs, const BatchState& state,
                                            const Value* rows, const BatchStep& step, u32 v,
                                            u32 batch, u32 wanted) {
  if (step.from == nullptr) return {0, 0};
  const Row row = row_of(arcs.rows, true, v);
  if (row.end - row.begin > kRowChunkArcs) return sum_of_chunks(state, arcs.longs, v, batch);
  return gather_rows(state, rows, step.from, arcs.rows.targets, row.begin, row.end, batch, wanted);
}

// --- the steps

/// A level on: rows of those who are found, in `in` arcs, and which searches find them.
template <class Offset, class Value>
STRIDER_KERNEL step_out(BatchArcs<Offset> in, Rows<Offset> out, BatchState state, Value* rows,
                        BatchStep step) {
  LevelFacts mine{0, 0};
  for_entries(u64{out.num_vertices} * state.batches, [&](u64 own, bool has) {
    const auto own_batch = static_cast<u32>(own % state.batches);
    const u32 own_wanted = has ? wanted_searches(state, step, own, own_batch) : 0;
    u32 own_found = 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_wanted != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 entry = simt::shfl(simt::kFullMask, own, which);
      const u32 wanted = simt::shfl(simt::kFullMask, own_wanted, which);
      const RowSum found =
          sum_of_entry(in, state, rows, step, static_cast<u32>(entry / state.batches),
                       static_cast<u32>(entry % state.batches), wanted);
      if ((found.lanes >> simt::lane_id() & 1U) != 0) {
        rows[entry * simt::kWarp + simt::lane_id()] = static_cast<Value>(found.sum);
      }
      if (simt::lane_id() == which) own_found = found.lanes;
    }
    if (!has) return;
    step.level[own] = own_found;
    if (own_found == 0) return;
    state.visited[own] |= own_found;
    mine.entries += 1;
    mine.arcs += degree(out, static_cast<u32>(own / state.batches));
    if (step.is_last) simt::atomic_or(&state.deep[own_batch], 1);
  });
  add_from_warp(&step.facts->entries, mine.entries);
  add_from_warp(&step.facts->arcs, mine.arcs);
}

/// The entries of `from` claim what their arcs lead to: `level`, 0 before, become the next level.
STRIDER_DEVICE_FUNCTION void claim_row(const BatchState& state, const BatchStep& step,
                                       const u32* targets, Row row, u32 batch, u32 lanes) {
  for (u64 place = row.begin + simt::lane_id(); place < row.end; place += simt::kWarp) {
    const u64 entry = u64{simt::load_constant(&targets[place])} * state.batches + batch;
    const u32 found = lanes & ~state.visited[entry];
    if ((found & ~simt::load_stale(&step.level[entry])) != 0) {
      simt::atomic_or(&step.level[entry], found);
    }
  }
}
template <class Offset>
STRIDER_KERNEL claim_out(BatchArcs<Offset> out, BatchState state, BatchStep step) {
  for_entries(u64{out.rows.num_vertices} * state.batches, [&](u64 own, bool has) {
    const u32 own_lanes = has ? step.from[own] : 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_lanes != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 entry = simt::shfl(simt::kFullMask, own, which);
      const u32 lanes = simt::shfl(simt::kFullMask, own_lanes, which);
      const Row row = row_of(out.rows, true, static_cast<u32>(entry / state.batches));
      if (row.end - row.begin > kRowChunkArcs) continue;
      claim_row(state, step, out.rows.targets, row, static_cast<u32>(entry % state.batches), lanes);
    }
  });
  const u64 parts = u64{out.longs.num_chunks} * state.batches;
  for (u64 part = warp_of_grid(); part < parts; part += warps_of_grid()) {
    const auto chunk = static_cast<u32>(part / state.batches);
    const auto batch = static_cast<u32>(part % state.batches);
    const u32 v = out.longs.row(chunk);
    const u32 lanes = step.from[u64{v} * state.batches + batch];
    if (lanes == 0) continue;
    const Row row = out.longs.arcs(chunk, row_of(out.rows, true, v));
    claim_row(state, step, out.rows.targets, row, batch, lanes);
  }
}

/// A level back: the dependencies of its entries are known.
template <class Offset, class Value>
STRIDER_KERNEL step_back(BatchArcs<Offset> out, BatchState state, Value* rows, BatchStep step) {
  for_entries(u64{out.rows.num_vertices} * state.batches, [&](u64 own, bool has) {
    const u32 own_lanes = has ? step.level[own] : 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_lanes != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 entry = simt::shfl(simt::kFullMask, own, which);
      const u32 lanes = simt::shfl(simt::kFullMask, own_lanes, which);
      const auto v = static_cast<u32>(entry / state.batches);
      const auto batch = static_cast<u32>(entry % state.batches);
      const RowSum after = sum_of_entry(out, state, rows, step, v, batch, lanes);
      double brings = 0;
      if ((lanes >> simt::lane_id() & 1U) != 0) {
        const u32 number = batch * simt::kWarp + simt::lane_id();
        const SourceRecord& source = state.sources[number];
        const double weight = state.weights == nullptr ? 1 : state.weights[v];
        Value& row = rows[entry * simt::kWarp + simt::lane_id()];
        const double count = row;
        const double dependency = count * after.sum;
        row = static_cast<Value>((weight + dependency) / count);
        brings = source.times * dependency;
        if (state.targets != nullptr) {
          brings += weight;
          simt::atomic_add(&state.targets[number], static_cast<u64>(weight));
        }
      }
      brings = sum_of_team(brings);
      if (simt::lane_id() == 0) state.sums[entry] += brings;
    }
  });
}

}  // namespace strider::detail::STRIDER_DEVICE
