// What precedes the visits of a level (Pan, Pearce and Owens 2018, section IV and Figure 3): new
// vertices get their level, those with arcs are put into the queues of the subgraphs, and the work
// ahead is summed up: FV in arcs, and the unvisited of which BV is estimated.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/counts.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/visit.hpp"
#include "gpu/block_sum.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct DelegatePrevisit {
  const u32* mask;  ///< found on the level before, by all ranks
  u32* visited;
  u32* reached;
  u32* levels;
  Rows<u32> dd;
  Rows<u32> dn;
  const u32* dd_sources;
  const u32* dn_sources;
  u32* dd_queue;
  u32* dn_queue;
  DelegateCounts* counts;  ///< from 0 on
  u32 level;
};

struct NormalPrevisit {
  const u32* found;  ///< all normal vertices of this search
  const QueueMarks* marks;
  const u32* visited;
  u32* levels;
  Rows<u32> nd;
  Rows<u32> nn;
  const u32* nd_sources;
  u32* nd_queue;
  u32* nn_queue;
  NormalCounts* counts;  ///< from 0 on
  u32 begin;             ///< of the frontier in `found`
  u32 level;
};

/// A warp has the 32 delegates of a word.
STRIDER_KERNEL previsit_delegates(DelegatePrevisit p) {
  u64 dd_arcs = 0;
  u64 dn_arcs = 0;
  u32 vertices = 0;
  u32 dd_unvisited = 0;
  u32 dn_unvisited = 0;
  StagedQueues<2> staged =
      stage({p.dd_queue, &p.counts->dd_rows}, {p.dn_queue, &p.counts->dn_rows});
  const u32 num_words = (p.dd.num_vertices + 31) / 32;
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 found = p.mask[w];
    const u32 visited = simt::load(&p.visited[w]) | found;
    if (found != 0) {
      const u32 delegate = w * 32 + simt::lane_id();
      const bool is_new = (found >> simt::lane_id() & 1U) != 0;
      const u32 dd_degree = is_new ? degree(p.dd, delegate) : 0;
      const u32 dn_degree = is_new ? degree(p.dn, delegate) : 0;
      if (is_new) p.levels[delegate] = p.level;
      append(dd_degree > 0, delegate, staged, 0);
      append(dn_degree > 0, delegate, staged, 1);
      dd_arcs += dd_degree;
      dn_arcs += dn_degree;
    }
    if (simt::lane_id() == 0) {
      simt::store(&p.visited[w], visited);
      simt::store(&p.reached[w], visited);
      vertices += simt::popcount(found);
      dd_unvisited += simt::popcount(p.dd_sources[w] & ~visited);
      dn_unvisited += simt::popcount(p.dn_sources[w] & ~visited);
    }
  }
  flush(staged);
  add_from_warp(&p.counts->dd_arcs, dd_arcs);
  add_from_warp(&p.counts->dn_arcs, dn_arcs);
  add_from_warp(&p.counts->vertices, vertices);
  add_from_warp(&p.counts->dd_unvisited, dd_unvisited);
  add_from_warp(&p.counts->dn_unvisited, dn_unvisited);
}

STRIDER_KERNEL previsit_normals(NormalPrevisit p) {
  u64 nd_arcs = 0;
  u64 nn_arcs = 0;
  u32 nd_unvisited = 0;
  StagedQueues<2> staged =
      stage({p.nd_queue, &p.counts->nd_rows}, {p.nn_queue, &p.counts->nn_rows});
  const u32 end = p.marks->size;
  for (u32 base = p.begin + simt::global_id() - simt::lane_id(); base < end;
       base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 v = i < end ? p.found[i] : 0;
    const u32 nd_degree = i < end ? degree(p.nd, v) : 0;
    const u32 nn_degree = i < end ? degree(p.nn, v) : 0;
    if (i < end) p.levels[v] = p.level;
    append(nd_degree > 0, v, staged, 0);
    append(nn_degree > 0, v, staged, 1);
    nd_arcs += nd_degree;
    nn_arcs += nn_degree;
  }
  const u32 num_words = (p.nd.num_vertices + 31) / 32;
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) {
    nd_unvisited += simt::popcount(p.nd_sources[w] & ~p.visited[w]);
  }
  flush(staged);
  add_from_warp(&p.counts->nd_arcs, nd_arcs);
  add_from_warp(&p.counts->nn_arcs, nn_arcs);
  add_from_warp(&p.counts->nd_unvisited, nd_unvisited);
}

/// What this rank found on a level is the mask that goes to all. *any becomes 1 where it is not
/// empty.
STRIDER_KERNEL form_mask(const u32* reached, const u32* visited, u32 num_words, u32* mask,
                         u32* found_here, u32* any) {
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) {
    const u32 found = reached[w] & ~visited[w];
    mask[w] = found;
    if (found == 0) continue;
    found_here[w] |= found;
    simt::store(any, 1);
  }
}

/// Whether the lane's vertex is new here, which another rank sent.
STRIDER_DEVICE_FUNCTION bool takes(const FindNormals& functor, bool has_vertex, u32 v) {
  return has_vertex && functor.may_update(0, v) && functor.keep(0, v, functor.attempt(0, v));
}

/// Vertices of this rank that another one sent.
STRIDER_KERNEL take_arrived(const u32* vertices, u32 size, FindNormals functor, VertexQueue found) {
  StagedQueues<1> staged = stage(found);
  for (u32 base = simt::global_id() - simt::lane_id(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 v = i < size ? vertices[i] : 0;
    append(takes(functor, i < size, v), v, staged);
  }
  flush(staged);
}

/// The same of a bitmap, or of its words from first_word on; a warp has a word.
STRIDER_KERNEL take_arrived_bits(const u32* words, u32 num_words, u32 first_word,
                                 FindNormals functor, VertexQueue found) {
  StagedQueues<1> staged = stage(found);
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 bits = words[w];
    if (bits == 0) continue;
    const u32 v = (first_word + w) * 32 + simt::lane_id();
    append(takes(functor, (bits >> simt::lane_id() & 1U) != 0, v), v, staged);
  }
  flush(staged);
}

}  // namespace strider::detail::STRIDER_DEVICE
