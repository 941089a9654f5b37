// The search from one source, out level by level and back, by each way to share a level among
// threads (McLaughlin and Bader 2014).
//
//   for depth = 0, 1, ... until nothing is found:
//     discover: neighbours of level depth that have no level get depth + 1
//     count:    number of paths to each vertex of depth + 1, from its neighbours of level depth
//   for depth = deepest, ..., 1:
//     depend:   dependency of each vertex of level depth, from its neighbours of depth + 1
//
// Numbers are gathered by the vertex that they belong to, in an order that its row decides, not
// scattered by atomic additions: these would come in any order, and so would the last bits of sums;
// and no atomic adds numbers of paths that outgrow double. Between two steps the whole team
// synchronizes.
#pragma once

#include "algorithms/bc/gpu/edge_sums.hpp"
#include "algorithms/bc/gpu/row_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Gives w the level if it has none. Several threads may: they write the same.
STRIDER_DEVICE_FUNCTION bool reach(Node* nodes, u32 w, u32 level) {
  if (simt::load_stale(&nodes[w].level) != kNoLevel) return false;
  simt::store(&nodes[w].level, level);
  return true;
}
/// The same; true for one thread only.
STRIDER_DEVICE_FUNCTION bool claim_level(Node* nodes, u32 w, u32 level) {
  return simt::load_stale(&nodes[w].level) == kNoLevel &&
         simt::atomic_cas(&nodes[w].level, kNoLevel, level) == kNoLevel;
}

// --- vertex-parallel: every level looks at all vertices, a thread each

/// body(v) for the vertices of that level.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_level(const BlockTeam& team, const SourceWorkspace& workspace,
                                       u32 num_vertices, u32 depth, const Body& body) {
  for (u32 v = team.rank(); v < num_vertices; v += team.size()) {
    if (simt::load_stale(&workspace.nodes[v].level) == depth) body(v);
  }
}

/// A block searches from one source; returns the largest level.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 walk_by_vertices(const BlockTeam& team, const BcRound<Offset>& round,
                                             const SourceWorkspace& workspace, Reached& reached) {
  const u32 n = round.out.num_vertices;
  u32 depth = 0;
  while (true) {
    bool found = false;
    for_level(team, workspace, n, depth, [&](u32 v) {
      const Row row = row_of(round.out, true, v);
      for (u64 arc = row.begin; arc < row.end; ++arc) {
        const u32 w = simt::load_constant(&round.out.targets[arc]);
        if (reach(workspace.nodes, w, depth + 1)) found = true;
      }
    });
    if (!simt::syncthreads_or(found)) break;
    const Counting terms{workspace.nodes, depth};
    for_level(team, workspace, n, depth + 1, [&](u32 w) {
      const Row row = row_of(round.in, true, w);
      close_count(round, workspace, w, sum_of_row(round.in, w, row, std::false_type{}, terms),
                  reached);
    });
    team.sync();
    ++depth;
  }
  for (u32 back = depth; back > 0; --back) {
    const Depending terms{workspace.nodes, back};
    for_level(team, workspace, n, back, [&](u32 v) {
      const Row row = row_of(round.out, true, v);
      close_dependency(round, workspace, v,
                       sum_of_row(round.out, v, row, std::false_type{}, terms).mantissa);
    });
    team.sync();
  }
  return depth;
}

// --- edge-parallel: every level looks at all edges, in equal shares

/// body(v, w) for the arcs from v, of that level, to w.
template <class Body>
STRIDER_DEVICE_FUNCTION void for_arcs_of_level(const BlockTeam& team, const Coordinates& arcs,
                                               const Node* nodes, u32 depth, const Body& body) {
  for (u64 base = team.rank() - simt::lane_id(); base < arcs.num_arcs; base += team.size()) {
    const u64 arc = base + simt::lane_id();
    const bool has = arc < arcs.num_arcs;
    const u32 v = has ? simt::load_constant(&arcs.keys[arc]) : 0;
    const bool walks = has && simt::load_stale(&nodes[v].level) == depth;
    body(walks, walks ? simt::load_constant(&arcs.targets[arc]) : 0);
  }
}

template <class Offset>
STRIDER_DEVICE_FUNCTION void count_by_edges(const BlockTeam& team, const BcRound<Offset>& round,
                                            const SourceWorkspace& workspace, u32 depth,
                                            Reached& reached) {
  add_up_by_edges(
      team, round.by_target, workspace.borders, Counting{workspace.nodes, depth},
      [&](u32 w, const PathCount& count) { close_count(round, workspace, w, count, reached); });
}
/// Leaves what vertices get from their successors in `kept`, 0 where they have none.
template <class Offset>
STRIDER_DEVICE_FUNCTION void depend_by_edges(const BlockTeam& team, const BcRound<Offset>& round,
                                             const SourceWorkspace& workspace, u32 depth) {
  add_up_by_edges(team, round.by_source, workspace.borders, Depending{workspace.nodes, depth},
                  [&](u32 v, const PathCount& share) { workspace.kept[v] = share.mantissa; });
}

/// A block searches from one source; returns the largest level.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 walk_by_edges(const BlockTeam& team, const BcRound<Offset>& round,
                                          const SourceWorkspace& workspace, Reached& reached) {
  u32 depth = 0;
  while (true) {
    bool found = false;
    for_arcs_of_level(team, round.by_source, workspace.nodes, depth, [&](bool walks, u32 w) {
      if (walks && reach(workspace.nodes, w, depth + 1)) found = true;
    });
    if (!simt::syncthreads_or(found)) break;
    count_by_edges(team, round, workspace, depth, reached);
    ++depth;
  }
  for (u32 back = depth; back > 0; --back) {
    depend_by_edges(team, round, workspace, back);
    for_level(team, workspace, round.out.num_vertices, back,
              [&](u32 v) { close_dependency(round, workspace, v, workspace.kept[v]); });
    team.sync();
  }
  return depth;
}

// --- work-efficient: queues, so that a level costs what its own vertices and edges cost
//
// All levels stand one after the other in one array, with the end of each: on the way back they are
// there. The order within a level is that in which threads come to append; no sum depends on it.

/// Follows arcs to vertices without a level; those that it claims go into the queue.
struct QueueWriter {
  Node* nodes;
  const u32* targets;
  u32 level;
  VertexQueue queue;

  /// Arcs that a lane follows at the same time: a read of memory takes as long for one as for four.
  static constexpr u32 kTogether = 4;

  /// Up to kTogether arcs from `place` on, `stride` apart. All lanes call it.
  STRIDER_DEVICE_FUNCTION void follow(u64 place, u64 end, u32 stride) const {
    u32 found[kTogether] = {};
    u32 seem_new = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < kTogether; ++i, place += stride) {
      if (place >= end) continue;
      found[i] = simt::load_constant(&targets[place]);
      seem_new |= 1U << i;
    }
    STRIDER_UNROLL
    for (u32 i = 0; i < kTogether; ++i) {
      if ((seem_new >> i & 1U) != 0 && simt::load_stale(&nodes[found[i]].level) != kNoLevel) {
        seem_new &= ~(1U << i);
      }
    }
    u32 claimed = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < kTogether; ++i) {
      if ((seem_new >> i & 1U) != 0 &&
          simt::atomic_cas(&nodes[found[i]].level, kNoLevel, level) == kNoLevel) {
        claimed |= 1U << i;
      }
    }
    append_all(found, claimed, queue);
  }
  /// The rows of the lanes, those of kWarpRow arcs and more by the whole warp, one after the other.
  /// All lanes call it.
  STRIDER_DEVICE_FUNCTION void follow_rows(Row row) const {
    for (u32 rest = simt::ballot(simt::kFullMask, row.end - row.begin >= kWarpRow); rest != 0;
         rest &= rest - 1) {
      const u32 lane = simt::lowest_bit(rest);
      const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
      for (u64 place = simt::shfl(simt::kFullMask, row.begin, lane); place < end;
           place += kTogether * simt::kWarp) {
        follow(place + simt::lane_id(), end, simt::kWarp);
      }
      if (simt::lane_id() == lane) row.begin = row.end;
    }
    while (simt::any(simt::kFullMask, row.begin < row.end)) {
      follow(row.begin, row.end, 1);
      row.begin += kTogether;
    }
  }
};

/// The part of a queue that is a level.
struct LevelRange {
  u32 depth;
  u32 begin;
  u32 end;
};

template <class Offset>
STRIDER_DEVICE_FUNCTION void discover_by_queue(const BlockTeam& team, const BcRound<Offset>& round,
                                               const SourceWorkspace& workspace,
                                               const LevelRange& level, u32* length) {
  const QueueWriter writer{
      workspace.nodes, round.out.targets, level.depth + 1, {workspace.queue, length}};
  for (u32 base = level.begin + (team.rank() - simt::lane_id()); base < level.end;
       base += team.size()) {
    const u32 place = base + simt::lane_id();
    const bool has = place < level.end;
    writer.follow_rows(row_of(round.out, has, has ? workspace.queue[place] : 0));
  }
}
/// The same by all edges, where the level is much of the graph.
template <class Offset>
STRIDER_DEVICE_FUNCTION void discover_by_edges(const BlockTeam& team, const BcRound<Offset>& round,
                                               const SourceWorkspace& workspace, u32 depth,
                                               u32* length) {
  for_arcs_of_level(team, round.by_source, workspace.nodes, depth, [&](bool walks, u32 w) {
    const bool found = walks && claim_level(workspace.nodes, w, depth + 1);
    append(found, w, {workspace.queue, length});
  });
}

/// A team searches from one source; returns the largest level. `length` is 1, and the source the
/// first of the queue.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 walk_by_queues(const BlockTeam& team, const BcRound<Offset>& round,
                                           const SourceWorkspace& workspace, u32* length,
                                           Reached& reached) {
  const auto by_edges = [&](const LevelRange& level) {
    return level.end - level.begin >= round.edges_from;
  };
  LevelRange level{0, 0, 1};
  while (true) {
    if (by_edges(level)) {
      discover_by_edges(team, round, workspace, level.depth, length);
    } else {
      discover_by_queue(team, round, workspace, level, length);
    }
    team.sync();
    const LevelRange next{level.depth + 1, level.end, simt::load(length)};
    if (next.begin == next.end) break;
    if (team.rank() == 0) workspace.ends[next.depth + 1ULL] = next.end;
    if (by_edges(next)) {
      count_by_edges(team, round, workspace, level.depth, reached);
    } else {
      add_up_rows(team, round.in, workspace.queue, next.begin, next.end,
                  Counting{workspace.nodes, level.depth}, [&](u32 w, const PathCount& count) {
                    close_count(round, workspace, w, count, reached);
                  });
      team.sync();
    }
    level = next;
  }
  for (LevelRange back = level; back.depth > 0;) {
    if (by_edges(back)) {
      depend_by_edges(team, round, workspace, back.depth);
      for (u32 place = back.begin + team.rank(); place < back.end; place += team.size()) {
        const u32 v = workspace.queue[place];
        close_dependency(round, workspace, v, workspace.kept[v]);
      }
    } else {
      add_up_rows(team, round.out, workspace.queue, back.begin, back.end,
                  Depending{workspace.nodes, back.depth}, [&](u32 v, const PathCount& share) {
                    close_dependency(round, workspace, v, share.mantissa);
                  });
    }
    team.sync();
    back = {back.depth - 1, back.depth > 1 ? workspace.ends[back.depth - 1ULL] : 0, back.begin};
  }
  return level.depth;
}

}  // namespace strider::detail::STRIDER_DEVICE
