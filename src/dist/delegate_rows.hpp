// The rows of the vertices that a rank owns, cleaned, before they become subgraphs.
#pragma once

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "dist/redistribute.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// A vertex as one number: its owner, then what the owner calls it.
[[nodiscard]] constexpr std::uint64_t pack_place(std::uint32_t rank, std::uint32_t vertex) {
  return (std::uint64_t{rank} << 32U) | vertex;
}
[[nodiscard]] constexpr std::uint32_t rank_of(std::uint64_t place) {
  return static_cast<std::uint32_t>(place >> 32U);
}
[[nodiscard]] constexpr std::uint32_t vertex_of(std::uint64_t place) {
  return static_cast<std::uint32_t>(place);
}

/// An arc on its way to the owner of its source.
template <class W>
struct Incidence {
  std::uint32_t row;
  std::uint32_t target_rank;
  std::uint32_t target_vertex;
  [[no_unique_address]] W weight;
};

/// Rows by LocalVertex; targets are places, ascending and distinct once the rows are clean.
template <class W>
struct CleanRows {
  Array<std::uint64_t> begin;  ///< of each row; not an end: rows have shrunk
  Array<std::uint32_t> degrees;
  Array<std::uint64_t> targets;
  Array<W> weights;

  [[nodiscard]] std::span<std::uint64_t> row(std::size_t v) {
    return targets.span().subspan(begin[v], degrees[v]);
  }
};

/// Takes incidences as they come and makes rows of them. No communication.
template <class W>
class RowCollector {
 public:
  static constexpr bool kWeighted = !std::is_empty_v<W>;

  explicit RowCollector(std::uint32_t num_rows) : counts_(num_rows, 0) {}

  void take(Array<Incidence<W>>&& arrived) {
    for (const Incidence<W>& arc : arrived) ++counts_[arc.row];
    num_arcs_ += arrived.size();
    if (!arrived.empty()) chunks_.push_back(std::move(arrived));
  }
  [[nodiscard]] std::uint64_t num_arcs() const { return num_arcs_; }
  /// Held while edges travel, and when all have become rows.
  [[nodiscard]] std::uint64_t collected_bytes() const {
    return num_arcs_ * sizeof(Incidence<W>) + counts_.span().size_bytes();
  }
  [[nodiscard]] std::uint64_t peak_bytes() const {
    return collected_bytes() + num_arcs_ * row_bytes() + counts_.size() * sizeof(std::uint64_t);
  }
  /// Of an arc that has become part of a row.
  [[nodiscard]] static constexpr std::uint64_t row_bytes() {
    return sizeof(std::uint64_t) + (kWeighted ? sizeof(W) : 0);
  }

  /// Rows without duplicates; of several arcs to a target the lightest stays. Takes the chunks.
  [[nodiscard]] CleanRows<W> finish(int threads) {
    CleanRows<W> rows = scatter();
    parallel_for(
        0, rows.degrees.size(), threads, [&](std::size_t v) { clean(rows, v); }, 256);
    return rows;
  }

 private:
  CleanRows<W> scatter() {
    CleanRows<W> rows;
    const std::size_t n = counts_.size();
    rows.begin = Array<std::uint64_t>(n);
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < n; ++v) {
      rows.begin[v] = sum;
      sum += counts_[v];
    }
    rows.targets = Array<std::uint64_t>(num_arcs_);
    if constexpr (kWeighted) rows.weights = Array<W>(num_arcs_);
    rows.degrees = Array<std::uint32_t>(n, 0);
    for (Array<Incidence<W>>& chunk : chunks_) {
      for (const Incidence<W>& arc : chunk) {
        const std::uint64_t place = rows.begin[arc.row] + rows.degrees[arc.row]++;
        rows.targets[place] = pack_place(arc.target_rank, arc.target_vertex);
        if constexpr (kWeighted) rows.weights[place] = arc.weight;
      }
      chunk = Array<Incidence<W>>();
    }
    chunks_.clear();
    return rows;
  }

  static void clean(CleanRows<W>& rows, std::size_t v) {
    const std::span<std::uint64_t> row = rows.row(v);
    if constexpr (!kWeighted) {
      std::sort(row.begin(), row.end());
      rows.degrees[v] =
          static_cast<std::uint32_t>(std::unique(row.begin(), row.end()) - row.begin());
    } else {
      const std::span<W> weights = rows.weights.span().subspan(rows.begin[v], row.size());
      std::vector<std::pair<std::uint64_t, W>> arcs(row.size());
      for (std::size_t i = 0; i < row.size(); ++i) arcs[i] = {row[i], weights[i]};
      std::sort(arcs.begin(), arcs.end());
      std::uint32_t kept = 0;
      for (const auto& [target, weight] : arcs) {
        if (kept > 0 && row[kept - 1] == target) continue;
        row[kept] = target;
        weights[kept++] = weight;
      }
      rows.degrees[v] = kept;
    }
  }

  Array<std::uint32_t> counts_;
  std::vector<Array<Incidence<W>>> chunks_;
  std::uint64_t num_arcs_ = 0;
};

}  // namespace strider::detail
