// Kruskal's method on edges between fragments, class by class of their weights.
//
//   put the edges in classes of ascending weight, and cut the classes in units
//   for each unit, any number of them at once:
//     drop the edges with both ends in one tree (as far as is known yet), sort the others
//     wait until all units before have joined their trees
//     join trees by the edges left, in their order
//
// Invariant: trees are joined in the order of all edges, by one thread at a time; so the forest is
// Kruskal's, whatever the number of threads. What is in parallel is to find out that an edge is not
// needed, and to sort: nearly all of the work where edges are many (Osipov, Sanders and Singler,
// The filter-Kruskal minimum spanning tree algorithm, 2009, section 3). The trees known to a filter
// are a few units old, which costs some edges looked at twice, but no barrier.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/host/edge_buffer.hpp"
#include "algorithms/msf/host/weight_classes.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "base/barrier.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/prefetch.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// An edge of the graph and the fragments it joins.
template <class Key>
struct Candidate {
  Vertex a;
  Vertex b;
  KeyedEdge<Key> edge;
  [[nodiscard]] friend bool operator<(const Candidate& x, const Candidate& y) {
    return x.edge < y.edge;
  }
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
  // Edges filtered by a thread at a time: enough to pay for waiting its turn, few enough that trees
  // known to the filter are not too old.
  static constexpr std::size_t kUnit = 1U << 12U;
  static constexpr std::size_t kSample = 1U << 12U;
  // How far ahead the parents of fragments are asked for: about as many misses as a core has in
  // flight.
  static constexpr std::size_t kAhead = 16;

  [[nodiscard]] WeightClasses<Key> sample_classes(std::span<const Buffer> parts,
                                                  std::size_t total) const;
  void sort_by_class(std::span<const Buffer> parts, std::size_t total, int threads);
  void cut_in_units(int threads);
  /// Copies the candidates of a unit that may join trees to `left`; returns how many.
  std::size_t filter(Range unit, const ConcurrentDisjointSets& fragments,
                     std::span<Candidate<Key>> left) const;

  Array<Candidate<Key>> sorted_;   // by class, within it in the order of the parts
  std::vector<std::size_t> ends_;  // of the classes
  std::vector<Range> units_;
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

  std::size_t longest = 0;
  for (const Range& unit : units_) longest = std::max(longest, unit.end - unit.begin);
  std::vector<Array<Candidate<Key>>> left(static_cast<std::size_t>(threads));
  for (auto& buffer : left) buffer = Array<Candidate<Key>>(longest + 1);

  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> turn{0};
  // Nothing in the region throws: threads wait for one another.
  parallel_region(threads, [&](int thread, int) {
    const std::span<Candidate<Key>> mine = left[static_cast<std::size_t>(thread)].span();
    for (;;) {
      const std::size_t unit = next.fetch_add(1, std::memory_order_relaxed);
      if (unit >= units_.size()) break;
      const std::span<Candidate<Key>> candidates =
          mine.first(filter(units_[unit], fragments, mine));
      if (!std::is_sorted(candidates.begin(), candidates.end())) {
        std::sort(candidates.begin(), candidates.end());
      }
      SpinWait waiting;
      // Acquire and release: who joins trees sees all that were joined before, and may append.
      while (turn.load(std::memory_order_acquire) != unit) waiting.pause();
      for (const Candidate<Key>& candidate : candidates) {
        if (fragments.unite_alone(candidate.a, candidate.b)) forest.append(candidate.edge);
      }
      turn.store(unit + 1, std::memory_order_release);
    }
  });
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
    require_memory(saturating_mul(total, sizeof(Candidate<Key>)), "the edges between fragments");
    sorted_ = Array<Candidate<Key>>(total);
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

template <class Key>
std::size_t ClassKruskal<Key>::filter(Range unit, const ConcurrentDisjointSets& fragments,
                                      std::span<Candidate<Key>> left) const {
  std::size_t kept = 0;
  for (std::size_t i = unit.begin; i < unit.end; ++i) {
    const Candidate<Key>& ahead = sorted_[std::min(i + kAhead, unit.end - 1)];
    prefetch_to_read(fragments.place(ahead.a));
    prefetch_to_read(fragments.place(ahead.b));
    Candidate<Key> candidate = sorted_[i];
    candidate.a = fragments.find(candidate.a);
    candidate.b = fragments.find(candidate.b);
    left[kept] = candidate;
    kept += candidate.a != candidate.b ? 1 : 0;
  }
  return kept;
}

}  // namespace strider::detail
