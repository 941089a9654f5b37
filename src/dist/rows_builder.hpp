// Compressed rows made in two passes over their arcs.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "dist/delegate_rows.hpp"
#include "dist/graph_delegate.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Throws UsageError where 32 bits do not count them.
inline void require_arcs(std::uint64_t arcs, std::string_view subgraph) {
  if (arcs <= std::numeric_limits<std::uint32_t>::max()) return;
  throw UsageError(
      fmt::format("{} {} arcs on one rank, of at most 2^32 - 1: start more ranks", arcs, subgraph));
}

/// Turns counts, of which there is one more than rows, into offsets.
inline std::uint64_t to_offsets(Array<std::uint32_t>& counts, std::string_view subgraph) {
  std::uint64_t sum = 0;
  for (std::uint32_t& count : counts) {
    const std::uint64_t before = sum;
    sum += count;
    require_arcs(sum, subgraph);
    count = static_cast<std::uint32_t>(before);
  }
  return sum;
}

/// Counting first: count() for each arc, counted(); then filling: fill() for each arc, filled().
/// Weights lie beside the columns, unless W is NoWeight. Throws UsageError where there are 2^32
/// arcs, MemoryError.
///
/// With `sharing` threads count() and fill() may be called for the same row at the same time; with
/// one, for different rows.
template <class W>
class RowsBuilder {
 public:
  RowsBuilder(std::uint64_t num_rows, std::string_view name, int sharing)
      : name_(name), offsets_(num_rows + 1, 0), sharing_(sharing) {}

  void count(std::size_t row) { (void)count_up(offsets_[row], sharing_); }
  [[nodiscard]] static std::uint64_t arc_bytes() {
    return sizeof(std::uint32_t) + (std::is_empty_v<W> ? 0 : sizeof(W));
  }
  /// Before they become offsets. O(rows).
  [[nodiscard]] std::uint64_t num_counted() const {
    return std::accumulate(offsets_.begin(), offsets_.end(), std::uint64_t{0});
  }
  void counted() {
    const std::uint64_t arcs = to_offsets(offsets_, name_);
    columns_ = Array<std::uint32_t>(arcs);
    if constexpr (!std::is_empty_v<W>) weights_ = Array<W>(arcs);
  }
  void fill(std::size_t row, std::uint32_t column, W weight) {
    const std::uint32_t place = count_up(offsets_[row], sharing_);
    columns_[place] = column;
    if constexpr (!std::is_empty_v<W>) {
      weights_[place] = weight;
    } else {
      (void)weight;
    }
  }
  /// Filling has moved each offset to the next row's.
  void filled() {
    std::uint32_t before = 0;
    for (std::uint32_t& offset : offsets_) std::swap(before, offset);
  }
  /// So many rows are a thread's task.
  void sort_rows(int threads, std::size_t grain) {
    parallel_for(
        0, offsets_.size() - 1, threads,
        [&](std::size_t row) {
          const std::uint32_t begin = offsets_[row];
          const std::uint32_t end = offsets_[row + 1];
          if constexpr (std::is_empty_v<W>) {
            std::sort(columns_.begin() + begin, columns_.begin() + end);
          } else {
            std::vector<std::pair<std::uint32_t, W>> arcs;
            for (std::uint32_t i = begin; i < end; ++i) {
              arcs.emplace_back(columns_[i], weights_[i]);
            }
            std::sort(arcs.begin(), arcs.end());
            for (std::uint32_t i = begin; i < end; ++i) {
              std::tie(columns_[i], weights_[i]) = arcs[i - begin];
            }
          }
        },
        grain);
  }
  void give(SmallRows& rows, Array<W>& weights) {
    rows.offsets = std::move(offsets_);
    rows.columns = std::move(columns_);
    weights = std::move(weights_);
  }

 private:
  std::string_view name_;
  Array<std::uint32_t> offsets_;
  Array<std::uint32_t> columns_;
  Array<W> weights_;
  int sharing_;
};

}  // namespace strider::detail
