// Arcs in any order, dealt into buckets of neighbouring rows as they come: so few rows that a
// bucket is sorted inside the cache (sorted_arcs.hpp).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
#include "base/released_memory.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"

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
    // Releasable.
    Array<std::uint32_t> low;     ///< bits of keys
    Array<std::uint16_t> middle;  ///< empty where keys have no more than 32
    Array<std::uint16_t> high;    ///< empty where they have no more than 48
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
  [[nodiscard]] std::uint64_t num_arcs() const {
    return std::accumulate(sizes_.begin(), sizes_.end(), std::uint64_t{0});
  }
  /// Bytes of an arc in the buckets.
  [[nodiscard]] std::uint64_t arc_bytes() const {
    const std::uint64_t upper = (key_bits() > 32 ? 1U : 0U) + (key_bits() > 48 ? 1U : 0U);
    return sizeof(std::uint32_t) + upper * sizeof(std::uint16_t) + kWeightBytes;
  }
  static constexpr std::uint64_t kWeightBytes = std::is_empty_v<W> ? 0 : sizeof(W);

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
    for_each_run(std::span(parts), bucket, kept, body);
  }
  template <class Body>
  void for_each_run(std::size_t bucket, std::uint64_t kept, const Body& body) const {
    for_each_run(std::span(parts), bucket, kept, body);
  }

 private:
  template <class P, class Body>
  static void for_each_run(std::span<P> parts, std::size_t bucket, std::uint64_t kept,
                           const Body& body) {
    for (std::size_t p = 0; kept > 0; ++p) {
      P& part = parts[p];
      const std::uint64_t begin = part.begin[bucket];
      const std::uint64_t arcs = std::min(kept, part.begin[bucket + 1] - begin);
      if (arcs > 0) body(part, begin, arcs);
      kept -= arcs;
    }
  }

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
  part.low = releasable_array<std::uint32_t>(sum);
  if (key_bits() > 32) part.middle = releasable_array<std::uint16_t>(sum);
  if (key_bits() > 48) part.high = releasable_array<std::uint16_t>(sum);
  if constexpr (!std::is_empty_v<W>) part.weights = releasable_array<W>(sum);
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

/// Takes what came into the buckets, after require(bytes), which throws where they are not there.
template <class W, class Record, class Require>
void take_arrived(ArcBuckets<W>& buckets, Array<Record>&& arrived, int threads,
                  MemoryAccount& account, const Require& require) {
  const std::uint64_t records = arrived.span().size_bytes();
  const std::uint64_t arcs = arrived.size() * buckets.arc_bytes();
  require(arcs);
  account.take(records + arcs);
  buckets.take(std::move(arrived), threads);
  account.give_back(records);
}

}  // namespace strider::detail
