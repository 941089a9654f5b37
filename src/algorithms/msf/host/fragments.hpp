// One round of Borůvka's method, and the fragments that it leaves.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/branchless.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {

/// Vertices hook themselves to the other ends of their first edges; what hangs together is a
/// fragment, numbered from 0. Vertices without edges are in none.
template <class Key>
class Fragments {
 public:
  Fragments() = default;
  explicit Fragments(Vertex n) : first_other_(n), first_key_(n), numbers_(n), fragment_(n) {}

  [[nodiscard]] static std::uint64_t bytes_per_vertex() { return 3 * sizeof(Vertex) + sizeof(Key); }

  /// By vertex: the other end and the key of its first edge, to be filled in beforehand; kNoVertex
  /// where it has none.
  [[nodiscard]] Vertex* first_other() { return first_other_.data(); }
  [[nodiscard]] Key* first_key() { return first_key_.data(); }

  /// Appends the edges hooked by to the forest and numbers the fragments.
  template <class Forest>
  void hook(Forest& forest, int threads);

  /// The fragment of a vertex with edges. After hook().
  [[nodiscard]] Vertex of(Vertex v) const { return fragment_[v]; }
  [[nodiscard]] const Vertex* place(Vertex v) const { return &fragment_[v]; }
  [[nodiscard]] bool is_isolated(Vertex v) const { return first_other_[v] == kNoVertex; }
  [[nodiscard]] Vertex count() const { return count_; }

 private:
  // Vertices whose ways to their roots are walked at once: about as many misses as a core has in
  // flight.
  static constexpr std::size_t kAtOnce = 16;
  static constexpr std::size_t kAhead = 32;

  /// What a part of the vertices adds, then where that begins.
  struct PartCounts {
    Vertex roots = 0;
    std::size_t edges = 0;
  };

  void find_roots(Range few);
  template <class Forest>
  void take_edges(Range range, Forest& forest, std::size_t place);

  Array<Vertex> first_other_;
  Array<Key> first_key_;
  Array<Vertex> numbers_;   // of the fragment, by root
  Array<Vertex> fragment_;  // the root first
  Vertex count_ = 0;
};

template <class Key>
template <class Forest>
void Fragments<Key>::hook(Forest& forest, int threads) {
  const std::size_t n = fragment_.size();
  std::vector<PartCounts> starts(static_cast<std::size_t>(threads) + 1);
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    PartCounts counts;
    for (std::size_t v = range.begin; v < range.end; v += kAtOnce) {
      find_roots({v, std::min(v + kAtOnce, range.end)});
    }
    for (auto v = static_cast<Vertex>(range.begin); v < range.end; ++v) {
      const bool is_root = fragment_[v] == v;
      numbers_[v] = counts.roots;  // within the part
      counts.roots += both(is_root, !is_isolated(v)) ? 1 : 0;
      counts.edges += is_root ? 0 : 1;
    }
    starts[part + 1] = counts;
  });
  for (std::size_t part = 1; part < starts.size(); ++part) {
    starts[part].roots += starts[part - 1].roots;
    starts[part].edges += starts[part - 1].edges;
  }
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    const Vertex start = starts[part].roots;
    for (std::size_t v = range.begin; v < range.end; ++v) numbers_[v] += start;
  });
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    take_edges(range, forest, forest.count + starts[part].edges);
  });
  count_ = starts.back().roots;
  forest.count += starts.back().edges;
}

/// Vertices choose ways that end in two which choose each other, of which the smaller one is the
/// root: no longer cycles exist, as the order of edges has no ties. All ways are walked at once,
/// and no branch depends on where one ends: it could not be predicted.
template <class Key>
void Fragments<Key>::find_roots(Range few) {
  std::array<Vertex, kAtOnce> at;
  std::array<Vertex, kAtOnce> next;
  for (std::size_t i = 0; i < kAtOnce; ++i) {
    at[i] = static_cast<Vertex>(std::min(few.begin + i, few.end - 1));
    next[i] = first_other_[at[i]] == kNoVertex ? at[i] : first_other_[at[i]];
  }
  for (bool all_there = false; !all_there;) {
    all_there = true;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      const Vertex here = at[i];
      const Vertex there = next[i];
      const Vertex above = first_other_[there];
      const bool ends = (above == here) | (there == here);
      at[i] = ends ? here : there;
      next[i] = ends ? there : above;
      all_there &= ends;
    }
  }
  for (std::size_t i = 0; i < few.end - few.begin; ++i) {
    fragment_[few.begin + i] = std::min(at[i], next[i]);
  }
}

/// Roots become numbers of fragments, and other vertices' first edges edges of the forest.
template <class Key>
template <class Forest>
void Fragments<Key>::take_edges(Range range, Forest& forest, std::size_t place) {
  auto* out = forest.edges.data() + place;
  for (auto v = static_cast<Vertex>(range.begin); v < range.end; ++v) {
    prefetch_to_read(&numbers_[fragment_[std::min(v + kAhead, range.end - 1)]]);
    const Vertex root = fragment_[v];
    fragment_[v] = numbers_[root];
    if (root != v) *out++ = keyed_edge(v, first_other_[v], first_key_[v]);
  }
}

}  // namespace strider::detail
