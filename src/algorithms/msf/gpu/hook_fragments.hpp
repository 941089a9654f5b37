// Borůvka's method on edges that have been collected and are candidates of their fragments, all
// rounds in one cooperative kernel (after Fallin, Gonzalez, Seo and Burtscher, A High-Performance
// MST Implementation for GPUs, 2023, of which it has the packed words, the look before the atomic
// and the light edges first; hooking by plain stores and pointer jumping are those of Vineet,
// Harish, Patidar and Narayanan 2009):
//
//   while edges are left:
//     for each fragment, in parallel: hook it to the other end of the first edge that leaves it
//     for each fragment, in parallel: its parent becomes the root of what hangs together
//     for each edge, in parallel: drop it if both ends are in one fragment,
//       else make it a candidate of both fragments
//
// Invariant: every edge taken is the first to leave some fragment, so it is in the forest (the cut
// property). The order of edges has no ties, so that parents close no cycle but those of two
// fragments that hook to each other by the same edge, of which one stays a root. Each warp keeps
// its own share of the edges and fragments together as they become fewer, without a word to the
// others, so that a round costs three barriers and no atomic but those of candidates and taken
// bits.
#pragma once

#include "algorithms/msf/gpu/hook_view.hpp"
#include "simt/grid_sync.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// If names are compared in a pass of their own: in the fragments that keep the key.
template <class Edges>
STRIDER_DEVICE_FUNCTION void add_candidate_names(const HookView<Edges>& view,
                                                 const typename Edges::Edge* own, u64 count) {
  for (u64 i = simt::lane_id(); i < count; i += simt::kWarp) {
    view.add_candidate_name(own[i]);
  }
}

/// A parent is written by one thread only: that with the fragment's first edge.
template <class Edges>
STRIDER_DEVICE_FUNCTION void hook(const HookView<Edges>& view, const typename Edges::Edge* own,
                                  u64 count) {
  for (u64 i = simt::lane_id(); i < count; i += simt::kWarp) {
    const typename Edges::Edge edge = own[i];
    const bool of_u = view.firsts.is_first(edge.u, edge);
    const bool of_v = view.firsts.is_first(edge.v, edge);
    if (!of_u && !of_v) continue;
    const u32 low = edge.u < edge.v ? edge.u : edge.v;
    const u32 high = edge.u < edge.v ? edge.v : edge.u;
    const u32 from = of_u && of_v ? high : (of_u ? edge.u : edge.v);
    simt::store(&view.parents[from], from == high ? low : high);
    const u64 arc = edge.name - view.first_name;
    simt::atomic_or(&view.taken[arc / 32], 1U << arc % 32);
  }
}

/// Follows the parents of v, and makes the last one found v's own: no other writes it. False
/// where that is no root yet. Where all vertices of a way continue so, it is many times shorter
/// after each pass, however long it was: a way may lead through all vertices.
STRIDER_DEVICE_FUNCTION bool jump(u32* parents, u32 v, u32 parent) {
  constexpr u32 kMostHops = 16;
  u32 at = parent;
  for (u32 hop = 0; hop < kMostHops; ++hop) {
    const u32 above = simt::load(&parents[at]);
    if (above == at) {
      if (at != parent) simt::store(&parents[v], at);
      return true;
    }
    at = above;
  }
  simt::store(&parents[v], at);
  return false;
}

/// The fragments of a warp that may have edges: at first all its vertices.
struct OwnRoots {
  Share<u32> share;
  u32 turn;  ///< 0: the vertices of the share; else the list of roots[turn % 2]
  u64 count;
};

template <class Edges>
STRIDER_DEVICE_FUNCTION u32 own_root(const HookView<Edges>& view, const OwnRoots& roots, u64 i) {
  if (roots.turn == 0) return roots.share.begin + static_cast<u32>(i);
  // Arguments that are indexed by a variable would be copied to memory.
  const u32* const list = roots.turn % 2 == 0 ? view.roots[0] : view.roots[1];
  return list[roots.share.begin + i];
}

/// All that were hooked get their roots; firsts are clear for the next round. `pass` ascends from
/// one call to the next.
template <class Edges>
STRIDER_DEVICE_FUNCTION void shortcut(const HookView<Edges>& view, OwnRoots& roots, u32& pass) {
  u32* const kept = (roots.turn % 2 == 0 ? view.roots[1] : view.roots[0]) + roots.share.begin;
  u64 num_kept = 0;
  bool is_far = false;
  ++pass;
  for (u64 first = 0; first < roots.count; first += simt::kWarp) {
    const u64 i = first + simt::lane_id();
    u32 v = 0;
    bool keeps = false;
    if (i < roots.count) {
      v = own_root(view, roots, i);
      // A fragment without a candidate has no edge left, or is the anchor's, and hooks to none.
      if (view.firsts.has(v)) {
        view.firsts.clear(v);
        const u32 parent = simt::load(&view.parents[v]);
        keeps = parent == v;
        if (!keeps && !jump(view.parents, v, parent)) is_far = true;
      }
    }
    const u64 place = take_place(keeps, num_kept);
    if (keeps) kept[place] = v;
  }
  for (;;) {
    if (simt::any(simt::kFullMask, is_far) && simt::lane_id() == 0) {
      simt::store(&view.control->unfinished_pass, pass);
    }
    simt::grid_sync();
    // Others may be a pass ahead, but only where this one has left something.
    if (simt::load(&view.control->unfinished_pass) < pass) break;
    ++pass;
    is_far = false;
    for (u64 i = simt::lane_id(); i < roots.count; i += simt::kWarp) {
      const u32 v = own_root(view, roots, i);
      if (!jump(view.parents, v, simt::load(&view.parents[v]))) is_far = true;
    }
  }
  ++roots.turn;
  roots.count = num_kept;
}

/// Returns how many edges are left to the warp.
template <class Edges>
STRIDER_DEVICE_FUNCTION u64 drop_or_add_candidates(const HookView<Edges>& view,
                                                   typename Edges::Edge* own, u64 count) {
  u64 left = 0;
  for (u64 first = 0; first < count; first += simt::kWarp) {
    const u64 i = first + simt::lane_id();
    typename Edges::Edge edge{};
    bool wants = false;
    if (i < count) {
      edge = own[i];
      // Both were roots a round before, so that one look finds their roots of now.
      edge.u = simt::load_stale(&view.parents[edge.u]);
      edge.v = simt::load_stale(&view.parents[edge.v]);
      wants = edge.u != edge.v;
    }
    const u64 place = take_place(wants, left);
    if (!wants) continue;
    own[place] = edge;
    view.add_candidate(edge);
  }
  return left;
}

/// Hooks the fragments by the edges that have been collected, until each has both ends in one.
/// Cooperative.
template <class Edges>
STRIDER_KERNEL hook_fragments(HookView<Edges> view) {
  view.find_anchor();
  const Share<u64> edges = share_of_warp(view.control->num_edges);
  typename Edges::Edge* const own = view.edges + edges.begin;
  u64 count = edges.count;
  const Share<u32> share = share_of_warp(view.num_vertices);
  OwnRoots roots{share, 0, share.count};
  u32 pass = 0;
  for (u32 round = 1;; ++round) {
    if (simt::lane_id() == 0 && count != 0) simt::store(&view.control->last_round, round);
    simt::grid_sync();
    if (simt::load(&view.control->last_round) != round) break;
    if constexpr (Edges::kComparesNamesLater) {
      add_candidate_names(view, own, count);
      simt::grid_sync();
    }
    hook(view, own, count);
    simt::grid_sync();
    shortcut(view, roots, pass);
    count = drop_or_add_candidates(view, own, count);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
