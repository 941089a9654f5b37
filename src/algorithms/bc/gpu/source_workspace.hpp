// The workspace of a search from one source: what it reads and writes.
#pragma once

#include "algorithms/bc/path_count.hpp"
#include "gpu/advance.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// By equal shares of all arcs: arcs that a warp adds up before it looks at its borders.
inline constexpr u32 kChunkArcs = 1024;

/// The level of a vertex that no path has come to.
inline constexpr u32 kNoLevel = 0xFFFF'FFFFU;

/// What is known of a vertex, 16 bytes: a neighbour costs one sector of memory.
struct Node {
  /// On the way out the mantissa of the number of paths; on the way back, once the vertex is
  /// closed, (weight + dependency) / mantissa.
  double value;
  u32 level;
  std::int32_t exponent;  ///< of the number of paths, as PathCount has it
};

/// A source of a round.
struct SourceRecord {
  u32 vertex;
  double times;  ///< how often it counts
};

/// What a search tells of itself, summed up by atomics from 0.
struct SourceFacts {
  u64 arcs;     ///< that start at vertices reached
  u64 targets;  ///< that were reached, the source left out
  u32 depth;    ///< the largest level
};

/// Arcs in coordinate form: arc k is one of the row of keys[k] and leads to targets[k].
struct Coordinates {
  const u32* keys;
  const u32* targets;
  u64 num_arcs;
};

/// A round of sources. Each array has a range for each source, `borders` two entries for each chunk
/// of arcs.
template <class Offset>
struct BcRound {
  Rows<Offset> out;
  Rows<Offset> in;
  Coordinates by_source;  ///< where edges are walked
  Coordinates by_target;

  Node* nodes;
  double* kept;  ///< of closed vertices: the dependency or, where edges are scored, the mantissa
  u32* queues;   ///< where there are queues: the vertices reached, level after level
  u32* ends;     ///< with them: where each level begins in the queue; num_vertices + 2
  PathCount* borders;

  const SourceRecord* sources;
  u32 num_sources;
  u32* next_source;
  SourceFacts* facts;
  const double* weights;  ///< of targets; null: 1 each
  bool scores_edges;
  u32 edges_from;  ///< hybrid: levels of so many vertices are walked by edges
};

struct SourceWorkspace {
  Node* nodes;
  double* kept;
  u32* queue;
  u32* ends;
  PathCount* borders;
  const double* weights;

  STRIDER_DEVICE_FUNCTION double weight(u32 v) const {
    return weights == nullptr ? 1 : simt::load_constant(&weights[v]);
  }
};

template <class Offset>
STRIDER_DEVICE_FUNCTION SourceWorkspace workspace_of(const BcRound<Offset>& round, u32 number) {
  const u64 first = u64{number} * round.out.num_vertices;
  const u64 chunks = (round.by_source.num_arcs + kChunkArcs - 1) / kChunkArcs;
  return {.nodes = round.nodes + first,
          .kept = round.kept + first,
          .queue = round.queues == nullptr ? nullptr : round.queues + first,
          .ends = round.ends == nullptr
                      ? nullptr
                      : round.ends + u64{number} * (round.out.num_vertices + 2ULL),
          .borders = round.borders == nullptr ? nullptr : round.borders + 2 * u64{number} * chunks,
          .weights = round.weights};
}

/// Of what one thread has closed on the way out.
struct Reached {
  u64 arcs;
  u64 targets;
};

/// Threads that search together: those of a block, whole warps.
struct BlockTeam {
  STRIDER_DEVICE_FUNCTION u32 rank() const { return simt::thread_id(); }
  STRIDER_DEVICE_FUNCTION u32 size() const { return simt::block_dim(); }
  STRIDER_DEVICE_FUNCTION void sync() const { simt::syncthreads(); }
};
/// Forgets the search before, and makes the source level 0, reached by one path. All of the team
/// call it.
template <class Offset>
STRIDER_DEVICE_FUNCTION void begin_search(const BlockTeam& team, const BcRound<Offset>& round,
                                          const SourceWorkspace& workspace, u32 source) {
  for (u32 v = team.rank(); v < round.out.num_vertices; v += team.size()) {
    const bool is_source = v == source;
    workspace.nodes[v] = {is_source ? 1.0 : 0.0, is_source ? 0 : kNoLevel, 0};
    workspace.kept[v] = is_source && round.scores_edges ? 1 : 0;
  }
  if (team.rank() == 0 && workspace.queue != nullptr) {
    workspace.queue[0] = source;
    workspace.ends[1] = 1;
  }
}

/// Adds what the calling warp's threads have closed to the facts of the source. All lanes call it.
STRIDER_DEVICE_FUNCTION void tell_reached(SourceFacts* facts, const Reached& reached) {
  add_from_warp(&facts->arcs, reached.arcs);
  add_from_warp(&facts->targets, reached.targets);
}

// --- what is decided per vertex, the same for all methods

/// The number of paths to a vertex of level `depth` + 1 from its neighbours of level `depth`.
struct Counting {
  using Sum = PathCount;

  const Node* nodes;
  u32 depth;

  STRIDER_DEVICE_FUNCTION bool wants(u32 w) const { return nodes[w].level == depth + 1; }
  STRIDER_DEVICE_FUNCTION std::int32_t start(u32 /*w*/) const { return 0; }
  STRIDER_DEVICE_FUNCTION void add(std::int32_t /*own*/, u64 /*arc*/, u32 v, PathCount& sum) const {
    if (nodes[v].level != depth) return;
    PathCount count;
    count.mantissa = nodes[v].value;
    count.exponent = nodes[v].exponent;
    sum += count;
  }
};

/// What a vertex of level `depth` gets from its successors, over its own mantissa.
struct Depending {
  using Sum = PathCount;

  const Node* nodes;
  u32 depth;

  STRIDER_DEVICE_FUNCTION bool wants(u32 v) const { return nodes[v].level == depth; }
  STRIDER_DEVICE_FUNCTION std::int32_t start(u32 v) const { return nodes[v].exponent; }
  STRIDER_DEVICE_FUNCTION void add(std::int32_t own, u64 /*arc*/, u32 w, PathCount& sum) const {
    if (nodes[w].level != depth + 1) return;
    sum.mantissa += share_of_successor(own, nodes[w].value, nodes[w].exponent);
  }
};

/// The number of paths to w is known.
template <class Offset>
STRIDER_DEVICE_FUNCTION void close_count(const BcRound<Offset>& round,
                                         const SourceWorkspace& workspace, u32 w, PathCount count,
                                         Reached& reached) {
  count.normalize();
  workspace.nodes[w].value = count.mantissa;
  workspace.nodes[w].exponent = count.exponent;
  reached.arcs += degree(round.out, w);
  reached.targets += static_cast<u64>(workspace.weight(w));
}

/// The dependency of v is known, over its mantissa.
template <class Offset>
STRIDER_DEVICE_FUNCTION void close_dependency(const BcRound<Offset>& round,
                                              const SourceWorkspace& workspace, u32 v,
                                              double share) {
  const double mantissa = workspace.nodes[v].value;
  const double dependency = mantissa * share;
  workspace.kept[v] = round.scores_edges ? mantissa : dependency;
  workspace.nodes[v].value = (workspace.weight(v) + dependency) / mantissa;
}

}  // namespace strider::detail::STRIDER_DEVICE
