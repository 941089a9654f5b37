// Triangles on a device, compiled once for each kind of device: as host/local_clustering.cpp, but
// that the neighbours of a vertex are found in a hash table, not among marks:
//
//   for all arcs from u to v: add v to the table of u; a new one that has more arcs is led to
//   for all edges led from u to v, for all edges led from v to w: if the table of u has w, u, v and
//     w are a triangle
//
// The table makes parallel edges one, so rows need no order. An edge leads to its end with more
// arcs, parallel ones and self-loops counted, which are known at once; then no vertex leads more
// than sqrt(2 m) of them. They stand where the arcs of their vertex do, with room behind them, so
// that a place tells a warp whose edge it is.
#include <algorithm>

#include "algorithms/local_clustering/gpu/triangles.hpp"
#include "base/stop.hpp"
#include "gpu/advance.hpp"
#include "gpu/block_sum.hpp"
#include "gpu/graph_arrays.hpp"
#include "gpu/last_not_above.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/row_tables.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr u32 kThreads = 256;

/// The edges that vertices lead.
template <class Offset>
struct OrientedRows {
  const Offset* offsets;  ///< of the graph's rows
  u32* counts;            ///< by vertex
  u32* targets;

  STRIDER_DEVICE_FUNCTION Row row(u32 u) const {
    const u64 begin = simt::load_constant(&offsets[u]);
    return {begin, begin + counts[u]};
  }
};

/// Adds the far end of an arc to the table of the near one, and to the edges that this leads.
template <class Offset>
struct OrientEdge {
  Rows<Offset> rows;
  RowTables<Offset> tables;
  OrientedRows<Offset> edges;
  u32* degrees;

  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v) const {
    if (u == v || !tables.add(u, v).is_new) return false;
    simt::atomic_add(&degrees[u], 1);
    if (!leads(u, v)) return false;
    const u64 place = simt::load_constant(&rows.offsets[u]);
    edges.targets[place + simt::atomic_add(&edges.counts[u], 1)] = v;
    return false;
  }

 private:
  STRIDER_DEVICE_FUNCTION bool leads(u32 u, u32 v) const {
    const u32 of_u = degree(rows, u);
    const u32 of_v = degree(rows, v);
    return of_u < of_v || (of_u == of_v && u < v);
  }
};

/// Of `size` places from `first` on. A warp looks at the edges of 32 places, one after the other.
template <class Offset>
STRIDER_KERNEL count_corners(u32 num_vertices, u64 first, u64 size, OrientedRows<Offset> edges,
                             RowTables<Offset> tables, u64* corners) {
  for (u64 base = u64{warp_of_grid()} * simt::kWarp; base < size;
       base += u64{warps_of_grid()} * simt::kWarp) {
    const u64 place = first + base + simt::lane_id();
    const bool is_place = base + simt::lane_id() < size;
    const u32 u = is_place ? last_not_above(edges.offsets, num_vertices, place) : 0;
    const bool is_edge = is_place && place < edges.row(u).end;
    const u32 v = is_edge ? edges.targets[place] : 0;
    const Row row = is_edge ? edges.row(v) : Row{0, 0};
    for (u32 rest = simt::ballot(simt::kFullMask, row.begin < row.end); rest != 0;
         rest &= rest - 1) {
      const u32 lane = simt::lowest_bit(rest);
      const u32 near = simt::shfl(simt::kFullMask, u, lane);
      const u32 far = simt::shfl(simt::kFullMask, v, lane);
      const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
      u64 found = 0;
      for (u64 i = simt::shfl(simt::kFullMask, row.begin, lane) + simt::lane_id(); i < end;
           i += simt::kWarp) {
        if (!tables.has(near, edges.targets[i])) continue;
        simt::atomic_add(&corners[edges.targets[i]], 1);
        ++found;
      }
      found = sum_of_warp(found);
      if (found > 0 && simt::lane_id() < 2) {
        simt::atomic_add(&corners[simt::lane_id() == 0 ? near : far], found);
      }
    }
  }
}

class TriangleCount {
 public:
  TriangleCount(Workspace& workspace, const GraphArrays& graph)
      : graph_(graph), queue_(graph.context()) {
    Context& context = graph.context();
    workspace.declare("the degrees", degrees_, graph.num_vertices(), context);
    workspace.declare("the corners of triangles", corners_, graph.num_vertices(), context);
    workspace.declare("the numbers of edges", counts_, graph.num_vertices(), context);
    workspace.declare("the edges by degree", targets_, graph.num_arcs(), context);
    workspace.declare("the tables of neighbours", slots_, 2 * graph.num_arcs(), context);
  }

  Triangles run() {
    queue_.fill(slots_.data(), 0xFF, slots_.size_bytes());
    queue_.fill(degrees_.data(), 0, degrees_.size_bytes());
    queue_.fill(corners_.data(), 0, corners_.size_bytes());
    queue_.fill(counts_.data(), 0, counts_.size_bytes());
    if (graph_.num_arcs() > 0) {
      graph_.with_rows([&](const auto& rows) { count(rows); });
    }
    Triangles found{Array<Vertex>(graph_.num_vertices()),
                    Array<std::uint64_t>(graph_.num_vertices())};
    download(queue_, found.degrees.span(), degrees_);
    download(queue_, found.corners.span(), corners_);
    return found;
  }

 private:
  template <class Offset>
  void count(const Rows<Offset>& rows) {
    constexpr ByClasses kMapping{.warp_degree = simt::kWarp, .block_degree = 4 * kThreads};
    // Of one launch, so that a signal to stop is soon heard.
    constexpr u64 kPlaces = u64{1} << 26U;
    const RowTables<Offset> tables{rows.offsets, slots_.data()};
    const OrientedRows<Offset> edges{rows.offsets, counts_.data(), targets_.data()};
    simt::launch(queue_.handle(), shape_for(queue_.context(), graph_.num_vertices(), kThreads),
                 &advance_rows<Rows<Offset>, AllRows, OrientEdge<Offset>, Nowhere, ByClasses>, rows,
                 AllRows{graph_.num_vertices()},
                 OrientEdge<Offset>{rows, tables, edges, degrees_.data()}, Nowhere{}, kMapping);
    for (u64 first = 0; first < graph_.num_arcs(); first += kPlaces) {
      const u64 size = std::min(kPlaces, graph_.num_arcs() - first);
      simt::launch(queue_.handle(), shape_for(queue_.context(), size, kThreads),
                   &count_corners<Offset>, graph_.num_vertices(), first, size, edges, tables,
                   corners_.data());
      queue_.wait();
      throw_if_stopped();
    }
  }

  const GraphArrays& graph_;
  Queue queue_;
  DeviceBuffer<u32> degrees_;
  DeviceBuffer<u64> corners_;
  DeviceBuffer<u32> counts_;
  DeviceBuffer<u32> targets_;
  DeviceBuffer<u32> slots_;
};

}  // namespace

Triangles count_triangles(const DeviceObject& graph) {
  const auto& arrays = static_cast<const GraphArrays&>(graph);
  Workspace workspace;
  TriangleCount triangles(workspace, arrays);
  workspace.take("local clustering", HostMemory(), arrays.context());
  return triangles.run();
}

}  // namespace strider::detail::STRIDER_DEVICE
