// The whole search in one cooperative kernel: top-down or bottom-up, level by level, as the work
// ahead says (Pan, Pearce and Owens 2018, section IV-B).
//
//   frontier = the sources, a queue
//   while the frontier is not empty, nor at the depth asked for, nor the target seen:
//     FV = arcs of the frontier; BV = those that a bottom-up level would look at (direction.hpp)
//     a queue becomes bits where FV > forward_factor BV,
//     bits become a queue where FV < backward_factor BV
//     queue, top-down:  as persistent.hpp
//     bits, bottom-up:  each unvisited vertex looks for a parent in the frontier, first among the
//       candidates beside it; those that find none there are listed, and look through their rows
//
// Invariant: between two levels all threads have the same `Progress`, so that they decide alike.
#pragma once

#include "algorithms/bfs/direction.hpp"
#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/persistent.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Everything the kernel works on.
struct DirectedSearch {
  FrontierWalk walk;
  DegreeLayoutView layout;
  u32* bits[2];  ///< the frontier of even levels, of odd levels
  u32* open;
  u32 num_connected;
  double num_arcs;
  SwitchFactors factors;
  u32 long_row;
  bool may_go_bottom_up;
};

/// Rows that start with hubs scan about this share of the arcs that rows in random order would: the
/// factor by which subgraphs of delegates go backward, and best on an H200
/// (benchmarks/results/2026-11-27-gpu.md), also for rows in the order of the input. Where no row is
/// long nothing is gained: so it is a part of the estimate, not of the factors, which would send
/// searches of roads bottom-up.
inline constexpr double kHubsFirst = 0.02;

/// The arcs that the frontier's level would be found by, bottom-up.
STRIDER_DEVICE_FUNCTION BackwardEstimate bottom_up_estimate(const DirectedSearch& search,
                                                            const Progress& at) {
  const u32 reached = at.reached + at.size;
  return {.unvisited = search.num_connected > reached ? search.num_connected - reached : 0,
          .arcs = search.num_arcs,
          .mean_row = search.num_arcs / search.num_connected,
          .scanned_share = kHubsFirst};
}

/// Whether a level with `arcs` in its frontier is searched bottom-up: with more it is, too.
STRIDER_DEVICE_FUNCTION bool pays_bottom_up(const DirectedSearch& search,
                                            const BackwardEstimate& estimate, bool was_bottom_up,
                                            u64 arcs) {
  const double forward = static_cast<double>(arcs);
  return goes_backward(was_bottom_up, {forward, backward_work(estimate, forward)}, search.factors);
}

template <class Offset>
STRIDER_DEVICE_FUNCTION Progress expand_bottom_up(const Rows<Offset>& rows,
                                                  const DirectedSearch& search,
                                                  const Progress& at) {
  LevelControl& control = *search.walk.control;
  const FrontierBits bits{by_turns(search.bits, at.level), by_turns(search.bits, at.level + 1)};
  const VertexQueue open{search.open, slot(control.open, at.level)};
  u32 found = 0;
  if (search.layout.first != nullptr) {
    const u32 hubs = hubs_in_frontier(search.layout, bits.frontier);
    found = probe_candidates(search.layout, rows.num_vertices, hubs, bits, search.walk.tree,
                             at.level + 1, open);
  } else {
    collect_unvisited(rows.num_vertices, bits, search.walk.tree, open);
  }
  // The words of the next frontier are written, and the list is complete.
  simt::grid_sync();
  NoArcs none;
  found += probe_rows(rows, open, bits, search.walk.tree, at.level + 1, none, search.long_row);
  add_from_block(slot(control.vertices, at.level + 1), found);
  simt::grid_sync();
  return next_level(at, slot(control.vertices, at.level + 1));
}

/// Adds the edges of the vertices in a queue to `edges`.
template <class Offset>
STRIDER_DEVICE_FUNCTION void count_edges(const Rows<Offset>& rows, const u32* queue, u32 size,
                                         u64* edges) {
  u64 sum = 0;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    sum += degree(rows, queue[i]);
  }
  add_from_block(edges, sum);
}
/// The same of the vertices whose bits are set.
template <class Offset>
STRIDER_DEVICE_FUNCTION void count_edges_of_bits(const Rows<Offset>& rows, const u32* bits,
                                                 u64* edges) {
  u64 sum = 0;
  const u32 num_words = (rows.num_vertices + 31) / 32;
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) {
    for (u32 rest = bits[w]; rest != 0; rest &= rest - 1) {
      sum += degree(rows, w * 32 + simt::lowest_bit(rest));
    }
  }
  add_from_block(edges, sum);
}

/// `queue.size` counts from 0 on.
STRIDER_DEVICE_FUNCTION void bits_to_queue(const u32* bits, u32 num_words,
                                           const VertexQueue& queue) {
  const u32 chunk = items_a_turn(num_words, warps_of_grid());
  for (u32 base = warp_of_grid() * chunk; base < num_words; base += warps_of_grid() * chunk) {
    const u32 w = base + simt::lane_id();
    append_bits(simt::lane_id() < chunk && w < num_words ? bits[w] : 0, w * 32, queue);
  }
  simt::grid_sync();
}

/// Whether a frontier that is a queue is to be expanded bottom-up; then it is bits, too. All
/// threads of the grid call it, and get the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool goes_bottom_up(const Rows<Offset>& rows, const DirectedSearch& search,
                                            const Progress& at, const BackwardEstimate& estimate) {
  // Most frontiers are too small for it, whatever their edges: they are not counted.
  const SomeRows frontier = frontier_of(search.walk, at);
  if (!pays_bottom_up(search, estimate, false,
                      arcs_at_most(rows, frontier, search.walk.max_degree))) {
    return false;
  }
  u32* const bits = by_turns(search.bits, at.level);
  u64* const edges = slot(search.walk.control->edges, at.level);
  const u32 num_words = (rows.num_vertices + 31) / 32;
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) bits[w] = 0;
  count_edges(rows, frontier.list, at.size, edges);
  simt::grid_sync();
  if (!pays_bottom_up(search, estimate, false, simt::load(edges))) return false;
  for (u32 i = simt::global_id(); i < at.size; i += simt::global_size()) {
    simt::atomic_or(&bits[frontier.list[i] / 32], 1U << frontier.list[i] % 32);
  }
  simt::grid_sync();
  return true;
}

/// Whether a frontier that is bits is to be expanded top-down; then it is a queue, too. All threads
/// of the grid call it, and get the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool goes_top_down(const Rows<Offset>& rows, const DirectedSearch& search,
                                           const Progress& at, const BackwardEstimate& estimate) {
  LevelControl& control = *search.walk.control;
  // Each vertex of the frontier has an edge.
  if (pays_bottom_up(search, estimate, true, at.size)) return false;
  const u32* const bits = by_turns(search.bits, at.level);
  u64* const edges = slot(control.edges, at.level);
  count_edges_of_bits(rows, bits, edges);
  simt::grid_sync();
  if (pays_bottom_up(search, estimate, true, simt::load(edges))) return false;
  // Going top-down leaves the level's open vertices uncounted: their slot counts the queue's.
  bits_to_queue(bits, (rows.num_vertices + 31) / 32,
                {by_turns(search.walk.queues, at.level), slot(control.open, at.level)});
  return true;
}

/// Whether the frontier is to be expanded bottom-up. `bottom_up`: how the one before was, and how
/// the frontier is held: as bits or as a queue; after the call it is held as the result needs it.
/// All threads of the grid call it, and get the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool choose_bottom_up(const Rows<Offset>& rows,
                                              const DirectedSearch& search, const Progress& at,
                                              bool bottom_up) {
  if (!search.may_go_bottom_up) return false;
  const BackwardEstimate estimate = bottom_up_estimate(search, at);
  if (estimate.unvisited == 0) return bottom_up;
  return bottom_up ? !goes_top_down(rows, search, at, estimate)
                   : goes_bottom_up(rows, search, at, estimate);
}

/// The sources are in queues[0] and visited, and control is all 0.
template <class Offset>
STRIDER_KERNEL search_both_ways(Rows<Offset> rows, DirectedSearch search) {
  const FrontierWalk& walk = search.walk;
  // All threads have the same progress, and decide alike.
  Progress at{0, 0, walk.num_sources};
  bool bottom_up = false;
  while (is_to_expand(walk, at)) {
    if (!bottom_up && is_for_one_block(rows, walk, at)) {
      at = walk_in_single_block(rows, walk, at);
      continue;
    }
    if (simt::global_id() == 0) {
      clear_next_slots(*walk.control, at.level);
      note_target(walk, at);
    }
    bottom_up = choose_bottom_up(rows, search, at, bottom_up);
    if (simt::global_id() == 0) record(walk.records, at.level, bottom_up);
    at = bottom_up ? expand_bottom_up(rows, search, at) : expand_top_down(rows, walk, at);
  }
  if (simt::global_id() == 0) tell_end(walk, at);
}

}  // namespace strider::detail::STRIDER_DEVICE
