// The arcs that a level looked at bottom-up, counted when the search is over: the tree tells who
// looked for a parent, and bottom_up.hpp in which order. So the search itself counts nothing.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/block_sum.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A level of a finished search.
struct FoundLevel {
  TreeView tree;
  u32 level;

  STRIDER_DEVICE_FUNCTION bool has(u32 v) const {
    return has_bit(tree.visited, v) && tree.levels[v] == level;
  }
  /// Whether v was not visited when the level was expanded.
  STRIDER_DEVICE_FUNCTION bool precedes(u32 v) const {
    return !has_bit(tree.visited, v) || tree.levels[v] > level;
  }
};

/// How many arcs v looked at until it saw the frontier, all hubs being one; `hubs`: a bit for each
/// in the frontier.
template <class Offset>
STRIDER_DEVICE_FUNCTION u64 arcs_until_found(const Rows<Offset>& rows,
                                             const DegreeLayoutView& layout, u32 hubs,
                                             const FoundLevel& frontier, u32 v) {
  u64 arcs = 0;
  if (layout.first != nullptr) {
    if (hubs != 0) {
      ++arcs;
      if ((layout.hub_bits[v] & hubs) != 0) return arcs;
    }
    ++arcs;
    if (frontier.has(layout.first[v])) return arcs;
    if (has_bit(layout.has_next, v)) {
      constexpr u32 kNext = 8;
      const u32 before = layout.has_next[v / 32] & ((1U << v % 32) - 1);
      const u64 row = layout.next_row[v / 32] + simt::popcount(before);
      for (u32 i = 0; i < kNext; ++i) {
        ++arcs;
        if (frontier.has(layout.next[row * kNext + i])) return arcs;
      }
    }
    if (!has_bit(layout.unlisted, v)) return arcs;
  }
  for (u64 i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
    ++arcs;
    if (frontier.has(rows.targets[i])) return arcs;
  }
  return arcs;
}

/// Adds to *sum what all vertices looked at that had not been visited.
template <class Offset>
STRIDER_KERNEL sum_examined(Rows<Offset> rows, DegreeLayoutView layout, FoundLevel frontier,
                            u64* sum) {
  const u32 lane = simt::lane_id();
  const bool is_hub = lane < layout.num_hubs && frontier.has(layout.hubs[lane]);
  const u32 hubs = simt::ballot(simt::kFullMask, is_hub);
  u64 arcs = 0;
  for (u32 v = simt::global_id(); v < rows.num_vertices; v += simt::global_size()) {
    const bool is_connected = layout.connected == nullptr || has_bit(layout.connected, v);
    if (is_connected && frontier.precedes(v)) {
      arcs += arcs_until_found(rows, layout, hubs, frontier, v);
    }
  }
  add_from_block(sum, arcs);
}

}  // namespace strider::detail::STRIDER_DEVICE
