// One round of Borůvka's method, and the fragments that it leaves.
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/branchless.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Vertices hook themselves to the other ends of their first edges; what hangs together is a
/// fragment, numbered from 0. Vertices without edges are in none.
template <class Key>
class Fragments {
 public:
  Fragments() = default;
  explicit Fragments(Vertex n) : first_other_(n), first_key_(n), parents_(n), fragment_(n) {}

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
  /// What a part of the vertices adds, then where that begins.
  struct PartCounts {
    Vertex roots = 0;
    std::size_t edges = 0;
  };

  /// The vertex that v hooks itself to: of two that choose each other the smaller stays a root. No
  /// longer cycles exist, as the order of edges has no ties.
  [[nodiscard]] Vertex hooked_to(Vertex v) const {
    const Vertex other = first_other_[v];
    if (other == kNoVertex) return v;
    return both(v < other, first_other_[other] == v) ? v : other;
  }

  /// The other end of the first edge of a vertex soon to come; any vertex where it has none.
  [[nodiscard]] Vertex other_ahead(Vertex v) const {
    constexpr Vertex kAhead = 16;  // about as many misses as a core has in flight
    const Vertex other = first_other_[std::min<std::size_t>(v + kAhead, first_other_.size() - 1)];
    return other == kNoVertex ? v : other;
  }

  Array<Vertex> first_other_;
  Array<Key> first_key_;
  Array<Vertex> parents_;
  Array<Vertex> fragment_;
  Vertex count_ = 0;
};

template <class Key>
template <class Forest>
void Fragments<Key>::hook(Forest& forest, int threads) {
  const std::size_t n = parents_.size();
  std::vector<PartCounts> starts(static_cast<std::size_t>(threads) + 1);
  // No branch depends on what a vertex chose: it could not be predicted.
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    PartCounts counts;
    for (auto v = static_cast<Vertex>(range.begin); v < range.end; ++v) {
      prefetch_to_read(&first_other_[other_ahead(v)]);
      const Vertex parent = hooked_to(v);
      parents_[v] = parent;
      fragment_[v] = counts.roots;  // within the part, and of roots alone
      counts.roots += both(parent == v, !is_isolated(v)) ? 1 : 0;
      counts.edges += parent != v ? 1 : 0;
    }
    starts[part + 1] = counts;
  });
  for (std::size_t part = 1; part < starts.size(); ++part) {
    starts[part].roots += starts[part - 1].roots;
    starts[part].edges += starts[part - 1].edges;
  }
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    const Vertex start = starts[part].roots;
    for (std::size_t v = range.begin; v < range.end; ++v) fragment_[v] += start;
  });
  const ConcurrentDisjointSets sets(parents_.span());
  parallel_parts(n, threads, [&](Range range, std::size_t part) {
    auto* out = forest.edges.data() + forest.count + starts[part].edges;
    for (auto v = static_cast<Vertex>(range.begin); v < range.end; ++v) {
      prefetch_to_read(sets.place(other_ahead(v)));
      prefetch_to_read(&fragment_[other_ahead(v)]);
      const Vertex root = sets.find(v);
      // Roots have theirs already, and others read it while nobody writes it.
      if (root == v) continue;
      fragment_[v] = fragment_[root];
      *out++ = keyed_edge(v, first_other_[v], first_key_[v]);
    }
  });
  count_ = starts.back().roots;
  forest.count += starts.back().edges;
}

}  // namespace strider::detail
