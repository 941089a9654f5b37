// The rows that a rank has sorted of the arcs that came to it, without parallel arcs.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "ranks/edges/arc_record.hpp"
#include "ranks/edges/arc_rows.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// Rows one after the other, by the number that they have in ArcBuckets; targets are the ids that
/// arcs have there, ascending and distinct, in the type Id.
template <class W, class Id = std::uint64_t>
struct CleanRows {
  Array<std::uint64_t> begin;  ///< of each row, and the end
  Array<std::uint32_t> degrees;
  Array<Id> targets;
  Array<W> weights;

  [[nodiscard]] std::span<Id> row(std::size_t v) {
    return targets.span().subspan(begin[v], degrees[v]);
  }
  /// Of a row, its arcs not included.
  static constexpr std::uint64_t kRowBytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);
  /// Of an arc.
  static constexpr std::uint64_t kArcBytes = sizeof(Id) + ArcBuckets<W>::kWeightBytes;
};

/// Rows without parallel arcs: `duplicates` is not kKeep. Takes, besides what the buckets have,
/// CleanRows::kRowBytes a row, and first what sort_buckets() does, then kArcBytes an arc that
/// stays. Throws UsageError where a bucket has 2^32 arcs, MemoryError.
template <class Id = std::uint64_t, class W>
[[nodiscard]] CleanRows<W, Id> clean_rows(ArcBuckets<W> buckets, Duplicates duplicates,
                                          int threads) {
  if (buckets.largest() >= kMostNarrow) {
    throw UsageError("one rank has too many edges to sort: start more ranks");
  }
  CleanRows<W, Id> rows;
  rows.begin = Array<std::uint64_t>(buckets.num_rows + std::uint64_t{1});
  std::vector<std::uint64_t> kept;
  // Lengths, until they become places.
  (void)sort_buckets(buckets, duplicates, threads, rows.begin.span().first(buckets.num_rows), kept,
                     [](std::span<const std::uint64_t>) {});
  rows.degrees = Array<std::uint32_t>(buckets.num_rows);
  std::vector<std::uint64_t> begin(kept);
  const std::uint64_t all = exclusive_scan(std::span(begin), 1);
  rows.begin[buckets.num_rows] = all;
  rows.targets = Array<Id>(all);
  if constexpr (!std::is_empty_v<W>) rows.weights = Array<W>(all);
  parallel_for(
      0, buckets.count(), threads,
      [&](std::size_t b) {
        std::uint64_t to = begin[b];
        buckets.for_each_run(b, kept[b], [&](auto& part, std::uint64_t from, std::uint64_t arcs) {
          for (std::uint64_t i = from; i < from + arcs; ++i, ++to) {
            rows.targets[to] = static_cast<Id>(buckets.key(part, i) & buckets.id_mask());
            if constexpr (!std::is_empty_v<W>) rows.weights[to] = part.weights[i];
          }
        });
        std::uint64_t place = begin[b];
        const std::uint64_t first = std::uint64_t{b} << buckets.shift;
        const std::uint64_t last =
            std::min<std::uint64_t>(buckets.num_rows, (std::uint64_t{b} + 1) << buckets.shift);
        for (std::uint64_t v = first; v < last; ++v) {
          rows.degrees[v] = static_cast<std::uint32_t>(std::exchange(rows.begin[v], place));
          place += rows.degrees[v];
        }
      },
      1);
  return rows;
}

}  // namespace strider::detail
