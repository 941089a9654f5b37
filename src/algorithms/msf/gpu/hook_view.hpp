// What the kernels of a spanning forest read and write, and what their threads share.
#pragma once

#include "algorithms/msf/gpu/ordered_edges.hpp"
#include "gpu/vertex_queue.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What warps tell each other, and the host. Numbers of rounds and passes ascend while a kernel
/// runs, so that they need no clearing in between.
struct HookControl {
  u64 num_edges;        ///< collected
  u32 last_round;       ///< in which a warp had edges
  u32 unfinished_pass;  ///< the last one in which a root was not reached
  u32 anchor;           ///< of HookView
  u32 found_nan;        ///< whether the ends of an edge follow that weighs NaN
  u32 nan_u;
  u32 nan_v;
};

template <class Edges>
struct HookView {
  using Edge = typename Edges::Edge;

  u32 num_vertices;
  u32* parents;  ///< of a root: itself
  typename Edges::Firsts firsts;
  /// By warp, from its share of the vertices on: the fragments that may have edges, in turns.
  u32* roots[2];
  Edge* edges;
  u32* taken;      ///< a bit an arc: whether the edge of that name is in the forest
  u64 first_name;  ///< of arc 0
  HookControl* control;
  /// A vertex that stays a root while a kernel runs: its fragment hooks to none, and gets no
  /// candidates. All others hook themselves in each round, so that it costs none; and of most edges
  /// one end is soon in the greatest fragment, whose word all threads would ask for at once.
  u32 anchor = 0;

  /// Before the next two.
  STRIDER_DEVICE_FUNCTION void find_anchor() { anchor = simt::load(&control->anchor); }
  STRIDER_DEVICE_FUNCTION void add_candidate(const Edge& edge) const {
    if (edge.u != anchor) firsts.add_candidate(edge.u, edge);
    if (edge.v != anchor) firsts.add_candidate(edge.v, edge);
  }
  STRIDER_DEVICE_FUNCTION void add_candidate_name(const Edge& edge) const {
    if (edge.u != anchor) firsts.add_candidate_name(edge.u, edge);
    if (edge.v != anchor) firsts.add_candidate_name(edge.v, edge);
  }
};

/// Of numbers from 0 on, those that are the calling warp's.
template <class T>
struct Share {
  T begin;
  T count;
};
template <class T>
STRIDER_DEVICE_FUNCTION Share<T> share_of_warp(T count) {
  const u64 begin = u64{count} * warp_of_grid() / warps_of_grid();
  const u64 end = u64{count} * (warp_of_grid() + 1ULL) / warps_of_grid();
  return {static_cast<T>(begin), static_cast<T>(end - begin)};
}

/// Numbers those lanes that want a place, from `next` on, and advances it past them. All lanes of a
/// warp call it. What they read before, none writes before all have.
STRIDER_DEVICE_FUNCTION u64 take_place(bool wants, u64& next) {
  const u32 takers = simt::ballot(simt::kFullMask, wants);
  simt::syncwarp(simt::kFullMask);
  const u64 place = next + simt::popcount(takers & simt::lanes_below());
  next += simt::popcount(takers);
  return place;
}

}  // namespace strider::detail::STRIDER_DEVICE
