// The visits of the four subgraphs (Pan, Pearce and Owens 2018, section IV-A): what is done with an
// arc, for the mappings of bfs/gpu that go forward, and the way backward.
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Finds delegates, of which the mask will tell: dd and nd.
struct DelegateVisitor {
  u32* reached;   ///< delegates visited by any rank, and those found here on this level
  u32* parents;   ///< parent ids
  u32 id_offset;  ///< of the rows' vertices

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 delegate) const {
    return seems_unset(reached, delegate);
  }
  STRIDER_DEVICE_FUNCTION bool visit(u32 u, u32 delegate) const {
    if (claim(reached, delegate)) parents[delegate] = id_offset + u;
    return false;
  }
  STRIDER_DEVICE_FUNCTION void take(u32 u, u32 delegate) const {
    parents[delegate] = id_offset + u;
  }
  STRIDER_DEVICE_FUNCTION void keep(bool /*found*/, u32 /*delegate*/) const {}
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&)[Most], u32 /*found*/) const {}
};

/// Finds normal vertices of this rank: dn.
struct NormalVisitor {
  u32* reached;
  u32* parents;   ///< parent ids
  u32 id_offset;  ///< of the rows' vertices
  VertexQueue found;

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 v) const { return seems_unset(reached, v); }
  STRIDER_DEVICE_FUNCTION bool visit(u32 u, u32 v) const {
    if (!claim(reached, v)) return false;
    take(u, v);
    return true;
  }
  STRIDER_DEVICE_FUNCTION void take(u32 u, u32 v) const { parents[v] = id_offset + u; }
  STRIDER_DEVICE_FUNCTION void keep(bool wanted, u32 v) const { append(wanted, v, found); }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&vertices)[Most], u32 wanted) const {
    append_all(vertices, wanted, found);
  }
};

/// Ghosts, each noted once a search.
struct DistinctGhosts {
  u32* seen;

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 ghost) const { return seems_unset(seen, ghost); }
  STRIDER_DEVICE_FUNCTION bool visit_ghost(u32 ghost) const {
    static_cast<void>(claim(seen, ghost));
    return false;
  }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&)[Most], u32 /*wanted*/) const {}
};

/// Ghosts, each as often as an arc leads to it.
struct AllGhosts {
  VertexQueue seen;

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 /*ghost*/) const { return true; }
  STRIDER_DEVICE_FUNCTION bool visit_ghost(u32 /*ghost*/) const { return true; }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&ghosts)[Most], u32 wanted) const {
    append_all(ghosts, wanted, seen);
  }
};

/// Finds normal vertices of this rank, and reaches those of others: nn.
template <class Ghosts>
struct NeighbourVisitor {
  NormalVisitor own;
  Ghosts ghosts;
  u32 num_local;

  STRIDER_DEVICE_FUNCTION bool seems_new(u32 column) const {
    return column < num_local ? own.seems_new(column) : ghosts.seems_new(column - num_local);
  }
  STRIDER_DEVICE_FUNCTION bool visit(u32 u, u32 column) const {
    return column < num_local ? own.visit(u, column) : ghosts.visit_ghost(column - num_local);
  }
  template <u32 Most>
  STRIDER_DEVICE_FUNCTION void keep_all(const u32 (&columns)[Most], u32 wanted) const {
    u32 others[Most];
    u32 local = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      others[i] = columns[i] - num_local;
      if (columns[i] < num_local) local |= 1U << i;
    }
    own.keep_all(columns, wanted & local);
    ghosts.keep_all(others, wanted & ~local);
  }
};

/// Rows of `sources` that the visitor has not reached look for a column among `parents`, which
/// no thread changes meanwhile. A warp has the 32 rows of a word.
template <class Visitor>
STRIDER_KERNEL visit_backward(Rows<u32> rows, const u32* sources, const u32* parents,
                              Visitor visitor) {
  const u32 num_words = (rows.num_vertices + 31) / 32;
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 reached = simt::load(&visitor.reached[w]);
    const u32 looking = sources[w] & ~reached;
    if (looking == 0) continue;
    const u32 row = w * 32 + simt::lane_id();
    const bool looks = (looking >> simt::lane_id() & 1U) != 0;
    const u64 begin = looks ? rows.offsets[row] : 0;
    const u64 end = looks ? rows.offsets[row + 1] : 0;
    const u32 parent = first_member(rows.targets, begin, end, parents);
    const bool found = parent != kNoParent;
    if (found) visitor.take(parent, row);
    visitor.keep(found, row);
    const u32 all_found = simt::ballot(simt::kFullMask, found);
    if (simt::lane_id() == 0 && all_found != 0) {
      simt::store(&visitor.reached[w], reached | all_found);
    }
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
