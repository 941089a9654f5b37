// The rows of the vertices that a rank owns, cleaned, before they become subgraphs.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
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
  [[nodiscard]] std::uint64_t bytes() const {
    return begin.span().size_bytes() + degrees.span().size_bytes() + targets.span().size_bytes() +
           weights.span().size_bytes();
  }
};

/// Adds 1 to a counter that `threads` threads share, and returns what it was: one thread by itself
/// is spared the price of an atomic addition.
[[nodiscard]] inline std::uint32_t count_up(std::uint32_t& counter, int threads) {
  return threads == 1 ? counter++ : fetch_add_relaxed(counter, 1U);
}

/// Takes incidences as they come and makes rows of them. No communication.
template <class W>
class RowCollector {
 public:
  static constexpr bool kWeighted = !std::is_empty_v<W>;

  RowCollector(std::uint32_t num_rows, int threads) : counts_(num_rows, 0), threads_(threads) {}

  void take(Array<Incidence<W>>&& arrived) {
    parallel_shares(arrived.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) (void)count_up(counts_[arrived[i].row], threads_);
    });
    num_arcs_ += arrived.size();
    if (!arrived.empty()) chunks_.push_back(std::move(arrived));
  }
  /// Held while edges travel, and when all have become rows. Sorting a row with weights takes a
  /// copy of it; by then the incidences, which are no smaller, are gone.
  [[nodiscard]] std::uint64_t collected_bytes() const {
    return num_arcs_ * sizeof(Incidence<W>) + counts_.span().size_bytes();
  }
  [[nodiscard]] std::uint64_t peak_bytes() const {
    const std::uint64_t arc = sizeof(std::uint64_t) + (kWeighted ? sizeof(W) : 0);
    return collected_bytes() + num_arcs_ * arc + counts_.size() * sizeof(std::uint64_t);
  }

  /// Rows without duplicates; of several arcs to a target the lightest stays. Takes the chunks.
  [[nodiscard]] CleanRows<W> finish() {
    CleanRows<W> rows = scatter();
    parallel_for(
        0, rows.degrees.size(), threads_, [&](std::size_t v) { clean(rows, v); }, 256);
    return rows;
  }

 private:
  /// Each row in any order.
  CleanRows<W> scatter() {
    CleanRows<W> rows;
    const std::size_t n = counts_.size();
    rows.begin = Array<std::uint64_t>(n);
    parallel_shares(n, threads_, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        rows.begin[v] = std::exchange(counts_[v], 0U);
      }
    });
    exclusive_scan(rows.begin.span(), threads_);
    rows.degrees = std::move(counts_);
    rows.targets = Array<std::uint64_t>(num_arcs_);
    if constexpr (kWeighted) rows.weights = Array<W>(num_arcs_);
    for (Array<Incidence<W>>& chunk : chunks_) {
      parallel_shares(chunk.size(), threads_, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
          const Incidence<W>& arc = chunk[i];
          const std::uint64_t place =
              rows.begin[arc.row] + count_up(rows.degrees[arc.row], threads_);
          rows.targets[place] = pack_place(arc.target_rank, arc.target_vertex);
          if constexpr (kWeighted) rows.weights[place] = arc.weight;
        }
      });
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
  int threads_;
};

}  // namespace strider::detail
