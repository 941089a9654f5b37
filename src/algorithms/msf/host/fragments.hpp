// One round of Borůvka's method, and the fragments that it leaves.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "algorithms/msf/host/root_walk.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "base/branchless.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

/// Vertices hook themselves to the other ends of their first edges; what hangs together is a
/// fragment, numbered from 0. Vertices without edges are in none.
template <class Key>
class Fragments {
 public:
  /// Of n vertices.
  Fragments(Workspace& workspace, Vertex n) {
    workspace.declare("the ends of first edges", first_other_, n);
    workspace.declare("the keys of first edges", first_key_, n);
    workspace.declare("the numbers of fragments", numbers_, n);
    workspace.declare("the fragments", fragment_, n);
  }

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
  static constexpr std::size_t kAhead = 32;

  /// What a part of the vertices adds, then where that begins.
  struct PartCounts {
    Vertex roots = 0;
    std::size_t edges = 0;
  };

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
  const auto count_roots = [&](Range range, std::size_t part) {
    PartCounts counts;
    for (auto v = static_cast<Vertex>(range.begin); v < range.end; ++v) {
      const bool is_root = fragment_[v] == v;
      numbers_[v] = counts.roots;  // within the part
      counts.roots += both(is_root, !is_isolated(v)) ? 1 : 0;
      counts.edges += is_root ? 0 : 1;
    }
    starts[part + 1] = counts;
  };
  std::atomic<bool> are_short{true};
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    if (find_roots(first_other_.span(), range, fragment_.data())) {
      count_roots(range, part);
    } else {
      are_short.store(false, std::memory_order_relaxed);  // the end of the region orders it
    }
  });
  if (!are_short.load(std::memory_order_relaxed)) {
    find_roots_of_long_ways(first_other_.span(), fragment_.data());
    parallel_parts(n, threads, count_roots);
  }
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

/// Roots become numbers of fragments, and other vertices' first edges edges of the forest.
template <class Key>
template <class Forest>
void Fragments<Key>::take_edges(Range range, Forest& forest, std::size_t place) {
  // Which vertices are roots cannot be predicted, so an edge is written for each, and those of
  // roots written over. Behind the last one that is no root this would be in the next part.
  std::size_t end = range.end;
  for (; end > range.begin && fragment_[end - 1] == end - 1; --end) {
    fragment_[end - 1] = numbers_[end - 1];
  }
  auto* out = forest.edges.data() + place;
  for (auto v = static_cast<Vertex>(range.begin); v < end; ++v) {
    prefetch_to_read(&numbers_[fragment_[std::min(v + kAhead, end - 1)]]);
    const Vertex root = fragment_[v];
    fragment_[v] = numbers_[root];
    *out = keyed_edge(v, first_other_[v], first_key_[v]);
    out += root != v ? 1 : 0;
  }
}

}  // namespace strider::detail
