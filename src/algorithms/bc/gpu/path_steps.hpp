// One of the shortest paths between two vertices, at random: by one block.
//
// As on the host (sampling/path_sampler.hpp), searches from both ends take turns: the one whose
// level has fewer arcs ahead expands it, until it reaches a vertex of the other search. Before
// that, both searches had completed their levels and had no vertex in common. So every shortest
// path leads through exactly one vertex of both last levels, and count(forward) * count(backward)
// shortest paths lead through each such vertex.
//
// What is drawn depends neither on the order of queues nor on the schedule: of several vertices
// with weights, the one with the largest log(weight) + Gumbel noise is taken, which is each with
// the probability of its weight (Gumbel 1954); the noise is a hash of the sample and the vertex.
#pragma once

#include <bit>
#include <cmath>

#include "algorithms/bc/gpu/level_walks.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Samples [begin, end) of a seed, two workspaces a block: of the search forward, and of the one
/// back.
template <class Offset>
struct PathRound {
  Rows<Offset> out;
  Rows<Offset> in;
  Node* nodes;  ///< no level, and so again after every sample
  u32* queues;
  u64 seed;
  u64 begin;
  u64 end;
  u64* next;
  u32* hits;  ///< by vertex
};

/// A side of the search: where it goes, and where it came from.
template <class Offset>
struct PathSide {
  Rows<Offset> ahead;
  Rows<Offset> back;
  Node* nodes;
  u32* queue;
  LevelRange level;
  u64 arcs;  ///< ahead of the level
};

/// What the threads of a block tell each other.
struct PathShared {
  u64 sample;
  u64 arcs;      ///< ahead of all levels found so far
  u64 best_key;  ///< of the vertices where the sides meet
  u32 best;
  u32 lengths[2];  ///< of the queues
  u32 met;
};

/// A candidate of a draw.
struct Drawn {
  double key;
  u32 vertex;

  STRIDER_DEVICE_FUNCTION bool is_before(const Drawn& other) const {
    return key > other.key || (key == other.key && vertex < other.vertex);
  }
};
STRIDER_DEVICE_FUNCTION Drawn none_drawn() {
  return {-HUGE_VAL, 0xFFFF'FFFFU};
}

STRIDER_DEVICE_FUNCTION double log_of(const Node& node) {
  constexpr double kLogOfStep = 512 * 0.693147180559945309417;
  return std::log(node.value) + kLogOfStep * node.exponent;
}
/// -log(-log(u)) of a u in (0, 1) that the sample, the vertex and what it is drawn for decide.
STRIDER_DEVICE_FUNCTION double noise(u64 seed, u64 sample, u32 vertex, u32 purpose) {
  CounterRng rng(seed ^ mix64(u64{purpose} << 32U | vertex), sample);
  return -std::log(-std::log(rng.uniform() + 0x1p-54));
}

/// In the order of the numbers.
STRIDER_DEVICE_FUNCTION u64 ordered_bits(double value) {
  const u64 bits = std::bit_cast<u64>(value);
  constexpr u64 kSign = u64{1} << 63U;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// The best of a warp's candidates, for all lanes, which call it together.
STRIDER_DEVICE_FUNCTION Drawn best_of_warp(Drawn mine) {
  STRIDER_UNROLL
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    const u32 from = simt::lane_id() ^ distance;
    const Drawn other{simt::shfl(simt::kFullMask, mine.key, from),
                      simt::shfl(simt::kFullMask, mine.vertex, from)};
    if (other.is_before(mine)) mine = other;
  }
  return mine;
}

template <class Offset>
STRIDER_DEVICE_FUNCTION void begin_side(const BlockTeam& team, PathSide<Offset>& side, u32 from,
                                        u32* length) {
  side.level = {0, 0, 1};
  side.arcs = degree(side.ahead, from);
  if (team.rank() != 0) return;
  side.nodes[from].value = 1;
  side.nodes[from].exponent = 0;
  simt::store(&side.nodes[from].level, 0);
  side.queue[0] = from;
  simt::store(length, 1);
}

/// One level on; the level becomes empty where there is none. Returns whether the other side was
/// met. `arcs_before` is what shared.arcs has been. All of the block call it.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool expand(const BlockTeam& team, PathSide<Offset>& side,
                                    const Node* others, u32* length, u64& arcs_before,
                                    PathShared& shared) {
  discover_by_queue(side.ahead, side.nodes, side.level, {side.queue, length});
  team.sync();
  const LevelRange next{side.level.depth + 1, side.level.end, simt::load(length)};
  u64 arcs = 0;
  add_up_rows(team, side.back, next.of(side.queue), Counting{side.nodes, side.level.depth},
              [&](u32 w, PathCount count) {
                count.normalize();
                side.nodes[w].value = count.mantissa;
                side.nodes[w].exponent = count.exponent;
                arcs += degree(side.ahead, w);
                if (others[w].level != kNoLevel) simt::store(&shared.met, 1);
              });
  add_from_warp(&shared.arcs, arcs);
  team.sync();
  side.level = next;
  const u64 arcs_now = simt::load(&shared.arcs);
  side.arcs = arcs_now - arcs_before;
  arcs_before = arcs_now;
  return simt::load(&shared.met) != 0;
}

/// The vertex on the last level of both sides that the path leads through. All of the block call
/// it.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 draw_middle_vertex(const BlockTeam& team,
                                               const PathRound<Offset>& round,
                                               const PathSide<Offset>& side, const Node* others,
                                               PathShared& shared) {
  constexpr u32 kMiddle = 2;
  Drawn mine = none_drawn();
  for (u32 place = side.level.begin + team.rank(); place < side.level.end; place += team.size()) {
    const u32 v = side.queue[place];
    if (others[v].level == kNoLevel) continue;
    const Drawn candidate{
        log_of(side.nodes[v]) + log_of(others[v]) + noise(round.seed, shared.sample, v, kMiddle),
        v};
    if (candidate.is_before(mine)) mine = candidate;
  }
  const u64 key = ordered_bits(mine.key);
  if (mine.vertex != none_drawn().vertex) simt::atomic_max(&shared.best_key, key);
  team.sync();
  if (mine.vertex != none_drawn().vertex && simt::load(&shared.best_key) == key) {
    simt::atomic_min(&shared.best, mine.vertex);
  }
  team.sync();
  return simt::load(&shared.best);
}

/// From `v` back to where the side began: a hit for each vertex between. One warp calls it.
template <class Offset>
STRIDER_DEVICE_FUNCTION void walk_to_end(const PathRound<Offset>& round,
                                         const PathSide<Offset>& side, u32 v, u64 sample,
                                         u32 purpose) {
  for (u32 level = side.nodes[v].level; level > 1;) {
    --level;
    const Row row = row_of(side.back, true, v);
    Drawn mine = none_drawn();
    for (u64 arc = row.begin + simt::lane_id(); arc < row.end; arc += simt::kWarp) {
      const u32 u = simt::load_constant(&side.back.targets[arc]);
      if (side.nodes[u].level != level) continue;
      const Drawn candidate{log_of(side.nodes[u]) + noise(round.seed, sample, u, purpose), u};
      if (candidate.is_before(mine)) mine = candidate;
    }
    v = best_of_warp(mine).vertex;
    if (simt::lane_id() == 0) simt::atomic_add(&round.hits[v], 1);
  }
}

/// Forgets what a side has found.
template <class Offset>
STRIDER_DEVICE_FUNCTION void clear_side(const BlockTeam& team, const PathSide<Offset>& side,
                                        u32 length) {
  for (u32 place = team.rank(); place < length; place += team.size()) {
    simt::store(&side.nodes[side.queue[place]].level, kNoLevel);
  }
}

/// The path of shared.sample. All of the block call it.
template <class Offset>
STRIDER_DEVICE_FUNCTION void sample_path(const BlockTeam& team, const PathRound<Offset>& round,
                                         PathShared& shared) {
  const u64 n = round.out.num_vertices;
  const u64 first = 2 * u64{simt::block_id()} * n;
  PathSide<Offset> forward{round.out, round.in, round.nodes + first, round.queues + first, {}, 0};
  PathSide<Offset> backward{round.in, round.out, round.nodes + first + n, round.queues + first + n,
                            {},       0};
  const PathEnds ends = ends_of_sample(round.seed, shared.sample, round.out.num_vertices);
  begin_side(team, forward, ends.source, &shared.lengths[0]);
  begin_side(team, backward, ends.target, &shared.lengths[1]);
  if (team.rank() == 0) {
    simt::store(&shared.met, 0);
    simt::store(&shared.arcs, 0);
    simt::store(&shared.best_key, 0);
    simt::store(&shared.best, none_drawn().vertex);
  }
  team.sync();
  u64 arcs = 0;
  bool met = false;
  bool forward_is_last = true;
  while (!met && forward.level.begin < forward.level.end &&
         backward.level.begin < backward.level.end) {
    forward_is_last = forward.arcs <= backward.arcs;
    met = forward_is_last ? expand(team, forward, backward.nodes, &shared.lengths[0], arcs, shared)
                          : expand(team, backward, forward.nodes, &shared.lengths[1], arcs, shared);
  }
  if (met) {
    const u32 v = forward_is_last
                      ? draw_middle_vertex(team, round, forward, backward.nodes, shared)
                      : draw_middle_vertex(team, round, backward, forward.nodes, shared);
    const bool is_end = v == ends.source || v == ends.target;
    if (team.rank() == 0 && !is_end) simt::atomic_add(&round.hits[v], 1);
    const u32 warps = team.size() / simt::kWarp;
    if (simt::warp_id() == 0) walk_to_end(round, forward, v, shared.sample, 0);
    if (simt::warp_id() == 1 % warps) walk_to_end(round, backward, v, shared.sample, 1);
    team.sync();
  }
  clear_side(team, forward, simt::load(&shared.lengths[0]));
  clear_side(team, backward, simt::load(&shared.lengths[1]));
  team.sync();
}

}  // namespace strider::detail::STRIDER_DEVICE
