// The edges of the forest whose smaller ends a rank owns, marked in its rows: nothing is to be
// sorted then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "algorithms/msf/taken_arcs.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "graph/weight_order.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

/// Precondition: the owners do not shuffle, so that a rank's vertices ascend in its numbers as in
/// the input's, at even distances.
template <class W>
class ForestMarks {
 public:
  /// `graph` outlives this.
  ForestMarks(const WeightedGraph1d<W>& graph, WeightOrder<W> order, int threads)
      : graph_(graph), rows_(graph.topology.rows), order_(order), threads_(threads) {}

  /// Marks the arc of an edge in `taken`. Preconditions: there is one; its row ascends.
  void mark(Vertex row, Vertex local_id, std::span<std::uint8_t> taken) const {
    const auto neighbors = rows_.neighbors(row);
    const auto place = std::ranges::lower_bound(neighbors, local_id) - neighbors.begin();
    taken[rows_.offsets()[row] + static_cast<EdgeIndex>(place)] = 1;
  }

  /// Writes the edges of the arcs marked, ascending by (u, v). `border`: the rows with edges to
  /// other ranks' vertices, ascending. O(arcs).
  void write(std::span<const std::uint8_t> taken, std::span<const Vertex> border,
             std::vector<GlobalMsfEdge<W>>& edges) const {
    constexpr std::size_t kMinParallelWork = 1U << 13U;
    const EdgeIndex* const offsets = rows_.offsets().data();
    const int parts = taken.size() < kMinParallelWork ? 1 : threads_;
    std::vector<std::size_t> starts(static_cast<std::size_t>(parts) + 1, 0);
    parallel_parts(rows_.num_vertices(), parts, [&](Range range, std::size_t part) {
      const auto marks =
          taken.subspan(offsets[range.begin], offsets[range.end] - offsets[range.begin]);
      starts[part] = std::reduce(marks.begin(), marks.end(), std::size_t{0});
    });
    edges.resize(exclusive_scan(std::span(starts), 1));
    parallel_parts(rows_.num_vertices(), parts, [&](Range range, std::size_t part) {
      write_part(range, taken.data(), border, edges.data() + starts[part]);
    });
  }

 private:
  // Rows whose edges stay in the cache until all of their ends are right.
  static constexpr std::size_t kRows = 1U << 11U;

  void write_part(Range range, const std::uint8_t* taken, std::span<const Vertex> border,
                  GlobalMsfEdge<W>* out) const {
    if (range.begin == range.end) return;
    const Graph1d& graph = graph_.topology;
    const EdgeIndex* const offsets = rows_.offsets().data();
    const GlobalVertex base = graph.global_of(local_vertex(0));
    const GlobalVertex step =
        rows_.num_vertices() == 1 ? 1 : graph.global_of(local_vertex(1)) - base;
    const EdgeIndex stop = end_of_taken(taken, offsets[range.begin], offsets[range.end]);
    const auto* const targets = rows_.targets().data();
    const auto* const weights = graph_.weights.data();
    auto on_border = std::ranges::lower_bound(border, range.begin);
    std::vector<std::uint16_t> sources;
    for (std::size_t first = range.begin; first < range.end; first += kRows) {
      const std::size_t last = std::min(first + kRows, range.end);
      GlobalMsfEdge<W>* const begin = out;
      out = write_taken_arcs(offsets, Range{first, last}, stop, taken, sources, out,
                             [&](Vertex u, EdgeIndex arc) {
                               return GlobalMsfEdge<W>{base + step * u, base + step * targets[arc],
                                                       order_.weight(order_.key(weights[arc]))};
                             });
      if (on_border == border.end() || *on_border >= last) continue;
      while (on_border != border.end() && *on_border < last) ++on_border;
      name_others(std::span(begin, out), base, step);
    }
  }

  /// What local ids of other ranks' vertices were taken for gets its name, and place.
  void name_others(std::span<GlobalMsfEdge<W>> edges, GlobalVertex base, GlobalVertex step) const {
    const GlobalVertex end = base + step * rows_.num_vertices();
    for (GlobalMsfEdge<W>& edge : edges) {
      if (edge.v < end) continue;
      const auto other = static_cast<std::uint32_t>((edge.v - base) / step);
      edge.v = graph_.topology.global_of(local_id(other));
    }
    const auto ends = [](const GlobalMsfEdge<W>& edge) { return std::tuple(edge.u, edge.v); };
    if (!std::ranges::is_sorted(edges, {}, ends)) std::ranges::sort(edges, {}, ends);
  }

  const WeightedGraph1d<W>& graph_;
  const Csr& rows_;
  WeightOrder<W> order_;
  int threads_;
};

}  // namespace strider::detail
