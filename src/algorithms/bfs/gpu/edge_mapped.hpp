// A group of consecutive edges of the frontier for each thread, found by binary search (Bisson,
// Bernaschi and Mastrostefano 2014, Algorithm 3 and section 3.4.1).
#pragma once

#include <type_traits>

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// degrees[i] of the frontier's vertex i; 0 after the last, so that the scan ends with the sum.
template <class Offset>
STRIDER_KERNEL look_up_degrees(Rows<Offset> rows, const u32* frontier, u32 size, u32* degrees) {
  for (u32 i = simt::global_id(); i <= size; i += simt::global_size()) {
    degrees[i] = i < size ? degree(rows, frontier[i]) : 0;
  }
}

/// offsets[i]: edges of the frontier's vertices before i; offsets[size]: all. The reads of a
/// thread's edges are made before any of them is used, so that they wait together. All lanes call
/// take(targets, found) together: bit i of `found` says that targets[i] was found.
template <u32 Each, class Offset, class Take>
STRIDER_DEVICE_FUNCTION void follow_edges(const Rows<Offset>& rows, const u32* frontier, u32 size,
                                          const u64* offsets, const TreeView& tree, u32 level,
                                          const Take& take) {
  const u64 total = offsets[size];
  const u64 step = u64{simt::global_size()} * Each;
  // Whole warps stay until their last edge: they append together.
  const u64 first_of_warp = u64{simt::global_id() - simt::lane_id()} * Each;
  for (u64 base = first_of_warp; base < total; base += step) {
    const u64 begin = base + simt::lane_id() * Each;
    u32 sources[Each] = {};
    u32 targets[Each] = {};
    u32 here = begin < total ? last_not_above(offsets, size, begin) : 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Each; ++i) {
      const u64 edge = begin + i;
      if (edge >= total) continue;
      // A vertex without edges has the offset of the next.
      while (offsets[here + 1] <= edge) ++here;
      sources[i] = frontier[here];
      const u64 row = simt::load_constant(&rows.offsets[sources[i]]);
      targets[i] = simt::load_constant(&rows.targets[row + (edge - offsets[here])]);
    }
    u32 unseen = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Each; ++i) {
      if (begin + i >= total) continue;
      if (seems_unset(tree.visited, targets[i])) unseen |= 1U << i;
    }
    u32 found = 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Each; ++i) {
      if ((unseen >> i & 1U) != 0 && visit(tree, sources[i], targets[i], level)) found |= 1U << i;
    }
    take(targets, found);
  }
}

template <class Offset, u32 Each>
STRIDER_KERNEL expand_by_edges(Rows<Offset> rows, const u32* frontier, u32 size, const u64* offsets,
                               TreeView tree, u32 level, VertexQueue next) {
  follow_edges<Each>(
      rows, frontier, size, offsets, tree, level,
      [&](const u32(&targets)[Each], u32 found) { append_all(targets, found, next); });
}

/// How many edges each thread gets, known when kernels are compiled.
template <u32 Each>
using EdgesPerThread = std::integral_constant<u32, Each>;

/// Calls body(EdgesPerThread<each>()): each is 1, 2, 4, 8 or 16.
template <class Body>
void with_edges_per_thread(u32 each, const Body& body) {
  switch (each) {
    case 1:
      return body(EdgesPerThread<1>());
    case 2:
      return body(EdgesPerThread<2>());
    case 4:
      return body(EdgesPerThread<4>());
    case 8:
      return body(EdgesPerThread<8>());
    default:
      return body(EdgesPerThread<16>());
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
