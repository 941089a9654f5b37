// The whole search in one cooperative kernel: top-down or bottom-up, level by level, as the work
// ahead says (Pan, Pearce and Owens 2018, section IV-B).
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/frontier_walk.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Everything the kernel works on.
struct DirectedSearch {
  FrontierWalk walk;
  DegreeLayoutView layout;
  u32* bits[2];  ///< the frontier of even levels, of odd levels, a bit a vertex
  u32* open;
  u32 num_connected;
  double forward_factor;
  double backward_factor;
  u32 few_vertices;  ///< of a frontier that all threads expand together, vertex after vertex
  u32 large_share;   ///< of the vertices with neighbours, a frontier of more than one in so many is
                     ///< not walked top-down again: its edges are not even counted
  u32 long_row;      ///< of which a warp looks for a parent
  bool may_go_bottom_up;
};

/// The work of going bottom-up: each unvisited vertex asks until it meets the frontier, which a
/// neighbour belongs to with probability q / (q + s) (Pan et al. 2018, section IV-B).
STRIDER_DEVICE_FUNCTION double bottom_up_work(u32 frontier, u32 unvisited) {
  const double q = frontier;
  const double s = unvisited;
  return s * (q + s) / q;
}

template <class Offset>
STRIDER_DEVICE_FUNCTION void expand_top_down(const Rows<Offset>& rows, const DirectedSearch& search,
                                             u32 level, u32 size) {
  const FrontierWalk& walk = search.walk;
  if (size > search.few_vertices) {
    expand_share(rows, walk, level, size, simt::block_id(), simt::grid_dim());
    return;
  }
  const TreeVisitor visitor = visitor_of(walk, level);
  for (u32 i = 0; i < size; ++i) {
    const u32 u = walk.queues[level % 2][i];
    walk_row_together(rows.targets, u, rows.offsets[u], rows.offsets[u + 1], simt::global_id(),
                      simt::global_size(), visitor);
  }
}

template <class Offset>
STRIDER_DEVICE_FUNCTION void expand_bottom_up(const Rows<Offset>& rows,
                                              const DirectedSearch& search, u32 level) {
  const FrontierBits bits{search.bits[level % 2], search.bits[(level + 1) % 2]};
  const VertexQueue open{search.open, slot(search.walk.control->open, level)};
  u32 found = 0;
  if (search.layout.first != nullptr) {
    const u32 hubs = hubs_in_frontier(search.layout, bits.frontier);
    found = probe_candidates(search.layout, rows.num_vertices, hubs, bits, search.walk.tree,
                             level + 1, open);
  } else {
    collect_unvisited(rows, bits, search.walk.tree, open);
  }
  // The words of the next frontier are written, and the list is complete.
  simt::grid_sync();
  found += probe_rows(rows, open, bits, search.walk.tree, level + 1, search.long_row);
  add_from_block(slot(search.walk.control->vertices, level + 1), found);
}

/// Counts the edges of the vertices in a queue.
template <class Offset>
STRIDER_DEVICE_FUNCTION void count_edges(const Rows<Offset>& rows, const u32* queue, u32 size,
                                         u64* edges) {
  u64 sum = 0;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    sum += degree(rows, queue[i]);
  }
  if (sum != 0) simt::atomic_add(edges, sum);
}

STRIDER_DEVICE_FUNCTION void queue_to_bits(const u32* queue, u32 size, u32* bits, u32 num_words) {
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) bits[w] = 0;
  simt::grid_sync();
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    simt::atomic_or(&bits[queue[i] / 32], 1U << queue[i] % 32);
  }
  simt::grid_sync();
}

/// `queue.size` counts from 0 on.
STRIDER_DEVICE_FUNCTION void bits_to_queue(const u32* bits, u32 num_words,
                                           const VertexQueue& queue) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 word = bits[w];
    append((word >> simt::lane_id() & 1U) != 0, w * 32 + simt::lane_id(), queue);
  }
  simt::grid_sync();
}

/// Whether the frontier is to be expanded bottom-up. `bottom_up`: how the one before was, and how
/// the frontier is held: as bits or as a queue; after the call it is held as the result needs it.
/// All threads of the grid call it, and get the same.
template <class Offset>
STRIDER_DEVICE_FUNCTION bool choose_bottom_up(const Rows<Offset>& rows,
                                              const DirectedSearch& search, Progress at, u32 size,
                                              bool bottom_up) {
  const u32 reached = at.reached + size;
  const u32 unvisited = search.num_connected > reached ? search.num_connected - reached : 0;
  const bool large = u64{size} * search.large_share > search.num_connected;
  if (!search.may_go_bottom_up || (bottom_up && large)) return bottom_up;
  LevelControl& control = *search.walk.control;
  const u32 num_words = (rows.num_vertices + 31) / 32;
  u32* const queue = search.walk.queues[at.level % 2];
  u32* const bits = search.bits[at.level % 2];
  if (bottom_up) {
    // This level's slot is free for a count that comes out as `size` again.
    simt::grid_sync();
    if (simt::global_id() == 0) simt::store(slot(control.vertices, at.level), 0);
    simt::grid_sync();
    bits_to_queue(bits, num_words, {queue, slot(control.vertices, at.level)});
  }
  count_edges(rows, queue, size, slot(control.edges, at.level));
  simt::grid_sync();
  const double top_down_work = static_cast<double>(simt::load(slot(control.edges, at.level)));
  const double factor = bottom_up ? search.backward_factor : search.forward_factor;
  const bool next = unvisited > 0 && top_down_work > factor * bottom_up_work(size, unvisited);
  if (next && !bottom_up) queue_to_bits(queue, size, bits, num_words);
  return next;
}

/// control is that of a search whose source is in queues[0] and visited, all else 0.
template <class Offset>
STRIDER_KERNEL search_both_ways(Rows<Offset> rows, DirectedSearch search) {
  const FrontierWalk& walk = search.walk;
  LevelControl& control = *walk.control;
  Progress at{0, 0};
  bool bottom_up = false;
  bool was_alone = false;
  for (;;) {
    // All threads read the same numbers, and decide alike.
    const u32 size = simt::load(slot(control.vertices, at.level));
    if (size == 0) break;
    if (!bottom_up && !was_alone && size <= walk.alone) {
      at = walk_alone(rows, walk, at, size);
      was_alone = true;  // and left off for a reason
      continue;
    }
    was_alone = false;
    if (simt::global_id() == 0) {
      simt::store(slot(control.vertices, at.level + 2), 0);
      simt::store(slot(control.edges, at.level + 1), 0);
      simt::store(slot(control.open, at.level + 1), 0);
    }
    bottom_up = choose_bottom_up(rows, search, at, size, bottom_up);
    if (simt::global_id() == 0) record(walk.records, at.level, bottom_up);
    if (bottom_up) {
      expand_bottom_up(rows, search, at.level);
    } else {
      expand_top_down(rows, search, at.level, size);
    }
    simt::grid_sync();
    at = {at.level + 1, at.reached + size};
  }
  if (simt::global_id() == 0) {
    simt::store(&control.num_reached, at.reached);
    simt::store(&control.num_levels, at.level);
    record(walk.records, at.level, false);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
