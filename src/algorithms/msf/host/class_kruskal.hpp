// Kruskal's method on edges between fragments, class by class of their weights.
//
//   put the edges in classes of ascending weight, and cut the classes in units
//   for some units after the others:
//     all threads: write down the root of every fragment
//     all threads, by units: drop the edges with both ends in one tree, sort the others
//     one thread: join trees by the edges left, in their order
//
// Invariant: trees are joined in the order of all edges, by one thread; so the forest is Kruskal's,
// whatever the number of threads. What is in parallel is to find out that an edge is not needed,
// and to sort: nearly all of the work where edges are many (Osipov, Sanders and Singler, The
// filter-Kruskal minimum spanning tree algorithm, 2009, section 3). Roots are written down apart
// and looked up without walking: threads that shortened paths while others join would take the
// cache lines from each other. They are as old as the first of the units, which costs some edges
// looked at twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/prefetch.hpp"
#include "base/stop.hpp"
#include "base/team.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Up to kMost ranges of keys, ascending, that cover all keys. Where a sample holds few different
/// keys, each gets a class to itself.
template <class Key>
class WeightClasses {
 public:
  static constexpr std::size_t kMost = 256;

  /// One class of all keys.
  WeightClasses() { set_bounds({}); }
  /// Sorts `sample`.
  explicit WeightClasses(std::span<Key> sample) { set_bounds(bounds_of(sample)); }

  [[nodiscard]] std::size_t count() const { return bounds_.size() + 1; }

  /// The class of a key: one look at a table, and as few comparisons as there are classes with keys
  /// of the same bits in front.
  [[nodiscard]] std::size_t of(Key key) const {
    if (key <= first_) return 0;
    const Key bucket = static_cast<Key>(key - first_) >> shift_;
    if (bucket >= starts_.size() - 1) return bounds_.size();
    std::size_t low = starts_[bucket];
    if (shift_ == 0) return low;
    for (std::size_t high = starts_[bucket + 1]; low < high;) {
      const std::size_t middle = low + (high - low) / 2;
      if (bounds_[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  // Entries of the table at most: it stays in the first-level cache.
  static constexpr Key kMostBuckets = 1U << 12U;

  /// The last key of every class but the last.
  static std::vector<Key> bounds_of(std::span<Key> sample) {
    std::sort(sample.begin(), sample.end());
    std::vector<Key> bounds;
    const auto add = [&](Key key) {
      if (bounds.empty() || bounds.back() < key) bounds.push_back(key);
    };
    if (sample.empty()) return bounds;
    if (sample.back() - sample.front() < kMost) {
      // Few numbers at all: each by itself, those between that the sample missed as well.
      for (Key key = sample.front(); key < sample.back(); ++key) add(key);
      return bounds;
    }
    std::size_t different = 1;
    for (std::size_t i = 1; i < sample.size(); ++i) different += sample[i] != sample[i - 1] ? 1 : 0;
    if (different < kMost / 2) {
      // Each key by itself, and what lies between two of them apart.
      for (const Key key : sample) {
        if (key > 0) add(key - 1);
        add(key);
      }
      return bounds;
    }
    for (std::size_t i = 1; i < kMost; ++i) add(sample[i * sample.size() / kMost]);
    return bounds;
  }

  void set_bounds(std::vector<Key> bounds) {
    if (bounds.size() >= kMost) bounds.resize(kMost - 1);
    bounds_ = std::move(bounds);
    first_ = bounds_.empty() ? static_cast<Key>(~Key{0}) : bounds_.front();
    const Key range = bounds_.empty() ? 0 : static_cast<Key>(bounds_.back() - first_);
    while (range >> shift_ >= kMostBuckets) ++shift_;
    // starts_[i]: the bounds in buckets before bucket i.
    starts_.assign(static_cast<std::size_t>(range >> shift_) + 2, 0);
    for (const Key bound : bounds_) {
      ++starts_[static_cast<std::size_t>(static_cast<Key>(bound - first_) >> shift_) + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  std::vector<Key> bounds_;  // the last key of every class but the last
  Key first_ = 0;
  unsigned shift_ = 0;
  std::vector<std::uint16_t> starts_;
};

template <class Key>
class ClassKruskal {
 public:
  using Buffer = EdgeBuffer<Candidate<Key>>;

  /// Joins the trees of `fragments` by the candidates in `parts` that the forest needs, and appends
  /// them to it. Fastest where candidates of one weight come in the order of their ends, part after
  /// part. Throws MemoryError.
  template <class Forest>
  void run(std::span<const Buffer> parts, const ConcurrentDisjointSets& fragments, Forest& forest,
           int threads);

 private:
  // Edges filtered by a thread at a time: sorting them stays in the first-level cache.
  static constexpr std::size_t kUnit = 1U << 12U;
  static constexpr std::size_t kSample = 1U << 12U;
  // How far ahead the roots of fragments are asked for: about as many misses as a core has in
  // flight.
  static constexpr std::size_t kAhead = 16;

  [[nodiscard]] WeightClasses<Key> sample_classes(std::span<const Buffer> parts,
                                                  std::size_t total) const;
  void sort_by_class(std::span<const Buffer> parts, std::size_t total, int threads);
  void cut_in_units(int threads);
  /// The end of the units, from `first` on, that are filtered by the same roots: those of as many
  /// edges as there are fragments, so that writing down roots costs no more than using them; one a
  /// thread at least.
  [[nodiscard]] std::size_t end_of_round(std::size_t first, std::size_t fragments,
                                         int threads) const;
  /// Writes down the roots of some fragments, while no thread joins trees.
  void find_roots(Range chunk, const ConcurrentDisjointSets& fragments);
  /// Moves the candidates that may join trees to the begin of their unit, sorted, with the roots of
  /// their fragments.
  void filter(std::size_t unit);
  template <class Forest>
  void join(Range left, const ConcurrentDisjointSets& fragments, Forest& forest);

  Array<Candidate<Key>> sorted_;   // by class, within it in the order of the parts
  std::vector<std::size_t> ends_;  // of the classes
  std::vector<Range> units_;       // what is left of them
  Array<Vertex> roots_;            // by fragment
};

template <class Key>
template <class Forest>
void ClassKruskal<Key>::run(std::span<const Buffer> parts, const ConcurrentDisjointSets& fragments,
                            Forest& forest, int threads) {
  std::size_t total = 0;
  for (const Buffer& part : parts) total += part.size();
  if (total == 0) return;
  sort_by_class(parts, total, threads);
  cut_in_units(threads);
  if (roots_.size() < fragments.size()) {
    roots_ = take_array<Array<Vertex>>(fragments.size(), "the roots of fragments");
  }

  // Threads wait for one another: what throws runs under attempt.
  parallel_team(total < kUnit ? 1 : threads, [&](Member& member) {
    const auto stride = static_cast<std::size_t>(member.threads());
    for (std::size_t first = 0, end = 0; first < units_.size(); first = end) {
      end = end_of_round(first, fragments.size(), member.threads());
      find_roots(member.chunk(fragments.size()), fragments);
      member.wait();
      member.attempt([&] {
        for (auto unit = first + static_cast<std::size_t>(member.thread()); unit < end;
             unit += stride) {
          throw_if_stopped();
          filter(unit);
        }
      });
      member.wait();
      if (member.is_first()) {
        member.attempt([&] {
          for (std::size_t unit = first; unit < end; ++unit) {
            throw_if_stopped();
            join(units_[unit], fragments, forest);
          }
        });
      }
      member.wait();
      if (member.must_stop()) return;
    }
  });
}

template <class Key>
std::size_t ClassKruskal<Key>::end_of_round(std::size_t first, std::size_t fragments,
                                            int threads) const {
  std::size_t end = first;
  for (std::size_t edges = 0; end < units_.size(); ++end) {
    if (edges >= fragments && end - first >= static_cast<std::size_t>(threads)) break;
    edges += units_[end].end - units_[end].begin;
  }
  return end;
}

template <class Key>
void ClassKruskal<Key>::find_roots(Range chunk, const ConcurrentDisjointSets& fragments) {
  for (auto v = static_cast<Vertex>(chunk.begin); v < chunk.end; ++v) {
    // Parents are smaller, so those of this share have their roots already.
    Vertex root = fragments.parent(v);
    if (root != v && root >= chunk.begin) {
      root = roots_[root];
    } else {
      for (Vertex above = fragments.parent(root); above != root; above = fragments.parent(root)) {
        root = above;
      }
    }
    roots_[v] = root;
  }
}

template <class Key>
void ClassKruskal<Key>::filter(std::size_t unit) {
  const Range all = units_[unit];
  std::size_t kept = all.begin;
  for (std::size_t i = all.begin; i < all.end; ++i) {
    const Candidate<Key>& ahead = sorted_[std::min(i + kAhead, all.end - 1)];
    prefetch_to_read(&roots_[ahead.a]);
    prefetch_to_read(&roots_[ahead.b]);
    Candidate<Key> candidate = sorted_[i];
    candidate.a = roots_[candidate.a];
    candidate.b = roots_[candidate.b];
    sorted_[kept] = candidate;
    kept += candidate.a != candidate.b ? 1 : 0;
  }
  units_[unit].end = kept;
  const auto left = sorted_.span().subspan(all.begin, kept - all.begin);
  if (!std::is_sorted(left.begin(), left.end())) std::sort(left.begin(), left.end());
}

template <class Key>
template <class Forest>
void ClassKruskal<Key>::join(Range left, const ConcurrentDisjointSets& fragments, Forest& forest) {
  for (std::size_t i = left.begin; i < left.end; ++i) {
    const Candidate<Key>& ahead = sorted_[std::min(i + kAhead, left.end - 1)];
    prefetch_to_read(fragments.place(ahead.a));
    prefetch_to_read(fragments.place(ahead.b));
    const Candidate<Key>& candidate = sorted_[i];
    if (fragments.unite_plain(candidate.a, candidate.b)) forest.append(candidate.edge);
  }
}

template <class Key>
WeightClasses<Key> ClassKruskal<Key>::sample_classes(std::span<const Buffer> parts,
                                                     std::size_t total) const {
  const std::size_t stride = total / kSample + 1;
  std::vector<Key> sample;
  sample.reserve(kSample);
  std::size_t skip = stride / 2;
  for (const Buffer& part : parts) {
    const auto candidates = part.span();
    for (; skip < candidates.size(); skip += stride) sample.push_back(candidates[skip].edge.key);
    skip -= candidates.size();
  }
  return WeightClasses<Key>(sample);
}

template <class Key>
void ClassKruskal<Key>::sort_by_class(std::span<const Buffer> parts, std::size_t total,
                                      int threads) {
  const WeightClasses<Key> classes = sample_classes(parts, total);
  if (sorted_.size() < total) {
    sorted_ = take_array<Array<Candidate<Key>>>(total, "the edges between fragments");
  }
  std::vector<std::size_t> starts(parts.size() * classes.count(), 0);  // by part, then class
  const auto of_part = [&](std::size_t part) { return starts.data() + part * classes.count(); };
  parallel_for(
      0, parts.size(), threads,
      [&](std::size_t part) {
        std::size_t* const counts = of_part(part);
        for (const auto& candidate : parts[part].span()) ++counts[classes.of(candidate.edge.key)];
      },
      1);
  ends_.resize(classes.count());
  std::size_t sum = 0;
  for (std::size_t c = 0; c < classes.count(); ++c) {
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const std::size_t count = of_part(part)[c];
      of_part(part)[c] = sum;
      sum += count;
    }
    ends_[c] = sum;
  }
  parallel_for(
      0, parts.size(), threads,
      [&](std::size_t part) {
        std::size_t* const places = of_part(part);
        for (const auto& candidate : parts[part].span()) {
          sorted_[places[classes.of(candidate.edge.key)]++] = candidate;
        }
      },
      1);
}

template <class Key>
void ClassKruskal<Key>::cut_in_units(int threads) {
  units_.clear();
  Array<Candidate<Key>> buffer;
  for (std::size_t c = 0; c < ends_.size(); ++c) {
    const std::size_t begin = c == 0 ? 0 : ends_[c - 1];
    const std::size_t size = ends_[c] - begin;
    const auto candidates = sorted_.span().subspan(begin, size);
    // Only what is in order may be cut. A class that a sample could not part, of a few weights of
    // many edges, is sorted for it.
    if (size > 4 * kUnit && !std::is_sorted(candidates.begin(), candidates.end())) {
      if (buffer.size() < size) buffer = Array<Candidate<Key>>(size);
      parallel_sort(candidates, buffer.span().first(size), threads, std::less<>());
    }
    const std::size_t unit = size > 4 * kUnit ? kUnit : size;
    for (std::size_t at = begin; at < ends_[c]; at += unit) {
      units_.push_back({at, std::min(at + unit, ends_[c])});
    }
  }
}

}  // namespace strider::detail
