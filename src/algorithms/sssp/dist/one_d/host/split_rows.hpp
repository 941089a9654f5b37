// Rows with their light edges first.
#pragma once

#include <cstdint>
#include <span>

#include "base/memory.hpp"
#include "dist/graph_1d.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A copy of weighted rows in which the edges of weight up to delta come first in each row.
template <class W>
class SplitRows {
 public:
  struct Row {
    std::span<const Vertex> targets;
    std::span<const W> weights;
  };

  /// Throws MemoryError.
  SplitRows(const WeightedGraph1d<W>& graph, double delta) : rows_(graph.topology.rows) {
    const std::uint64_t arcs = rows_.num_arcs();
    const std::uint64_t rows = rows_.num_vertices();
    require_memory(saturating_add(saturating_mul(arcs, sizeof(Vertex) + sizeof(W)),
                                  saturating_mul(rows, sizeof(EdgeIndex))),
                   "rows with their light edges first");
    targets_ = Array<Vertex>(arcs);
    weights_ = Array<W>(arcs);
    heavy_ = Array<EdgeIndex>(rows);
    for (Vertex v = 0; v < rows; ++v) {
      EdgeIndex next = rows_.offsets()[v];
      const auto append = [&](bool light) {
        for (EdgeIndex e = rows_.offsets()[v]; e < rows_.offsets()[v + 1ULL]; ++e) {
          const W weight = graph.weights[e];
          if ((static_cast<double>(weight) <= delta) != light) continue;
          targets_[next] = rows_.targets()[e];
          weights_[next++] = weight;
        }
      };
      append(true);
      heavy_[v] = next;
      append(false);
    }
  }

  [[nodiscard]] Row light(Vertex v) const { return slice(rows_.offsets()[v], heavy_[v]); }
  [[nodiscard]] Row heavy(Vertex v) const { return slice(heavy_[v], rows_.offsets()[v + 1ULL]); }

 private:
  [[nodiscard]] Row slice(EdgeIndex begin, EdgeIndex end) const {
    return {targets_.span().subspan(begin, end - begin),
            weights_.span().subspan(begin, end - begin)};
  }

  const Csr& rows_;
  Array<Vertex> targets_;
  Array<W> weights_;
  Array<EdgeIndex> heavy_;  // where the heavy edges of a row begin
};

}  // namespace strider::detail
