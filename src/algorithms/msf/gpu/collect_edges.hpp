// From the adjacency to edges: counted, sampled, collected and made candidates of the fragments of
// their ends.
#pragma once

#include "algorithms/msf/gpu/hook_view.hpp"
#include "base/random.hpp"
#include "gpu/weighted_rows.hpp"
#include "graph/weight_order.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The row that `arc` stands in, at or behind `row`, at or behind whose begin it is: in steps that
/// double, then halve, for it is seldom far.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 row_of_arc(const Rows<Offset>& rows, u32 row, u64 arc) {
  u64 low = row;  // the row begins at or before the arc
  u64 step = 1;
  while (low + step <= rows.num_vertices && simt::load_constant(&rows.offsets[low + step]) <= arc) {
    low += step;
    step *= 2;
  }
  // Behind the last row all arcs are past.
  u64 high = low + step < rows.num_vertices ? low + step : rows.num_vertices;
  while (high - low > 1) {
    const u64 middle = low + (high - low) / 2;
    if (simt::load_constant(&rows.offsets[middle]) <= arc) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return static_cast<u32>(low);
}

/// Calls body(is_arc, arc) with the arcs of the calling block, each thread with its own and all
/// together, so that body may be collective. Arcs of a thread ascend. Blocks take turns, for in the
/// first rows most arcs lead from the smaller end, and in the last ones few.
template <class Offset, class Body>
STRIDER_DEVICE_FUNCTION void for_arcs_of_block(const Rows<Offset>& rows, const Body& body) {
  constexpr u32 kSteps = 16;  // of a turn: to find its first row costs as much as several
  const u64 num_arcs = simt::load_constant(&rows.offsets[rows.num_vertices]);
  const u64 turn = u64{kSteps} * simt::block_dim();
  for (u64 begin = simt::block_id() * turn; begin < num_arcs; begin += simt::grid_dim() * turn) {
    for (u64 at = begin; at < begin + turn && at < num_arcs; at += simt::block_dim()) {
      const u64 arc = at + simt::thread_id();
      body(arc < num_arcs, arc);
    }
  }
}

/// Edges of each block, into `sizes`: arcs that lead from a smaller to a larger end.
template <class Offset>
STRIDER_KERNEL count_edges(Rows<Offset> rows, u64* sizes) {
  u32 row = 0;
  u64 size = 0;
  for_arcs_of_block(rows, [&](bool is_arc, u64 arc) {
    if (is_arc) row = row_of_arc(rows, row, arc);
    take_place(is_arc && row < simt::load_constant(&rows.targets[arc]), size);
  });
  if (simt::thread_id() == 0) sizes[simt::block_id()] = size;
}

/// An edge by what orders it; none where the name is kNoName.
template <class Key>
struct SampledEdge {
  static constexpr u64 kNoName = ~u64{0};
  u64 name;
  Key key;
};

/// Draws arcs at random, of which those from a smaller end give their edge.
template <class Offset, class W>
STRIDER_KERNEL sample_edges(WeightedRows<Offset, W> graph, WeightOrder<W> order, u64 first_name,
                            SampledEdge<WeightKey<W>>* sample, u32 size) {
  const Rows<Offset>& rows = graph.rows;
  const u64 num_arcs = simt::load_constant(&rows.offsets[rows.num_vertices]);
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u64 arc = mix64(num_arcs + i) % num_arcs;
    const u32 u = row_of_arc(rows, 0, arc);
    const bool is_edge = u < simt::load_constant(&rows.targets[arc]);
    sample[i] = {is_edge ? first_name + arc : SampledEdge<WeightKey<W>>::kNoName,
                 order.key(simt::load_constant(&graph.weights[arc]))};
  }
}

/// Every vertex becomes a fragment without a candidate.
template <class Edges>
STRIDER_KERNEL make_singletons(HookView<Edges> view) {
  for (u32 v = simt::global_id(); v < view.num_vertices; v += simt::global_size()) {
    view.parents[v] = v;
    view.firsts.clear(v);
  }
  if (simt::global_id() == 0) *view.control = {};
}

/// Which edges are collected.
enum class EdgeClass : u32 {
  kLight,  ///< while each vertex is a fragment
  kHeavy   ///< those between fragments; the parents of vertices are roots
};

/// Collects the edges of a class, and makes them candidates of the fragments of both ends. NaN is
/// informed of where light edges are collected: then all weights are looked at.
template <class Offset, class W, class Edges>
STRIDER_KERNEL collect_edges(WeightedRows<Offset, W> graph, WeightOrder<W> order,
                             LightLimit<WeightKey<W>> limit, EdgeClass wanted,
                             HookView<Edges> view) {
  const Rows<Offset>& rows = graph.rows;
  if (simt::global_id() == 0) {
    view.control->last_round = 0;
    view.control->unfinished_pass = 0;
  }
  typename Edges::Edge* const own = view.edges + view.begins[simt::block_id()];
  u32 row = 0;
  u64 count = 0;
  for_arcs_of_block(rows, [&](bool is_arc, u64 arc) {
    typename Edges::Edge edge{};
    bool wants = false;
    if (is_arc) {
      const auto key = order.key(simt::load_constant(&graph.weights[arc]));
      const u64 name = view.first_name + arc;
      const bool is_nan = wanted == EdgeClass::kLight && !order.is_number(key);
      if (is_nan || limit.is_light(key, name) == (wanted == EdgeClass::kLight)) {
        row = row_of_arc(rows, row, arc);
        const u32 target = simt::load_constant(&rows.targets[arc]);
        edge = {row, target, key, static_cast<decltype(edge.name)>(name)};
        if (is_nan && simt::atomic_exchange(&view.control->found_nan, 1) == 0) {
          view.control->nan_u = row;
          view.control->nan_v = target;
        }
        wants = row < target;
      }
      if (wants && wanted == EdgeClass::kHeavy) {
        edge.u = simt::load_constant(&view.parents[edge.u]);
        edge.v = simt::load_constant(&view.parents[edge.v]);
        wants = edge.u != edge.v;
      }
    }
    const u64 place = take_place(wants, count);
    if (!wants) return;
    own[place] = edge;
    view.firsts.add_candidate(edge.u, edge);
    view.firsts.add_candidate(edge.v, edge);
  });
  if (simt::thread_id() == 0) view.counts[simt::block_id()] = count;
}

/// Every vertex's parent becomes the root of its fragment.
STRIDER_KERNEL shortcut_all(u32 num_vertices, u32* parents) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    u32 root = simt::load(&parents[v]);
    for (u32 above = simt::load(&parents[root]); above != root;
         above = simt::load(&parents[root])) {
      root = above;
    }
    simt::store(&parents[v], root);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
