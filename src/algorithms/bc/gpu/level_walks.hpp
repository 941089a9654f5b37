// Brandes' algorithm for one source by a block, out level by level and back, by each way to share a
// level among threads (McLaughlin and Bader 2014).
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
/// Gives a level to those that arcs lead to and that have none; each goes into the output once.
struct ClaimLevel {
  Node* nodes;
  u32 level;

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*v*/, u32 w) const {
    return simt::load_stale(&nodes[w].level) == kNoLevel;
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*v*/, u32 w) const {
    return simt::atomic_cas(&nodes[w].level, kNoLevel, level);
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 /*v*/, u32 /*w*/, u32 old) const { return old == kNoLevel; }
};

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
      close_count(round, workspace, w, sum_of_row(round.in, w, row, 1, terms), reached);
    });
    team.sync();
    ++depth;
  }
  for (u32 back = depth; back > 0; --back) {
    const Depending terms{workspace.nodes, back};
    for_level(team, workspace, n, back, [&](u32 v) {
      const Row row = row_of(round.out, true, v);
      close_dependency(round, workspace, v, sum_of_row(round.out, v, row, 1, terms).mantissa);
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

/// The part of a queue that is a level.
struct LevelRange {
  u32 depth;
  u32 begin;
  u32 end;

  STRIDER_DEVICE_FUNCTION SomeRows of(const u32* queue) const {
    return {queue + begin, end - begin};
  }
};

/// Neighbours of the level that have none get the next, and go to the end of the queue. By a block.
template <class Offset>
STRIDER_DEVICE_FUNCTION void discover_by_queue(const Rows<Offset>& rows, Node* nodes,
                                               const LevelRange& level, const VertexQueue& queue) {
  advance(rows, level.of(queue.vertices), ClaimLevel{nodes, level.depth + 1}, queue,
          ByBlock{kWarpRow});
}
/// The same by all edges, where the level is much of the graph.
template <class Offset>
STRIDER_DEVICE_FUNCTION void discover_by_edges(const BlockTeam& team, const BcRound<Offset>& round,
                                               Node* nodes, u32 depth, const VertexQueue& queue) {
  const ClaimLevel claim{nodes, depth + 1};
  for_arcs_of_level(team, round.by_source, nodes, depth, [&](bool walks, u32 w) {
    append(walks && claim.may_update(0, w) && claim.keep(0, w, claim.attempt(0, w)), w, queue);
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
  const VertexQueue queue{workspace.queue, length};
  LevelRange level{0, 0, 1};
  while (true) {
    if (by_edges(level)) {
      discover_by_edges(team, round, workspace.nodes, level.depth, queue);
    } else {
      discover_by_queue(round.out, workspace.nodes, level, queue);
    }
    team.sync();
    const LevelRange next{level.depth + 1, level.end, simt::load(length)};
    if (next.begin == next.end) break;
    if (team.rank() == 0) workspace.ends[next.depth + 1ULL] = next.end;
    if (by_edges(next)) {
      count_by_edges(team, round, workspace, level.depth, reached);
    } else {
      add_up_rows(
          team, round.in, next.of(workspace.queue), Counting{workspace.nodes, level.depth},
          [&](u32 w, const PathCount& count) { close_count(round, workspace, w, count, reached); });
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
      add_up_rows(team, round.out, back.of(workspace.queue), Depending{workspace.nodes, back.depth},
                  [&](u32 v, const PathCount& share) {
                    close_dependency(round, workspace, v, share.mantissa);
                  });
    }
    team.sync();
    back = {back.depth - 1, back.depth > 1 ? workspace.ends[back.depth - 1ULL] : 0, back.begin};
  }
  return level.depth;
}

}  // namespace strider::detail::STRIDER_DEVICE
