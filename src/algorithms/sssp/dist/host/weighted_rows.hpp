// Rows of weighted arcs, the light ones first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A copy of a rank's arcs, those up to delta first in each row.
template <class W>
class WeightedRows {
 public:
  struct Row {
    std::span<const Vertex> columns;
    std::span<const W> weights;
  };

  [[nodiscard]] static std::uint64_t bytes(std::uint64_t rows, std::uint64_t arcs) {
    return saturating_add(saturating_mul(arcs, sizeof(Vertex) + sizeof(W)),
                          saturating_mul(rows + 1, 2 * sizeof(EdgeIndex)));
  }

  /// degree(row) arcs, of which for_each_arc(row, take) calls take(column, weight). Arcs of weight
  /// up to `delta` are light. Throws MemoryError.
  template <class Degree, class ForEachArc>
  WeightedRows(Vertex rows, double delta, int threads, const Degree& degree,
               const ForEachArc& for_each_arc)
      : begins_(rows + std::size_t{1}), heavy_(rows) {
    begins_[0] = 0;
    for (Vertex v = 0; v < rows; ++v) begins_[v + 1ULL] = begins_[v] + degree(v);
    columns_ = Array<Vertex>(begins_[rows]);
    weights_ = Array<W>(begins_[rows]);
    parallel_for(
        0, (rows + kRowsTogether - 1) / kRowsTogether, threads,
        [&](std::size_t chunk) {
          std::vector<std::pair<W, Vertex>> arcs;
          const std::size_t first = chunk * kRowsTogether;
          const std::size_t last = std::min<std::size_t>(first + kRowsTogether, rows);
          for (std::size_t v = first; v < last; ++v) {
            arcs.clear();
            for_each_arc(static_cast<Vertex>(v),
                         [&](Vertex column, W weight) { arcs.emplace_back(weight, column); });
            write(v, delta, arcs);
          }
        },
        1);
  }

  [[nodiscard]] Row all(Vertex row) const { return slice(begins_[row], begins_[row + 1ULL]); }
  [[nodiscard]] Row light(Vertex row) const { return slice(begins_[row], heavy_[row]); }
  [[nodiscard]] Row heavy(Vertex row) const { return slice(heavy_[row], begins_[row + 1ULL]); }
  [[nodiscard]] EdgeIndex num_arcs() const { return columns_.size(); }
  /// Where a row begins, and where that is written.
  [[nodiscard]] EdgeIndex begin(Vertex row) const { return begins_[row]; }
  [[nodiscard]] const EdgeIndex* begin_address(Vertex row) const { return begins_.data() + row; }
  [[nodiscard]] const EdgeIndex* heavy_address(Vertex row) const { return heavy_.data() + row; }
  [[nodiscard]] const Vertex* columns() const { return columns_.data(); }
  [[nodiscard]] const W* weights() const { return weights_.data(); }

 private:
  static constexpr std::size_t kRowsTogether = 1024;

  void write(std::size_t row, double delta, std::vector<std::pair<W, Vertex>>& arcs) {
    EdgeIndex next = begins_[row];
    const auto append = [&](bool light) {
      for (const auto& [weight, column] : arcs) {
        if ((static_cast<double>(weight) <= delta) != light) continue;
        columns_[next] = column;
        weights_[next++] = weight;
      }
    };
    append(true);
    heavy_[row] = next;
    append(false);
  }
  [[nodiscard]] Row slice(EdgeIndex begin, EdgeIndex end) const {
    return {columns_.span().subspan(begin, end - begin),
            weights_.span().subspan(begin, end - begin)};
  }

  Array<EdgeIndex> begins_;
  Array<EdgeIndex> heavy_;  // where the heavy arcs of a row begin
  Array<Vertex> columns_;
  Array<W> weights_;
};

}  // namespace strider::detail
