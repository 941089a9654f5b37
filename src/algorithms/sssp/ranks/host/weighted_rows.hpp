// Rows of weighted arcs, the lightest first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// A copy of a rank's arcs, in each row by ascending weight; of equal weights by local id.
template <class W>
class WeightedRows {
 public:
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t rows, std::uint64_t arcs) {
    return saturating_add(saturating_mul(arcs, sizeof(Vertex) + sizeof(W)),
                          saturating_mul(rows + 1, sizeof(EdgeIndex)));
  }

  /// degree(row) arcs, of which for_each_arc(row, take) calls take(local_id, weight). Throws
  /// MemoryError. O(arcs log(largest degree)).
  template <class Degree, class ForEachArc>
  WeightedRows(Vertex rows, int threads, const Degree& degree, const ForEachArc& for_each_arc)
      : begins_(rows + std::size_t{1}) {
    begins_[0] = 0;
    for (Vertex v = 0; v < rows; ++v) begins_[v + 1ULL] = begins_[v] + degree(v);
    local_ids_ = Array<Vertex>(begins_[rows]);
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
                         [&](Vertex local_id, W weight) { arcs.emplace_back(weight, local_id); });
            write(v, arcs);
          }
        },
        1);
  }

  [[nodiscard]] EdgeIndex num_arcs() const { return local_ids_.size(); }
  [[nodiscard]] EdgeIndex begin(Vertex row) const { return begins_[row]; }
  [[nodiscard]] EdgeIndex end(Vertex row) const { return begins_[row + 1ULL]; }
  [[nodiscard]] Vertex local_id(EdgeIndex arc) const { return local_ids_[arc]; }
  [[nodiscard]] W weight(EdgeIndex arc) const { return weights_[arc]; }
  /// Of all rows, for who copies them: where each begins and the last ends, and its arcs.
  [[nodiscard]] std::span<const EdgeIndex> begins() const { return begins_.span(); }
  [[nodiscard]] std::span<const Vertex> local_ids() const { return local_ids_.span(); }
  [[nodiscard]] std::span<const W> weights() const { return weights_.span(); }

  [[gnu::always_inline]] void prefetch_begin(Vertex row) const {
    prefetch_to_read(begins_.data() + row);
  }
  [[gnu::always_inline]] void prefetch_arc(EdgeIndex arc) const {
    prefetch_to_read(local_ids_.data() + arc);
    prefetch_to_read(weights_.data() + arc);
  }

 private:
  static constexpr std::size_t kRowsTogether = 1024;

  void write(std::size_t row, std::vector<std::pair<W, Vertex>>& arcs) {
    std::sort(arcs.begin(), arcs.end());
    EdgeIndex next = begins_[row];
    for (const auto& [weight, local_id] : arcs) {
      local_ids_[next] = local_id;
      weights_[next++] = weight;
    }
  }

  Array<EdgeIndex> begins_;
  Array<Vertex> local_ids_;
  Array<W> weights_;
};

}  // namespace strider::detail
