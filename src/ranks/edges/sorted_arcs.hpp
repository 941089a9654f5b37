// Arcs of a rank in the order of their rows and, in a row, of the ordered ids of the other ends.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/released_memory.hpp"
#include "ranks/edges/arc_buckets.hpp"
#include "ranks/edges/radix_sort.hpp"
#include "strider/array.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// What sorting found: entries that repeat the one before, self-loops apart; self-loops kept.
struct RowCounts {
  std::uint64_t repeated = 0;
  std::uint64_t self_loops = 0;
};

/// What stays of arcs, in compressed rows that begin where the caller has counted.
template <class W>
struct ArcRows {
  Array<Vertex> targets;
  Array<W> weights;

  /// Of an arc.
  static constexpr std::uint64_t kArcBytes = sizeof(Vertex) + ArcBuckets<W>::kWeightBytes;
};

template <class W>
class SortedArcs {
 public:
  /// Sorts the arcs of each bucket in their place, and counts what stays of each row into
  /// `lengths`, which has an element for each. for_kept(keys that stay of a bucket) follows while
  /// they are in the cache, from several threads. Takes sorting_bytes(). Throws UsageError where a
  /// bucket has 2^32 arcs, MemoryError.
  template <class ForKept>
  SortedArcs(ArcBuckets<W>&& buckets, Duplicates duplicates, int threads,
             std::span<EdgeIndex> lengths, const ForKept& for_kept);
  SortedArcs(ArcBuckets<W>&& buckets, Duplicates duplicates, int threads,
             std::span<EdgeIndex> lengths)
      : SortedArcs(std::move(buckets), duplicates, threads, lengths,
                   [](std::span<const std::uint64_t>) {}) {}

  [[nodiscard]] static std::uint64_t sorting_bytes(const ArcBuckets<W>& buckets, int threads) {
    constexpr std::uint64_t kRooms = 2;
    return buckets.largest() * static_cast<std::uint64_t>(threads) * kRooms *
           (sizeof(std::uint64_t) + ArcBuckets<W>::kWeightBytes);
  }

  [[nodiscard]] const RowCounts& met() const { return met_; }
  /// Arcs that stay.
  [[nodiscard]] std::uint64_t size() const { return begins_.back(); }
  /// Of all arcs, before drain().
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// body(buckets, part) by all threads: parts of about as many arcs each, the same each time, in
  /// the order of rows.
  template <class Body>
  void by_parts(const Body& body) const {
    parallel_region(threads_, [&](int thread, int count) {
      for (int part = thread; part < threads_; part += count) {
        body(buckets_of(part), static_cast<std::size_t>(part));
      }
    });
  }
  /// body(row, id, weight) for the arcs that stay of these buckets, in order.
  template <class Body>
  void for_each(Range buckets, const Body& body) const {
    for (std::size_t b = buckets.begin; b < buckets.end; ++b) for_each_of(b, body);
  }
  /// The same for the last time: memory of arcs goes back to the system behind it.
  template <class Body>
  void drain(Range buckets, const Body& body) {
    for (std::size_t b = buckets.begin; b < buckets.end; ++b) {
      for_each_of(b, body);
      for_each_array([&](auto& array, const auto& begin) {
        release(array, {begin[buckets.begin], begin[b + 1]}, begin[b]);
      });
    }
  }
  /// What is held more at most, while drain() by parts writes as many bytes for each arc that
  /// stays.
  [[nodiscard]] std::uint64_t growth(std::uint64_t arc_bytes);

  /// Only those arcs stay of which stays(of_row(row), id) says so; it may change the id, to one
  /// that ArcBuckets were made for. What the others took goes back to the system. By all
  /// threads: an arrival is one thread's task.
  template <class OfRow, class Stays>
  void filter(const OfRow& of_row, const Stays& stays);
  /// The rows of target_of(id), in place of the arcs. Holds growth(ArcRows::kArcBytes) more
  /// meanwhile. Throws MemoryError.
  template <class TargetOf>
  [[nodiscard]] ArcRows<W> into_rows(const TargetOf& target_of);

 private:
  /// Where a thread sorts a bucket.
  struct Room {
    Array<std::uint64_t> keys;
    Array<W> weights;

    explicit Room(std::uint64_t arcs) : keys(arcs), weights(std::is_empty_v<W> ? 0 : arcs) {}
  };

  std::span<const std::uint64_t> sort(std::size_t b, Duplicates duplicates,
                                      std::span<EdgeIndex> lengths, Room& room, Room& other,
                                      RowCounts& found);

  [[nodiscard]] std::uint64_t kept(std::size_t b) const { return begins_[b + 1] - begins_[b]; }
  [[nodiscard]] Range buckets_of(int part) const {
    const auto first = [&](int p) {
      const auto parts = static_cast<std::uint64_t>(threads_);
      const std::uint64_t arcs = size() / parts * static_cast<std::uint64_t>(p);
      const auto at = std::lower_bound(begins_.begin(), begins_.end(), arcs);
      return static_cast<std::size_t>(at - begins_.begin());
    };
    return {part == 0 ? 0 : first(part), part + 1 == threads_ ? buckets_.count() : first(part + 1)};
  }
  template <class Body>
  void for_each_of(std::size_t b, const Body& body) const {
    const std::uint64_t first_row = std::uint64_t{b} << buckets_.shift;
    const std::uint64_t mask = buckets_.id_mask();
    buckets_.for_each_run(b, kept(b), [&](const auto& part, std::uint64_t begin, std::uint64_t n) {
      for (std::uint64_t i = begin; i < begin + n; ++i) {
        const std::uint64_t key = buckets_.key(part, i);
        const std::uint64_t row = first_row + (key >> buckets_.id_bits);
        if constexpr (std::is_empty_v<W>) {
          body(row, key & mask, W{});
        } else {
          body(row, key & mask, part.weights[i]);
        }
      }
    });
  }
  /// body(array of all arcs of a part, where each bucket begins in it).
  template <class Body>
  void for_each_array(const Body& body) {
    for (auto& part : buckets_.parts) {
      body(part.low, part.begin);
      if (!part.middle.empty()) body(part.middle, part.begin);
      if (!part.high.empty()) body(part.high, part.begin);
      if constexpr (!std::is_empty_v<W>) body(part.weights, part.begin);
    }
  }

  ArcBuckets<W> buckets_;
  int threads_;
  std::uint64_t bytes_;
  std::vector<std::uint64_t> begins_;  // of what stays of each bucket, and the end
  RowCounts met_;
};

template <class W>
template <class ForKept>
SortedArcs<W>::SortedArcs(ArcBuckets<W>&& buckets, Duplicates duplicates, int threads,
                          std::span<EdgeIndex> lengths, const ForKept& for_kept)
    : buckets_(std::move(buckets)),
      threads_(threads),
      bytes_(buckets_.num_arcs() * buckets_.arc_bytes()),
      begins_(buckets_.count() + 1, 0) {
  if (buckets_.largest() > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError("one rank has too many edges to sort: start more ranks");
  }
  std::atomic<std::size_t> next_bucket{0};
  std::vector<Room> rooms;
  for (int room = 0; room < 2 * threads; ++room) rooms.emplace_back(buckets_.largest());
  parallel_region(threads, [&](int thread, int) {
    Room* const room = rooms.data() + 2 * thread;
    RowCounts found;
    for (;;) {
      const std::size_t b = next_bucket.fetch_add(1, std::memory_order_relaxed);
      if (b >= buckets_.count()) break;
      const auto stay = sort(b, duplicates, lengths, room[0], room[1], found);
      begins_[b + 1] = stay.size();
      for_kept(stay);
    }
    fetch_add_relaxed(met_.repeated, found.repeated);
    fetch_add_relaxed(met_.self_loops, found.self_loops);
  });
  std::inclusive_scan(begins_.begin(), begins_.end(), begins_.begin());
}

/// Returns what stays, in order of rows and ordered ids, in either room, and puts it back in its
/// place.
template <class W>
std::span<const std::uint64_t> SortedArcs<W>::sort(std::size_t b, Duplicates duplicates,
                                                   std::span<EdgeIndex> lengths, Room& room,
                                                   Room& other, RowCounts& found) {
  const std::size_t size = buckets_.size(b);
  std::size_t loaded = 0;
  buckets_.for_each_run(b, size, [&](const auto& part, std::uint64_t begin, std::uint64_t arcs) {
    for (std::uint64_t i = begin; i < begin + arcs; ++i, ++loaded) {
      room.keys[loaded] = buckets_.key(part, i);
      if constexpr (!std::is_empty_v<W>) room.weights[loaded] = part.weights[i];
    }
  });
  const std::uint64_t first_row = std::uint64_t{b} << buckets_.shift;
  const std::uint64_t last_row =
      std::min<std::uint64_t>(buckets_.num_rows, (std::uint64_t{b} + 1) << buckets_.shift);
  std::fill(lengths.begin() + static_cast<std::ptrdiff_t>(first_row),
            lengths.begin() + static_cast<std::ptrdiff_t>(last_row), 0);
  const SortedRun<W> sorted =
      radix_sort(room.keys.span().first(size), room.weights.data(), buckets_.key_bits(),
                 other.keys.data(), other.weights.data());
  const bool remove = duplicates != Duplicates::kKeep;
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < size;) {
    const std::uint64_t key = sorted.keys[i];
    std::size_t end = i + 1;
    while (end < size && sorted.keys[end] == key) ++end;
    const std::uint64_t row = first_row + (key >> buckets_.id_bits);
    const std::uint64_t stay = remove ? 1 : end - i;
    // The own vertices are the first ordered ids.
    if ((key & buckets_.id_mask()) == row) {
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
  buckets_.for_each_run(b, kept, [&](auto& part, std::uint64_t begin, std::uint64_t arcs) {
    for (std::uint64_t i = begin; i < begin + arcs; ++i, ++stored) {
      buckets_.set_key(part, i, sorted.keys[stored]);
      if constexpr (!std::is_empty_v<W>) part.weights[i] = sorted.values[stored];
    }
  });
  return {sorted.keys, kept};
}

template <class W>
std::uint64_t SortedArcs<W>::growth(std::uint64_t arc_bytes) {
  std::uint64_t sum = 0;
  for (int part = 0; part < threads_; ++part) {
    const Range buckets = buckets_of(part);
    std::uint64_t most = 0;
    std::uint64_t released = 0;
    for (std::size_t b = buckets.begin; b < buckets.end; ++b) {
      const std::uint64_t written = (begins_[b + 1] - begins_[buckets.begin]) * arc_bytes;
      most = std::max(most, written - std::min(written, released));
      released = 0;
      for_each_array([&](auto& array, const auto& begin) {
        released += whole_pages(array, {begin[buckets.begin], begin[b + 1]}).size();
      });
    }
    sum += most;
  }
  return sum;
}

template <class W>
template <class OfRow, class Stays>
void SortedArcs<W>::filter(const OfRow& of_row, const Stays& stays) {
  const std::size_t num_buckets = buckets_.count();
  auto& parts = buckets_.parts;
  // Arcs of each bucket in each part: of the last ones, some may have gone.
  std::vector<std::vector<std::uint64_t>> arcs_of(parts.size());
  for (std::size_t b = 0; b < num_buckets; ++b) {
    std::uint64_t rest = kept(b);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const std::uint64_t arcs = std::min(rest, parts[p].begin[b + 1] - parts[p].begin[b]);
      arcs_of[p].push_back(arcs);
      rest -= arcs;
    }
  }
  parallel_for(
      0, parts.size(), threads_,
      [&](std::size_t p) {
        auto& part = parts[p];
        const std::uint64_t mask = buckets_.id_mask();
        std::uint64_t to = 0;
        for (std::size_t b = 0; b < num_buckets; ++b) {
          const std::uint64_t begin = std::exchange(part.begin[b], to);
          std::uint64_t row = std::uint64_t{b} << buckets_.shift;
          auto here = of_row(row);
          for (std::uint64_t i = begin; i < begin + arcs_of[p][b]; ++i) {
            const std::uint64_t key = buckets_.key(part, i);
            const std::uint64_t its_row =
                (std::uint64_t{b} << buckets_.shift) + (key >> buckets_.id_bits);
            if (its_row != row) here = of_row(row = its_row);
            std::uint64_t id = key & mask;
            if (!stays(here, id)) continue;
            buckets_.set_key(part, to, (key & ~mask) | id);
            if constexpr (!std::is_empty_v<W>) part.weights[to] = part.weights[i];
            ++to;
          }
        }
        part.begin.back() = to;
      },
      1);
  for (std::size_t b = 0; b < num_buckets; ++b) {
    begins_[b + 1] = begins_[b];
    for (const auto& part : parts) begins_[b + 1] += part.begin[b + 1] - part.begin[b];
  }
  for_each_array([&](auto& array, const auto& begin) {
    const Range behind{begin.back(), array.size()};
    bytes_ -= whole_pages(array, behind).size();
    release(array, behind, behind.begin);
  });
}

template <class W>
template <class TargetOf>
ArcRows<W> SortedArcs<W>::into_rows(const TargetOf& target_of) {
  // Their address space is taken at once; where that is limited, this throws.
  ArcRows<W> rows{Array<Vertex>::on_pages(size()), {}};
  if constexpr (!std::is_empty_v<W>) rows.weights = Array<W>::on_pages(size());
  by_parts([&](Range buckets, std::size_t) {
    std::uint64_t to = begins_[buckets.begin];
    drain(buckets, [&](std::uint64_t, std::uint64_t id, W weight) {
      rows.targets[to] = target_of(id);
      if constexpr (!std::is_empty_v<W>) rows.weights[to] = weight;
      ++to;
    });
  });
  buckets_.parts.clear();
  bytes_ = 0;
  return rows;
}

}  // namespace strider::detail
