// The light edges of all, while each vertex is a fragment: few, so that warps look at the weights
// of arcs side by side, put aside those that are light, and look for the rows of 32 at once.
#pragma once

#include "algorithms/msf/gpu/staged_edges.hpp"
#include "base/random.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// An edge by what orders it; none where the name is kNoName.
template <class Key>
struct SampledEdge {
  static constexpr u64 kNoName = ~u64{0};
  u64 name;
  Key key;
};

/// Draws arcs at random, of which those from a smaller end give their edge.
template <class Offset, class W>
STRIDER_KERNEL sample_edges(KeyedArcs<Offset, W> graph, u64 first_name,
                            SampledEdge<WeightKey<W>>* sample, u32 size) {
  const u64 num_arcs = graph.tiles.num_arcs();
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u64 arc = mix64(num_arcs + i) % num_arcs;
    const bool is_edge = graph.tiles.row_of_arc(arc) < graph.target(arc);
    sample[i] = {is_edge ? first_name + arc : SampledEdge<WeightKey<W>>::kNoName, graph.key(arc)};
  }
}

/// Of collect_light_edges: arcs that a warp looks at together, a few a lane, for a read of memory
/// takes as long for one as for four; and how many it may have put aside then.
inline constexpr u32 kArcsOfStep = kArcsTogether * simt::kWarp;
inline constexpr u32 kArcsAside = kArcsOfStep + simt::kWarp;

/// Collects the light edges, while each vertex is a fragment. A block has room for kArcsAside arcs
/// a warp behind its staged edges.
template <class Offset, class W, class Edges>
STRIDER_KERNEL collect_light_edges(KeyedArcs<Offset, W> graph, LightLimit<WeightKey<W>> limit,
                                   HookView<Edges> view) {
  view.find_anchor();
  StagedEdges edges(graph, view);
  Offset* const arcs =
      reinterpret_cast<Offset*>(edges.end_of_block()) + simt::warp_id() * kArcsAside;
  u32 num_aside = 0;
  const u64 num_arcs = graph.tiles.num_arcs();
  const u64 stride = u64{warps_of_grid()} * kArcsOfStep;
  for (u64 base = u64{warp_of_grid()} * kArcsOfStep; base < num_arcs; base += stride) {
    WeightKey<W> keys[kArcsTogether] = {};
    STRIDER_UNROLL
    for (u32 i = 0; i < kArcsTogether; ++i) {
      const u64 arc = base + i * simt::kWarp + simt::lane_id();
      if (arc < num_arcs) keys[i] = graph.key(arc);
    }
    STRIDER_UNROLL
    for (u32 i = 0; i < kArcsTogether; ++i) {
      const u64 arc = base + i * simt::kWarp + simt::lane_id();
      const bool is_light = limit.is_light(keys[i], view.first_name + arc);
      const bool wants = arc < num_arcs && (is_light || !graph.order.is_number(keys[i]));
      const u32 takers = simt::ballot(simt::kFullMask, wants);
      if (wants) {
        arcs[num_aside + simt::popcount(takers & simt::lanes_below())] = static_cast<Offset>(arc);
      }
      num_aside += simt::popcount(takers);
    }
    simt::syncwarp(simt::kFullMask);
    const u32 left = base + stride < num_arcs ? simt::kWarp - 1 : 0;
    while (num_aside > left) {
      const u32 count = num_aside < simt::kWarp ? num_aside : simt::kWarp;
      num_aside -= count;
      u32 u = 0;
      u32 v = 0;
      u64 arc = 0;
      WeightKey<W> key{};
      if (simt::lane_id() < count) {
        arc = arcs[num_aside + simt::lane_id()];
        u = graph.tiles.row_of_arc(arc);
        v = graph.target(arc);
        key = graph.key(arc);
        if (u != v) note_nan(view, graph.order, key, u, v);
      }
      edges.add(u < v, u, v, key, arc);
    }
    simt::syncwarp(simt::kFullMask);
  }
  edges.flush();
}

}  // namespace strider::detail::STRIDER_DEVICE
