// Arcs in any order to sorted rows: dealt into buckets of neighbouring rows, each of which is
// sorted inside the cache.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "ranks/edges/radix_sort.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Arcs as keys: the row's number inside its bucket above the ordered id of the other end. The keys
/// of a bucket stand together, buckets in order of rows.
template <class W>
struct ArcBuckets {
  static constexpr std::size_t kMostBuckets = 1024;

  std::uint32_t num_rows = 0;
  unsigned id_bits = 0;
  unsigned shift = 0;  ///< a bucket has 2^shift rows
  std::vector<std::uint64_t> begin;
  Array<std::uint64_t> keys;
  Array<W> weights;

  /// Without arcs. Throws UsageError where a row's number in its bucket and an ordered id are more
  /// than a key has bits.
  ArcBuckets(std::uint32_t rows, std::uint64_t ids)
      : num_rows(rows),
        id_bits(ids <= 1 ? 0 : static_cast<unsigned>(std::bit_width(ids - 1))),
        shift(rows <= kMostBuckets
                  ? 0
                  : static_cast<unsigned>(std::bit_width((rows - 1ULL) / kMostBuckets))),
        begin(count() + 1, 0) {
    if (shift + id_bits > 64) {
      throw UsageError(
          fmt::format("one rank has {} rows whose endpoints have {} different numbers, which is "
                      "too many: start more ranks",
                      rows, ids));
    }
  }

  [[nodiscard]] std::size_t count() const {
    return num_rows == 0 ? 0 : ((num_rows - 1ULL) >> shift) + 1;
  }
  [[nodiscard]] std::uint64_t id_mask() const { return (1ULL << id_bits) - 1; }
  [[nodiscard]] std::uint64_t largest() const {
    std::uint64_t most = 0;
    for (std::size_t b = 0; b < count(); ++b) most = std::max(most, begin[b + 1] - begin[b]);
    return most;
  }
  /// Bytes of an arc in the buckets.
  static constexpr std::uint64_t kArcBytes =
      sizeof(std::uint64_t) + (std::is_empty_v<W> ? 0 : sizeof(W));
};

/// Deals records, which have row(), ordered_id() and weight, into buckets; gives up their memory
/// chunk by chunk. Parallel by chunk.
template <class W, class Record>
void deal_arcs(std::vector<Array<Record>> chunks, int threads, ArcBuckets<W>& buckets) {
  const unsigned shift = buckets.shift;
  // Row p of this table: how many arcs part p of the chunks puts into each bucket; then, where.
  std::vector<std::vector<std::uint64_t>> place(static_cast<std::size_t>(threads),
                                                std::vector<std::uint64_t>(buckets.count(), 0));
  parallel_parts(chunks.size(), threads, [&](Range range, std::size_t part) {
    auto& counts = place[part];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      for (const Record& record : chunks[i]) ++counts[record.row() >> shift];
    }
  });
  std::uint64_t sum = 0;
  for (std::size_t b = 0; b < buckets.count(); ++b) {
    buckets.begin[b] = sum;
    for (auto& counts : place) sum += std::exchange(counts[b], sum);
  }
  buckets.begin.back() = sum;
  buckets.keys = Array<std::uint64_t>(sum);
  if constexpr (!std::is_empty_v<W>) buckets.weights = Array<W>(sum);

  const std::uint64_t row_mask = (1ULL << shift) - 1;
  const unsigned id_bits = buckets.id_bits;
  parallel_parts(chunks.size(), threads, [&](Range range, std::size_t part) {
    auto& next = place[part];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      for (const Record& record : chunks[i]) {
        const std::uint64_t at = next[record.row() >> shift]++;
        buckets.keys[at] = (record.row() & row_mask) << id_bits | record.ordered_id();
        if constexpr (!std::is_empty_v<W>) buckets.weights[at] = record.weight;
      }
      chunks[i] = {};
    }
  });
}

/// What sorting found: entries that repeat the one before, self-loops apart; self-loops kept.
struct RowCounts {
  std::uint64_t repeated = 0;
  std::uint64_t self_loops = 0;
};

/// Sorts one bucket; what stays stands at its begin, in order of rows and ordered ids. Counts the
/// entries of each row into `lengths` (by row). Returns how many stay.
template <class W>
std::uint64_t sort_bucket(ArcBuckets<W>& buckets, std::size_t b, Duplicates duplicates,
                          std::span<EdgeIndex> lengths, std::uint64_t* key_buffer, W* weight_buffer,
                          RowCounts& found) {
  const std::uint64_t begin = buckets.begin[b];
  const std::size_t size = buckets.begin[b + 1] - begin;
  std::uint64_t* const keys = buckets.keys.data() + begin;
  W* const weights = std::is_empty_v<W> ? nullptr : buckets.weights.data() + begin;
  const std::uint64_t first_row = std::uint64_t{b} << buckets.shift;
  const std::uint64_t last_row =
      std::min<std::uint64_t>(buckets.num_rows, (std::uint64_t{b} + 1) << buckets.shift);
  std::fill(lengths.begin() + static_cast<std::ptrdiff_t>(first_row),
            lengths.begin() + static_cast<std::ptrdiff_t>(last_row), 0);
  const SortedRun<W> sorted =
      radix_sort({keys, size}, weights, buckets.shift + buckets.id_bits, key_buffer, weight_buffer);
  const bool remove = duplicates != Duplicates::kKeep;
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < size;) {
    const std::uint64_t key = sorted.keys[i];
    std::size_t end = i + 1;
    while (end < size && sorted.keys[end] == key) ++end;
    const std::uint64_t row = first_row + (key >> buckets.id_bits);
    const std::uint64_t stay = remove ? 1 : end - i;
    // The own vertices are the first ordered ids.
    if ((key & buckets.id_mask()) == row) {
      found.self_loops += stay;
    } else {
      found.repeated += end - i - 1;
    }
    lengths[row] += stay;
    if constexpr (!std::is_empty_v<W>) {
      if (!remove) {
        std::sort(sorted.values + i, sorted.values + end);
      } else if (end - i > 1) {
        const auto [lightest, heaviest] =
            std::minmax_element(sorted.values + i, sorted.values + end);
        sorted.values[i] = duplicates == Duplicates::kKeepHeaviest ? *heaviest : *lightest;
      }
      for (std::uint64_t k = 0; k < stay; ++k) weights[kept + k] = sorted.values[i + k];
    }
    for (std::uint64_t k = 0; k < stay; ++k) keys[kept + k] = key;
    kept += stay;
    i = end;
  }
  return kept;
}

/// Sorts all buckets, by `threads` threads; for_kept(keys that stay of a bucket) follows on each,
/// while they are in the cache. kept[b] of bucket b stay. `lengths` has an element for each row.
template <class W, class ForKept>
RowCounts sort_buckets(ArcBuckets<W>& buckets, Duplicates duplicates, int threads,
                       std::span<EdgeIndex> lengths, std::vector<std::uint64_t>& kept,
                       ForKept&& for_kept) {
  RowCounts total;
  kept.assign(buckets.count(), 0);
  const std::uint64_t largest = buckets.largest();
  std::atomic<std::size_t> next_bucket{0};
  parallel_region(threads, [&](int, int) {
    Array<std::uint64_t> key_buffer(largest);
    Array<W> weight_buffer(std::is_empty_v<W> ? 0 : largest);
    RowCounts found;
    for (;;) {
      const std::size_t b = next_bucket.fetch_add(1, std::memory_order_relaxed);
      if (b >= buckets.count()) break;
      kept[b] = sort_bucket(buckets, b, duplicates, lengths, key_buffer.data(),
                            weight_buffer.data(), found);
      for_kept(std::span<const std::uint64_t>(buckets.keys.data() + buckets.begin[b], kept[b]));
    }
    fetch_add_relaxed(total.repeated, found.repeated);
    fetch_add_relaxed(total.self_loops, found.self_loops);
  });
  return total;
}

}  // namespace strider::detail
