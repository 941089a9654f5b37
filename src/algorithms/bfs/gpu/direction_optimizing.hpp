// The whole search in one cooperative kernel: top-down or bottom-up, level by level, as the work
// ahead says (Pan, Pearce and Owens 2018, section IV-B).
#pragma once

#include "algorithms/bfs/gpu/bottom_up.hpp"
#include "algorithms/bfs/gpu/level_control.hpp"
#include "algorithms/bfs/gpu/twc.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Everything the kernel works on.
struct DirectedSearch {
  DegreeLayoutView layout;
  TreeView tree;
  u32* queues[2];  ///< the frontier of even levels, of odd levels
  u32* bits[2];
  u32* open;
  LevelControl* control;
  LevelRecord* records;  ///< one a level, and one more; null where nobody asks
  u32 num_connected;
  DegreeClasses classes;
  double forward_factor;
  double backward_factor;
  bool may_go_bottom_up;
};

/// A frontier so small is expanded by all threads together, vertex after vertex.
inline constexpr u32 kFewVertices = 16;
/// Of the vertices with neighbours, a frontier of more than one in so many is not walked top-down
/// again: its edges are not even counted.
inline constexpr u32 kLargeShare = 32;

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
  const u32* const frontier = search.queues[level % 2];
  const VertexQueue next{search.queues[(level + 1) % 2], slot(search.control->vertices, level + 1)};
  if (size <= kFewVertices) {
    for (u32 i = 0; i < size; ++i) {
      const u32 u = frontier[i];
      walk_row_together(rows, u, rows.offsets[u], rows.offsets[u + 1], simt::global_id(),
                        simt::global_size(), search.tree, level + 1, next);
    }
    return;
  }
  for (u32 base = simt::block_id() * simt::block_dim(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::thread_id();
    const u32 u = i < size ? frontier[i] : 0;
    const u64 begin = i < size ? rows.offsets[u] : 0;
    const u64 end = i < size ? rows.offsets[u + 1] : 0;
    expand_tile(rows, u, begin, end, search.classes, search.tree, level + 1, next);
  }
}

template <class Offset>
STRIDER_DEVICE_FUNCTION void expand_bottom_up(const Rows<Offset>& rows,
                                              const DirectedSearch& search, u32 level) {
  const FrontierBits bits{search.bits[level % 2], search.bits[(level + 1) % 2]};
  const VertexQueue open{search.open, slot(search.control->open, level)};
  u32 found = 0;
  if (search.layout.first != nullptr) {
    const u32 hubs = hubs_in_frontier(search.layout, bits.frontier);
    found = probe_candidates(search.layout, rows.num_vertices, hubs, bits, search.tree, level + 1,
                             open);
  } else {
    collect_unvisited(rows, bits, search.tree, open);
  }
  // The words of the next frontier are written, and the list is complete.
  simt::grid_sync();
  found += probe_rows(rows, open, bits, search.tree, level + 1);
  add_from_block(slot(search.control->vertices, level + 1), found);
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

/// control is that of a search whose source is in queues[0] and visited, all else 0.
template <class Offset>
STRIDER_KERNEL search_both_ways(Rows<Offset> rows, DirectedSearch search) {
  LevelControl& control = *search.control;
  const u32 num_words = (rows.num_vertices + 31) / 32;
  u32 reached = 0;
  bool bottom_up = false;
  for (u32 level = 0;; ++level) {
    // All threads read the same numbers, and decide alike.
    const u32 size = simt::load(slot(control.vertices, level));
    if (size == 0) {
      if (simt::global_id() == 0) {
        simt::store(&control.num_reached, reached);
        simt::store(&control.num_levels, level);
        record(search.records, level, false);
      }
      return;
    }
    reached += size;
    if (simt::global_id() == 0) {
      simt::store(slot(control.vertices, level + 2), 0);
      simt::store(slot(control.edges, level + 1), 0);
      simt::store(slot(control.open, level + 1), 0);
    }
    const u32 unvisited = search.num_connected > reached ? search.num_connected - reached : 0;
    const bool large = u64{size} * kLargeShare > search.num_connected;
    if (search.may_go_bottom_up && !(bottom_up && large)) {
      u32* const queue = search.queues[level % 2];
      if (bottom_up) {
        // The slot of this level is free for a count that comes out as `size` again.
        simt::grid_sync();
        if (simt::global_id() == 0) simt::store(slot(control.vertices, level), 0);
        simt::grid_sync();
        bits_to_queue(search.bits[level % 2], num_words, {queue, slot(control.vertices, level)});
      }
      count_edges(rows, queue, size, slot(control.edges, level));
      simt::grid_sync();
      const double top_down_work = static_cast<double>(simt::load(slot(control.edges, level)));
      const double factor = bottom_up ? search.backward_factor : search.forward_factor;
      const bool was_bottom_up = bottom_up;
      bottom_up = unvisited > 0 && top_down_work > factor * bottom_up_work(size, unvisited);
      if (bottom_up && !was_bottom_up) {
        queue_to_bits(queue, size, search.bits[level % 2], num_words);
      }
    }
    if (simt::global_id() == 0) record(search.records, level, bottom_up);
    if (bottom_up) {
      expand_bottom_up(rows, search, level);
    } else {
      expand_top_down(rows, search, level, size);
    }
    simt::grid_sync();
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
