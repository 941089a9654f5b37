// Steps of searches from 32 sources side by side, a lane of a warp each.
//
// Sources come in groups of 32. An item is a vertex in a group, number vertex * groups + group: a
// word of lanes that have visited it, a word a level, and a row of 32 numbers, the count of paths
// of each lane and, on the way back, once the item is closed, its coefficient. A warp gathers an
// item's row from the rows of its neighbours, in the order of their list: which lanes of which
// neighbour count is told by two words. Rows are kept as `Value`s, double or float; sums are
// doubles.
#pragma once

#include "algorithms/bc/gpu/slice.hpp"
#include "algorithms/bc/gpu/warp_sums.hpp"
#include "gpu/long_row_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs, in one direction.
template <class Offset>
struct LaneArcs {
  Rows<Offset> rows;
  LongRows longs;
};

/// What all steps see of the searches, besides the rows.
struct LaneState {
  u32 groups;
  u32 num_sources;
  const SourceItem* sources;  ///< 32 a group
  u32* visited;               ///< by item
  double* sums;               ///< by item: what it has got from all levels
  double* piece_rows;         ///< 32 a piece and group
  u32* piece_lanes;           ///< by piece and group
  u32* deep;                  ///< by group: it has more levels than there is room for
  u64* halves;  ///< by source: weights of the vertices reached; null without endpoints
  const double* weights;
  const double* mutual_weights;
};

/// What a step finds.
struct LaneFacts {
  u64 items;
  u64 arcs;  ///< that start there
};

enum class LaneStepKind : u32 {
  kPull,    ///< items with lanes that have not visited them look for neighbours of the level
  kGather,  ///< items that have been claimed for the next level do
  kBack     ///< items of a level look for successors
};

struct LaneStep {
  LaneStepKind kind;
  const u32* from;  ///< lanes by item: the level whose rows are added up; null: there is none
  u32* lanes;       ///< by item: pull and gather, the next level; back, the level that is closed
  bool is_last;     ///< there is no room for a level after the next
  LaneFacts* facts;
};

/// The lanes of a group that have a source.
STRIDER_DEVICE_FUNCTION u32 lanes_of_group(const LaneState& state, u32 group) {
  const u32 left = state.num_sources - group * simt::kWarp;
  return left >= simt::kWarp ? simt::kFullMask : (1U << left) - 1;
}

/// The lanes in which an item has something to add up.
STRIDER_DEVICE_FUNCTION u32 wanted_lanes(const LaneState& state, const LaneStep& step, u64 item,
                                         u32 group) {
  if (step.kind == LaneStepKind::kPull) return lanes_of_group(state, group) & ~state.visited[item];
  return step.lanes[item];
}

/// The sum of a lane, and the lanes of the warp that have any.
struct LaneSum {
  double sum;
  u32 lanes;
};

/// Adds up the rows of the neighbours at [begin, end), in the lanes wanted. One warp calls it.
template <class Value>
STRIDER_DEVICE_FUNCTION LaneSum gather_lanes(const LaneState& state, const Value* rows,
                                             const u32* from, const u32* targets, u64 begin,
                                             u64 end, u32 group, u32 wanted) {
  /// Rows that are waited for at the same time.
  constexpr u32 kTogether = 4;
  LaneSum found{0, 0};
  for (u64 base = begin; base < end; base += simt::kWarp) {
    const u64 place = base + simt::lane_id();
    u64 item = 0;
    u32 lanes = 0;
    if (place < end) {
      item = u64{simt::load_constant(&targets[place])} * state.groups + group;
      lanes = from[item] & wanted;
    }
    u32 rest = simt::ballot(simt::kFullMask, lanes != 0);
    while (rest != 0) {
      double values[kTogether];
      STRIDER_UNROLL
      for (u32 i = 0; i < kTogether; ++i) {
        const u32 which = rest == 0 ? 0 : simt::lowest_bit(rest);
        const u32 its = rest == 0 ? 0 : simt::kFullMask;
        const u32 its_lanes = simt::shfl(simt::kFullMask, lanes, which) & its;
        const u64 its_item = simt::shfl(simt::kFullMask, item, which);
        const bool mine = (its_lanes >> simt::lane_id() & 1U) != 0;
        values[i] = mine ? rows[its_item * simt::kWarp + simt::lane_id()] : 0;
        found.lanes |= its_lanes;
        rest &= rest - 1;
      }
      STRIDER_UNROLL
      for (u32 i = 0; i < kTogether; ++i) found.sum += values[i];
    }
  }
  return found;
}

/// body(item of the lane, whether there is one) for all items, 32 a warp or, where there are few,
/// fewer. All lanes call it.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_items(u64 items, const Body& body) {
  const u64 warps = warps_of_grid();
  const u64 share = (items + warps - 1) / warps;
  const u64 turn = share < simt::kWarp ? share : simt::kWarp;
  for (u64 base = warp_of_grid() * turn; base < items; base += warps * turn) {
    const u64 item = base + simt::lane_id();
    body(item, simt::lane_id() < turn && item < items);
  }
}

// --- rows in pieces

/// The sum of a long row, from its pieces.
STRIDER_DEVICE_FUNCTION LaneSum sum_of_pieces(const LaneState& state, const LongRows& longs, u32 v,
                                              u32 group) {
  LaneSum found{0, 0};
  const PieceRange pieces = pieces_of_row(longs, v);
  for (u32 piece = pieces.begin; piece < pieces.end; ++piece) {
    const u64 part = u64{piece} * state.groups + group;
    const u32 lanes = state.piece_lanes[part];
    if ((lanes >> simt::lane_id() & 1U) != 0) {
      found.sum += state.piece_rows[part * simt::kWarp + simt::lane_id()];
    }
    found.lanes |= lanes;
  }
  return found;
}

/// A step's sums of all pieces: before the step itself, a launch of its own.
template <class Offset, class Value>
STRIDER_KERNEL gather_pieces(LaneArcs<Offset> arcs, LaneState state, const Value* rows,
                             LaneStep step) {
  const u64 parts = u64{arcs.longs.num_pieces} * state.groups;
  for (u64 part = warp_of_grid(); part < parts; part += warps_of_grid()) {
    const auto piece = static_cast<u32>(part / state.groups);
    const auto group = static_cast<u32>(part % state.groups);
    const u32 v = arcs.longs.row(piece);
    const u32 wanted = wanted_lanes(state, step, u64{v} * state.groups + group, group);
    LaneSum found{0, 0};
    if (wanted != 0) {
      const Row row = arcs.longs.arcs(piece, row_of(arcs.rows, true, v));
      found = gather_lanes(state, rows, step.from, arcs.rows.targets, row.begin, row.end, group,
                           wanted);
    }
    if (simt::lane_id() == 0) state.piece_lanes[part] = found.lanes;
    if ((found.lanes >> simt::lane_id() & 1U) != 0) {
      state.piece_rows[part * simt::kWarp + simt::lane_id()] = found.sum;
    }
  }
}

template <class Offset, class Value>
STRIDER_DEVICE_FUNCTION LaneSum sum_of_item(const LaneArcs<Offset>& arcs, const LaneState& state,
                                            const Value* rows, const LaneStep& step, u32 v,
                                            u32 group, u32 wanted) {
  if (step.from == nullptr) return {0, 0};
  const Row row = row_of(arcs.rows, true, v);
  if (row.end - row.begin > kPieceArcs) return sum_of_pieces(state, arcs.longs, v, group);
  return gather_lanes(state, rows, step.from, arcs.rows.targets, row.begin, row.end, group, wanted);
}

// --- the steps

/// A level on: rows of those who are found, in `in` arcs, and which lanes find them.
template <class Offset, class Value>
STRIDER_KERNEL step_out(LaneArcs<Offset> in, Rows<Offset> out, LaneState state, Value* rows,
                        LaneStep step) {
  LaneFacts mine{0, 0};
  for_items(u64{out.num_vertices} * state.groups, [&](u64 own, bool has) {
    const auto own_group = static_cast<u32>(own % state.groups);
    const u32 own_wanted = has ? wanted_lanes(state, step, own, own_group) : 0;
    u32 own_found = 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_wanted != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 item = simt::shfl(simt::kFullMask, own, which);
      const u32 wanted = simt::shfl(simt::kFullMask, own_wanted, which);
      const LaneSum found =
          sum_of_item(in, state, rows, step, static_cast<u32>(item / state.groups),
                      static_cast<u32>(item % state.groups), wanted);
      if ((found.lanes >> simt::lane_id() & 1U) != 0) {
        rows[item * simt::kWarp + simt::lane_id()] = static_cast<Value>(found.sum);
      }
      if (simt::lane_id() == which) own_found = found.lanes;
    }
    if (!has) return;
    step.lanes[own] = own_found;
    if (own_found == 0) return;
    state.visited[own] |= own_found;
    mine.items += 1;
    mine.arcs += degree(out, static_cast<u32>(own / state.groups));
    if (step.is_last) simt::atomic_or(&state.deep[own_group], 1);
  });
  add_from_warp(&step.facts->items, mine.items);
  add_from_warp(&step.facts->arcs, mine.arcs);
}

/// The items of `from` claim what their arcs lead to: `lanes`, 0 before, become the next level.
STRIDER_DEVICE_FUNCTION void claim_row(const LaneState& state, const LaneStep& step,
                                       const u32* targets, Row row, u32 group, u32 lanes) {
  for (u64 place = row.begin + simt::lane_id(); place < row.end; place += simt::kWarp) {
    const u64 item = u64{simt::load_constant(&targets[place])} * state.groups + group;
    const u32 found = lanes & ~state.visited[item];
    if ((found & ~simt::load_stale(&step.lanes[item])) != 0) {
      simt::atomic_or(&step.lanes[item], found);
    }
  }
}
template <class Offset>
STRIDER_KERNEL claim_out(LaneArcs<Offset> out, LaneState state, LaneStep step) {
  for_items(u64{out.rows.num_vertices} * state.groups, [&](u64 own, bool has) {
    const u32 own_lanes = has ? step.from[own] : 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_lanes != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 item = simt::shfl(simt::kFullMask, own, which);
      const u32 lanes = simt::shfl(simt::kFullMask, own_lanes, which);
      const Row row = row_of(out.rows, true, static_cast<u32>(item / state.groups));
      if (row.end - row.begin > kPieceArcs) continue;
      claim_row(state, step, out.rows.targets, row, static_cast<u32>(item % state.groups), lanes);
    }
  });
  const u64 parts = u64{out.longs.num_pieces} * state.groups;
  for (u64 part = warp_of_grid(); part < parts; part += warps_of_grid()) {
    const auto piece = static_cast<u32>(part / state.groups);
    const auto group = static_cast<u32>(part % state.groups);
    const u32 v = out.longs.row(piece);
    const u32 lanes = step.from[u64{v} * state.groups + group];
    if (lanes == 0) continue;
    const Row row = out.longs.arcs(piece, row_of(out.rows, true, v));
    claim_row(state, step, out.rows.targets, row, group, lanes);
  }
}

/// A level back: the dependencies of its items are known.
template <class Offset, class Value>
STRIDER_KERNEL step_back(LaneArcs<Offset> out, LaneState state, Value* rows, LaneStep step) {
  for_items(u64{out.rows.num_vertices} * state.groups, [&](u64 own, bool has) {
    const u32 own_lanes = has ? step.lanes[own] : 0;
    for (u32 rest = simt::ballot(simt::kFullMask, own_lanes != 0); rest != 0; rest &= rest - 1) {
      const u32 which = simt::lowest_bit(rest);
      const u64 item = simt::shfl(simt::kFullMask, own, which);
      const u32 lanes = simt::shfl(simt::kFullMask, own_lanes, which);
      const auto v = static_cast<u32>(item / state.groups);
      const auto group = static_cast<u32>(item % state.groups);
      const LaneSum after = sum_of_item(out, state, rows, step, v, group, lanes);
      double brings = 0;
      if ((lanes >> simt::lane_id() & 1U) != 0) {
        const u32 number = group * simt::kWarp + simt::lane_id();
        const SourceItem& source = state.sources[number];
        const double* const weights = source.is_target != 0 && state.mutual_weights != nullptr
                                          ? state.mutual_weights
                                          : state.weights;
        const double weight = weights == nullptr ? 1 : weights[v];
        Value& row = rows[item * simt::kWarp + simt::lane_id()];
        const double count = row;
        const double dependency = count * after.sum;
        row = static_cast<Value>((weight + dependency) / count);
        brings = source.times * dependency;
        if (state.halves != nullptr) {
          brings += weight;
          simt::atomic_add(&state.halves[number], static_cast<u64>(2 * weight));
        }
      }
      brings = sum_of_team(brings);
      if (simt::lane_id() == 0) state.sums[item] += brings;
    }
  });
}

}  // namespace strider::detail::STRIDER_DEVICE
