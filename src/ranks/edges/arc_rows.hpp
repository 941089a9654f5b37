// Arcs in any order to sorted rows: dealt into buckets of neighbouring rows as they come, each of
// which is sorted inside the cache and put back in its place.
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
#include "ranks/memory/memory_steps.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Arcs as keys: the row's number inside its bucket above the ordered id of the other end. They
/// stand in parts, as they came; in a part the keys of a bucket stand together, buckets in order of
/// rows. A key takes 4, 6 or 8 bytes, whatever the largest needs.
template <class W>
class ArcBuckets {
 public:
  static constexpr std::size_t kMostBuckets = 1024;

  struct Part {
    std::vector<std::uint64_t> begin;  ///< of each bucket, and the end
    Array<std::uint32_t> low;          ///< bits of keys
    Array<std::uint16_t> middle;       ///< empty where keys have no more than 32
    Array<std::uint16_t> high;         ///< empty where they have no more than 48
    Array<W> weights;
  };

  std::uint32_t num_rows = 0;
  unsigned id_bits = 0;
  unsigned shift = 0;  ///< a bucket has 2^shift rows
  std::vector<Part> parts;

  /// Without arcs. Throws UsageError where a row's number in its bucket and an ordered id are more
  /// than a key has bits.
  ArcBuckets(std::uint32_t rows, std::uint64_t ids)
      : num_rows(rows),
        id_bits(ids <= 1 ? 0 : static_cast<unsigned>(std::bit_width(ids - 1))),
        shift(rows <= kMostBuckets
                  ? 0
                  : static_cast<unsigned>(std::bit_width((rows - 1ULL) / kMostBuckets))),
        sizes_(count(), 0) {
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
  [[nodiscard]] unsigned key_bits() const { return shift + id_bits; }
  [[nodiscard]] std::uint64_t size(std::size_t bucket) const { return sizes_[bucket]; }
  [[nodiscard]] std::uint64_t largest() const {
    return sizes_.empty() ? 0 : *std::max_element(sizes_.begin(), sizes_.end());
  }
  /// Bytes of a key, less those of its low part.
  [[nodiscard]] std::uint64_t upper_bytes() const {
    return sizeof(std::uint16_t) * ((key_bits() > 32 ? 1U : 0U) + (key_bits() > 48 ? 1U : 0U));
  }
  /// Bytes of an arc in the buckets.
  [[nodiscard]] std::uint64_t arc_bytes() const {
    return sizeof(std::uint32_t) + upper_bytes() + kWeightBytes;
  }
  static constexpr std::uint64_t kWeightBytes = std::is_empty_v<W> ? 0 : sizeof(W);
  /// Of an arc, while its bucket is sorted.
  static constexpr std::uint64_t kSortingBytes = 2 * (sizeof(std::uint64_t) + kWeightBytes);

  [[nodiscard]] std::uint64_t key(const Part& part, std::size_t i) const {
    std::uint64_t key = part.low[i];
    if (!part.middle.empty()) key |= std::uint64_t{part.middle[i]} << 32U;
    if (!part.high.empty()) key |= std::uint64_t{part.high[i]} << 48U;
    return key;
  }
  void set_key(Part& part, std::size_t i, std::uint64_t key) const {
    part.low[i] = static_cast<std::uint32_t>(key);
    if (!part.middle.empty()) part.middle[i] = static_cast<std::uint16_t>(key >> 32U);
    if (!part.high.empty()) part.high[i] = static_cast<std::uint16_t>(key >> 48U);
  }

  /// Deals records, which have row(), ordered_id() and weight, into a part of their own; by all
  /// threads. The records stay in memory until it is filled.
  template <class Record>
  void take(Array<Record> records, int threads);

  /// body(part, where the arcs of the bucket begin there, how many of them) for the first `kept`
  /// arcs of a bucket.
  template <class Body>
  void for_each_run(std::size_t bucket, std::uint64_t kept, const Body& body) {
    for (std::size_t p = 0; kept > 0; ++p) {
      Part& part = parts[p];
      const std::uint64_t begin = part.begin[bucket];
      const std::uint64_t arcs = std::min(kept, part.begin[bucket + 1] - begin);
      if (arcs > 0) body(part, begin, arcs);
      kept -= arcs;
    }
  }

 private:
  std::vector<std::uint64_t> sizes_;  // of the buckets in all parts
};

template <class W>
template <class Record>
void ArcBuckets<W>::take(Array<Record> records, int threads) {
  if (records.empty()) return;
  // Row t of this table: how many arcs thread t puts into each bucket; then, where.
  std::vector<std::vector<std::uint64_t>> place(static_cast<std::size_t>(threads),
                                                std::vector<std::uint64_t>(count(), 0));
  parallel_parts(records.size(), threads, [&](Range range, std::size_t thread) {
    auto& counts = place[thread];
    for (std::size_t i = range.begin; i < range.end; ++i) ++counts[records[i].row() >> shift];
  });
  Part part;
  part.begin.resize(count() + 1);
  std::uint64_t sum = 0;
  for (std::size_t b = 0; b < count(); ++b) {
    part.begin[b] = sum;
    for (auto& counts : place) sum += std::exchange(counts[b], sum);
    sizes_[b] += sum - part.begin[b];
  }
  part.begin.back() = sum;
  part.low = Array<std::uint32_t>(sum);
  if (key_bits() > 32) part.middle = Array<std::uint16_t>(sum);
  if (key_bits() > 48) part.high = Array<std::uint16_t>(sum);
  if constexpr (!std::is_empty_v<W>) part.weights = Array<W>(sum);
  const std::uint64_t row_mask = (1ULL << shift) - 1;
  parallel_parts(records.size(), threads, [&](Range range, std::size_t thread) {
    auto& next = place[thread];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Record& record = records[i];
      const std::uint64_t at = next[record.row() >> shift]++;
      set_key(part, at, (record.row() & row_mask) << id_bits | record.ordered_id());
      if constexpr (!std::is_empty_v<W>) part.weights[at] = record.weight;
    }
  });
  parts.push_back(std::move(part));
}

/// Takes what came into the buckets, after require(bytes), which throws where they are not there:
/// those of the new arcs, and, when their records have gone, the `next_bytes` of what must follow.
template <class W, class Record, class Require>
void take_arrived(ArcBuckets<W>& buckets, Array<Record>&& arrived, std::uint64_t next_bytes,
                  int threads, MemoryAccount& account, const Require& require) {
  const std::uint64_t records = arrived.span().size_bytes();
  const std::uint64_t arcs = arrived.size() * buckets.arc_bytes();
  const std::uint64_t later = arcs + next_bytes;
  require(std::max(arcs, later - std::min(later, records)));
  account.take(records + arcs);
  buckets.take(std::move(arrived), threads);
  account.give_back(records);
}

/// What sorting found: entries that repeat the one before, self-loops apart; self-loops kept.
struct RowCounts {
  std::uint64_t repeated = 0;
  std::uint64_t self_loops = 0;
};

/// Where a thread sorts a bucket.
template <class W>
struct SortingRoom {
  Array<std::uint64_t> keys;
  Array<W> weights;

  explicit SortingRoom(std::uint64_t arcs) : keys(arcs), weights(std::is_empty_v<W> ? 0 : arcs) {}
};

/// Sorts one bucket; returns what stays, in order of rows and ordered ids, in either room, and puts
/// it back in its place. Counts the entries of each row into `lengths` (by row).
template <class W>
std::span<const std::uint64_t> sort_bucket(ArcBuckets<W>& buckets, std::size_t b,
                                           Duplicates duplicates, std::span<EdgeIndex> lengths,
                                           SortingRoom<W>& room, SortingRoom<W>& other,
                                           RowCounts& found) {
  const std::size_t size = buckets.size(b);
  std::size_t loaded = 0;
  buckets.for_each_run(b, size, [&](const auto& part, std::uint64_t begin, std::uint64_t arcs) {
    for (std::uint64_t i = begin; i < begin + arcs; ++i, ++loaded) {
      room.keys[loaded] = buckets.key(part, i);
      if constexpr (!std::is_empty_v<W>) room.weights[loaded] = part.weights[i];
    }
  });
  const std::uint64_t first_row = std::uint64_t{b} << buckets.shift;
  const std::uint64_t last_row =
      std::min<std::uint64_t>(buckets.num_rows, (std::uint64_t{b} + 1) << buckets.shift);
  std::fill(lengths.begin() + static_cast<std::ptrdiff_t>(first_row),
            lengths.begin() + static_cast<std::ptrdiff_t>(last_row), 0);
  const SortedRun<W> sorted =
      radix_sort(room.keys.span().first(size), room.weights.data(), buckets.key_bits(),
                 other.keys.data(), other.weights.data());
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
      for (std::uint64_t k = 0; k < stay; ++k) sorted.values[kept + k] = sorted.values[i + k];
    }
    for (std::uint64_t k = 0; k < stay; ++k) sorted.keys[kept + k] = key;
    kept += stay;
    i = end;
  }
  std::uint64_t stored = 0;
  buckets.for_each_run(b, kept, [&](auto& part, std::uint64_t begin, std::uint64_t arcs) {
    for (std::uint64_t i = begin; i < begin + arcs; ++i, ++stored) {
      buckets.set_key(part, i, sorted.keys[stored]);
      if constexpr (!std::is_empty_v<W>) part.weights[i] = sorted.values[stored];
    }
  });
  return {sorted.keys, kept};
}

/// Sorts all buckets, by `threads` threads; for_kept(keys that stay of a bucket) follows on each,
/// while they are in the cache. kept[b] of bucket b stay. `lengths` has an element for each row.
/// Memory: kSortingBytes for each arc of the largest bucket and thread.
template <class W, class ForKept>
RowCounts sort_buckets(ArcBuckets<W>& buckets, Duplicates duplicates, int threads,
                       std::span<EdgeIndex> lengths, std::vector<std::uint64_t>& kept,
                       ForKept&& for_kept) {
  RowCounts total;
  kept.assign(buckets.count(), 0);
  const std::uint64_t largest = buckets.largest();
  std::atomic<std::size_t> next_bucket{0};
  std::vector<SortingRoom<W>> rooms;
  for (int room = 0; room < 2 * threads; ++room) rooms.emplace_back(largest);
  parallel_region(threads, [&](int thread, int) {
    SortingRoom<W>* const room = rooms.data() + 2 * thread;
    RowCounts found;
    for (;;) {
      const std::size_t b = next_bucket.fetch_add(1, std::memory_order_relaxed);
      if (b >= buckets.count()) break;
      const auto stay = sort_bucket(buckets, b, duplicates, lengths, room[0], room[1], found);
      kept[b] = stay.size();
      for_kept(stay);
    }
    fetch_add_relaxed(total.repeated, found.repeated);
    fetch_add_relaxed(total.self_loops, found.self_loops);
  });
  return total;
}

}  // namespace strider::detail
