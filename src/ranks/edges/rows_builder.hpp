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
#include "base/workspace.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Throws UsageError where 32 bits do not count them.
inline void require_arcs(std::uint64_t arcs, std::string_view subgraph) {
  if (arcs <= std::numeric_limits<std::uint32_t>::max()) return;
  throw UsageError(fmt::format(
      "one rank has {} {} arcs, but supports at most 2^32 - 1: start more ranks", arcs, subgraph));
}

/// Counting first: count() for each arc, counted(); then filling: fill() for each arc. Arcs come in
/// parts, the same in both passes, which threads may take at the same time: a row has the arcs of
/// the first part first, each part's in their order. Weights lie beside the columns, unless W is
/// NoWeight. Throws UsageError where there are 2^32 arcs, MemoryError.
template <class W>
class RowsBuilder {
 public:
  RowsBuilder(Workspace& workspace, std::uint64_t num_rows, std::string_view name,
              std::size_t parts)
      : name_(name), num_rows_(num_rows), parts_(parts) {
    workspace.declare("counting arcs", next_, num_rows * parts);
    workspace.when_taken([this] { std::fill(next_.begin(), next_.end(), 0U); });
  }

  /// Of an arc that is filled in.
  static constexpr std::uint64_t kArcBytes =
      sizeof(std::uint32_t) + (std::is_empty_v<W> ? 0 : sizeof(W));

  void count(std::size_t row, std::size_t part) { ++next_[part * num_rows_ + row]; }
  [[nodiscard]] std::uint64_t num_counted() const {
    return std::accumulate(next_.begin(), next_.end(), std::uint64_t{0});
  }
  void counted() {
    offsets_ = Array<std::uint32_t>(num_rows_ + 1);
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < num_rows_; ++row) {
      offsets_[row] = static_cast<std::uint32_t>(sum);
      for (std::size_t part = 0; part < parts_; ++part) {
        std::uint32_t& next = next_[part * num_rows_ + row];
        sum += std::exchange(next, static_cast<std::uint32_t>(sum));
      }
      require_arcs(sum, name_);
    }
    offsets_[num_rows_] = static_cast<std::uint32_t>(sum);
    columns_ = Array<std::uint32_t>::on_pages(sum);
    if constexpr (!std::is_empty_v<W>) weights_ = Array<W>::on_pages(sum);
  }
  /// `weight` is not looked at where W is NoWeight.
  template <class Weight>
  void fill(std::size_t row, std::size_t part, std::uint32_t column, Weight weight) {
    const std::uint32_t place = next_[part * num_rows_ + row]++;
    columns_[place] = column;
    if constexpr (!std::is_empty_v<W>) {
      weights_[place] = weight;
    } else {
      (void)weight;
    }
  }
  /// So many rows are a thread's task.
  void sort_rows(int threads, std::size_t grain) {
    parallel_for(
        0, num_rows_, threads,
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
    next_ = {};
    rows.offsets = std::move(offsets_);
    rows.columns = std::move(columns_);
    weights = std::move(weights_);
  }

 private:
  std::string_view name_;
  std::size_t num_rows_;
  std::size_t parts_;
  /// Arcs of each row of each part; then where its next one goes.
  Array<std::uint32_t> next_;
  Array<std::uint32_t> offsets_;
  Array<std::uint32_t> columns_;
  Array<W> weights_;
};

}  // namespace strider::detail
