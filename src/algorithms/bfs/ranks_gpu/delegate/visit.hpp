// The visits of the four subgraphs (Pan, Pearce and Owens 2018, section IV-A): what is done with an
// arc, for any mapping of gpu/advance.hpp forward, and the way backward.
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Finds delegates, of which the mask will tell, not a queue: dd and nd.
struct FindDelegates {
  u32* reached;  ///< delegates visited by any rank, and those found here on this level
  u32* parents;  ///< parent ids
  u32 first_id;  ///< the parent id of row 0

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 delegate) const {
    return seems_unset(reached, delegate);
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*u*/, u32 delegate) const {
    return set_bit(reached, delegate);
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 delegate, u32 word) const {
    if (!word_has_bit(word, delegate)) take(u, delegate);
    return false;
  }
  STRIDER_DEVICE_FUNCTION void take(u32 u, u32 delegate) const { parents[delegate] = first_id + u; }
};

/// Finds normal vertices of this rank: dn.
struct FindNormals {
  u32* reached;
  u32* parents;  ///< parent ids
  u32 first_id;  ///< the parent id of row 0

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 v) const {
    return seems_unset(reached, v);
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*u*/, u32 v) const { return set_bit(reached, v); }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 v, u32 word) const {
    if (word_has_bit(word, v)) return false;
    take(u, v);
    return true;
  }
  STRIDER_DEVICE_FUNCTION void take(u32 u, u32 v) const { parents[v] = first_id + u; }
};

/// Finds normal vertices of this rank, and notes each ghost once a search: nn.
struct FindNeighbours {
  FindNormals own;
  u32* seen;  ///< ghosts
  u32 num_local;

  STRIDER_DEVICE_FUNCTION bool may_update(u32 u, u32 column) const {
    return column < num_local ? own.may_update(u, column) : seems_unset(seen, column - num_local);
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 /*u*/, u32 column) const {
    // One atomic for both kinds, not one a branch.
    const bool is_local = column < num_local;
    return set_bit(is_local ? own.reached : seen, is_local ? column : column - num_local);
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 column, u32 word) const {
    return column < num_local && own.keep(u, column, word);
  }
};

/// The same, but an arc to a ghost goes into the output, whatever went there before.
struct FindNeighbourArcs {
  FindNormals own;
  u32 num_local;

  STRIDER_DEVICE_FUNCTION bool may_update(u32 u, u32 column) const {
    return column >= num_local || own.may_update(u, column);
  }
  STRIDER_DEVICE_FUNCTION u32 attempt(u32 u, u32 column) const {
    return column >= num_local ? 0 : own.attempt(u, column);
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 column, u32 word) const {
    return column >= num_local || own.keep(u, column, word);
  }
};
/// Columns that are normal vertices of this rank, and those that are ghosts.
struct NormalsAndGhosts {
  VertexQueue normals;
  VertexQueue ghosts;
  u32 num_local;
};
struct StagedNormalsAndGhosts {
  StagedQueues<2> queues;
  u32 num_local;
};
STRIDER_DEVICE_FUNCTION StagedNormalsAndGhosts stage(const NormalsAndGhosts& output) {
  return {stage(output.normals, output.ghosts), output.num_local};
}
STRIDER_DEVICE_FUNCTION void flush(StagedNormalsAndGhosts& staged) {
  flush(staged.queues);
}
template <u32 Most>
STRIDER_DEVICE_FUNCTION void append_all(const u32 (&columns)[Most], u32 wanted,
                                        StagedNormalsAndGhosts& staged) {
  u32 vertices[Most];
  u32 ghosts = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < Most; ++i) {
    const bool is_ghost = columns[i] >= staged.num_local;
    vertices[i] = is_ghost ? columns[i] - staged.num_local : columns[i];
    if (is_ghost) ghosts |= 1U << i;
  }
  append_all(vertices, (wanted & ~ghosts) | (wanted & ghosts) << kMostAppended, staged.queues);
}

/// Rows of `sources` that the functor has not reached look for a column among `parents`, which
/// no thread changes meanwhile. A warp has the 32 rows of a word.
template <class F, class Output, class Count>
STRIDER_KERNEL visit_backward(Rows<u32> rows, const u32* sources, const u32* parents, F functor,
                              Output output, Count count) {
  auto staged = stage(output);
  const u32 num_words = (rows.num_vertices + 31) / 32;
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 reached = simt::load(&functor.reached[w]);
    const u32 looking = sources[w] & ~reached;
    if (looking == 0) continue;
    const u32 row = w * 32 + simt::lane_id();
    const bool looks = (looking >> simt::lane_id() & 1U) != 0;
    const u64 begin = looks ? rows.offsets[row] : 0;
    const u64 end = looks ? rows.offsets[row + 1] : 0;
    const u32 parent = first_member(rows.targets, begin, end, parents, count);
    const bool found = parent != kNoParent;
    if (found) functor.take(parent, row);
    append(found, row, staged);
    const u32 all_found = simt::ballot(simt::kFullMask, found);
    if (simt::lane_id() == 0 && all_found != 0) {
      simt::store(&functor.reached[w], reached | all_found);
    }
  }
  flush(staged);
  count.finish();
}

}  // namespace strider::detail::STRIDER_DEVICE
