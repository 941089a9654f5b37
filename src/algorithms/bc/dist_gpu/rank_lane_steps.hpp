// Kernels that walk rows: a warp a vertex. For rank_lanes.cpp alone.
//
// A warp is as many teams as fit, of as many lanes as the search has; a team takes every so-manieth
// arc, each of its lanes adds up the terms of its own. So sums have an order that the row alone
// decides, and nothing but masks is written by atomics.
#pragma once

#include "algorithms/bc/dist_gpu/rank_lane_view.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Columns of other ranks' vertices that have been reached, a stretch a rank.
struct GhostQueues {
  const u32* section_begins;  ///< by rank; ascending in the order of `ranks`
  const u32* ranks;           ///< in the order of their sections; the own one is none
  u32 num_ranks;              ///< of those
  const u32* queue_begins;    ///< by rank
  u32* columns;
  u32* sizes;  ///< by rank
};

/// Sources are level 0.
STRIDER_KERNEL put_sources(RankLaneView view, LaneEntries sources, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = sources.names[i];
    const u64 lanes = sources.lanes[i];
    for_lanes(lanes, [&](u32 lane) {
      PathCount& paths = row_of_counts(view, v)[lane];
      paths.mantissa = 1;
      paths.exponent = 0;
    });
    view.seen[v] = lanes;
  }
}

/// Entries of a level, each name once, are what others are reached from; or no longer.
STRIDER_KERNEL mark_level(RankLaneView view, LaneEntries entries, u64 begin, u64 end) {
  for (u64 i = begin + simt::global_id(); i < end; i += simt::global_size()) {
    view.from[entries.names[i]] = entries.lanes[i];
  }
}
STRIDER_KERNEL clear_level(RankLaneView view, LaneEntries entries, u64 begin, u64 end) {
  for (u64 i = begin + simt::global_id(); i < end; i += simt::global_size()) {
    view.from[entries.names[i]] = 0;
  }
}

/// Columns that the arcs of a level lead to, in lanes in which they have not been seen.
STRIDER_KERNEL claim_neighbors(RankLaneView view, LaneRows rows, LaneEntries level, u64 begin,
                               u64 end, VertexQueue own, GhostQueues ghosts) {
  u64 arcs = 0;
  for (u64 i = begin + warp_of_grid(); i < end; i += warps_of_grid()) {
    const u32 v = level.names[i];
    const u64 lanes = level.lanes[i];
    const u64 row_end = rows.begins[v + 1ULL];
    if (simt::lane_id() == 0) arcs += (row_end - rows.begins[v]) * simt::popcount(lanes);
    for (u64 base = rows.begins[v]; base < row_end; base += simt::kWarp) {
      const u64 place = base + simt::lane_id();
      u32 column = 0;
      bool is_first = false;
      if (place < row_end) {
        column = rows.ends[place];
        const u64 unseen = lanes & ~view.seen[column];
        if ((unseen & ~simt::load(&view.next[column])) != 0) {
          is_first = simt::atomic_or(&view.next[column], unseen) == 0;
        }
      }
      append(is_first && column < view.num_rows, column, own);
      if (!is_first || column < view.num_rows) continue;
      const u32 rank =
          ghosts.ranks[last_not_above(ghosts.section_begins, ghosts.num_ranks, column)];
      const u32 at = simt::atomic_add(&ghosts.sizes[rank], 1U);
      ghosts.columns[ghosts.queue_begins[rank] + at] = column;
    }
  }
  add_from_warp(&view.facts[0], arcs);
}

/// The sum over the teams of a warp, in the first. All lanes call it.
STRIDER_DEVICE_FUNCTION PathCount sum_of_teams(PathCount sum, u32 width) {
  for (u32 distance = simt::kWarp / 2; distance >= width; distance /= 2) {
    const u32 from = (simt::lane_id() + distance) % simt::kWarp;
    PathCount other;
    other.mantissa = simt::shfl(simt::kFullMask, sum.mantissa, from);
    other.exponent = simt::shfl(simt::kFullMask, sum.exponent, from);
    if (simt::lane_id() < distance) sum += other;
  }
  return sum;
}
/// The sum over the lanes of each team, in its first. All lanes call it.
STRIDER_DEVICE_FUNCTION double sum_of_team(double value, u32 width) {
  for (u32 distance = width / 2; distance > 0; distance /= 2) {
    const u32 from = (simt::lane_id() + distance) % simt::kWarp;
    const double other = simt::shfl(simt::kFullMask, value, from);
    if (simt::lane_id() % width < distance) value += other;
  }
  return value;
}

/// Counts of columns that were reached, in the lanes of `next`, from the rows that lead to them:
/// for those of other ranks' vertices parts. `rows` are arcs the other way round.
STRIDER_KERNEL count_paths(RankLaneView view, LaneRows rows, const u32* columns, u32 count) {
  const u32 team = simt::lane_id() / view.width;
  const u32 teams = simt::kWarp / view.width;
  for (u32 i = warp_of_grid(); i < count; i += warps_of_grid()) {
    const u32 column = columns[i];
    const u64 wanted = view.next[column];
    for (u32 first = 0; first < view.lanes; first += simt::kWarp) {
      const u32 lane = first + simt::lane_id() % view.width;
      const bool has = lane < view.lanes && (wanted >> lane & 1U) != 0;
      PathCount sum;
      if (has) {
        for (u64 place = rows.begins[column] + team; place < rows.begins[column + 1ULL];
             place += teams) {
          const u32 v = rows.ends[place];
          if ((view.from[v] >> lane & 1U) != 0) sum += row_of_counts(view, v)[lane];
        }
      }
      sum = sum_of_teams(sum, view.width);
      if (!has || team != 0) continue;
      sum.normalize();
      row_of_counts(view, column)[lane] = sum;
    }
  }
}

/// Own vertices that were reached become the next level.
STRIDER_KERNEL close_reached(RankLaneView view, const u32* vertices, u32 count, LaneEntries level) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = vertices[i];
    const u64 lanes = view.next[v];
    for_lanes(lanes, [&](u32 lane) { row_of_counts(view, v)[lane].normalize(); });
    view.next[v] = 0;
    view.seen[v] |= lanes;
    level.names[i] = v;
    level.lanes[i] = lanes;
  }
}

/// The dependency of a lane's source on `v`, of which `has` says whether it is asked for; in the
/// first team. Where edges are scored, they get their shares. All lanes call it.
STRIDER_DEVICE_FUNCTION double depend(const RankLaneView& view, const LaneRows& rows, u32 v,
                                      u32 lane, bool has) {
  const u32 teams = simt::kWarp / view.width;
  const PathCount own = has ? row_of_counts(view, v)[lane] : PathCount{};
  const u64 row_end = rows.begins[v + 1ULL];
  PathCount sum;
  for (u64 base = rows.begins[v]; base < row_end; base += teams) {
    const u64 place = base + simt::lane_id() / view.width;
    double part = 0;
    if (has && place < row_end) {
      const u32 column = rows.ends[place];
      if ((view.from[column] >> lane & 1U) != 0) {
        const PathCount& coefficient = row_of_counts(view, column)[lane];
        part = own.mantissa *
               share_of_successor(own.exponent, coefficient.mantissa, coefficient.exponent);
      }
    }
    sum.mantissa += part;
    if (!view.scores_edges) continue;
    part = sum_of_team(part, view.width);
    if (simt::lane_id() % view.width == 0 && place < row_end) view.sums[place] += part;
  }
  return sum_of_teams(sum, view.width).mantissa;
}

/// Dependencies of a level's vertices; from level 1 on, coefficients stand in their counts' place.
STRIDER_KERNEL walk_level_back(RankLaneView view, LaneRows rows, LaneEntries level, u64 begin,
                               u64 end, bool closes) {
  for (u64 i = begin + warp_of_grid(); i < end; i += warps_of_grid()) {
    const u32 v = level.names[i];
    const u64 lanes = level.lanes[i];
    double brings = 0;
    for (u32 first = 0; first < view.lanes; first += simt::kWarp) {
      const u32 lane = first + simt::lane_id() % view.width;
      const bool has = lane < view.lanes && (lanes >> lane & 1U) != 0;
      const double dependency = depend(view, rows, v, lane, has);
      if (!closes || !has || simt::lane_id() >= view.width) continue;
      const double weight = weight_of(view, v, lane);
      PathCount& count = row_of_counts(view, v)[lane];
      count.mantissa = (weight + dependency) / count.mantissa;
      brings += dependency;
      if (!view.counts_endpoints) continue;
      brings += weight;
      simt::atomic_add(&view.facts[1 + lane], static_cast<u64>(2 * weight));
    }
    if (view.scores_edges || !closes) continue;
    brings = sum_of_team(brings, view.width);
    if (simt::lane_id() == 0) view.sums[v] += brings;
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
