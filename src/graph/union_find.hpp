// Disjoint sets of vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "graph/edge_map.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider {

/// Trees of vertices that point to their parents, over an array of the caller's. A root is linked
/// below a smaller one, so that there are no cycles whoever links; paths are halved as they are
/// walked. O(log n) amortized an operation (Tarjan and van Leeuwen 1984).
class DisjointSets {
 public:
  /// Precondition: parents[v] <= v, as make_singletons leaves it.
  explicit DisjointSets(std::span<Vertex> parents) : parents_(parents) {}

  void make_singletons() { std::iota(parents_.begin(), parents_.end(), Vertex{0}); }

  [[nodiscard]] Vertex find(Vertex v) {
    while (parents_[v] != v) {
      parents_[v] = parents_[parents_[v]];
      v = parents_[v];
    }
    return v;
  }

  /// Makes one set of the sets of u and v; false where they are one already.
  bool unite(Vertex u, Vertex v) {
    u = find(u);
    v = find(v);
    if (u == v) return false;
    link(u, v);
    return true;
  }
  /// Asks for the cache line of a parent.
  [[nodiscard]] const Vertex* place(Vertex v) const { return &parents_[v]; }

  /// Makes one set of those of two roots.
  void link(Vertex u, Vertex v) { parents_[std::max(u, v)] = std::min(u, v); }

 private:
  std::span<Vertex> parents_;
};

/// The same for many threads at once, without locks (Anderson and Woll 1991; Jayanti and Tarjan,
/// Concurrent disjoint set union, 2021).
///
/// All operations are relaxed: the parent of a vertex only ever changes to another ancestor of it,
/// so whatever value a thread sees, old or new, leads upward in the same set. Those who need the
/// sets as they are after all links must be ordered behind the linking threads by other means.
class ConcurrentDisjointSets {
 public:
  ConcurrentDisjointSets() = default;
  explicit ConcurrentDisjointSets(std::span<Vertex> parents) : parents_(parents) {}

  void make_singletons(int threads) const {
    parallel_chunks(parents_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (auto v = static_cast<Vertex>(begin); v < end; ++v) parents_[v] = v;
    });
  }

  [[nodiscard]] std::size_t size() const { return parents_.size(); }
  [[nodiscard]] Vertex parent(Vertex v) const { return load_relaxed(parents_[v]); }

  /// A root of the set of v: that of the moment, or one that was it since the caller last
  /// synchronized with those who link.
  [[nodiscard]] Vertex find(Vertex v) const {
    Vertex p = parent(v);
    while (p != v) {
      const Vertex above = parent(p);
      if (above == p) return p;
      // Halving needs no exchange: v is no root, and stays none, so no thread links it.
      store_relaxed(parents_[v], above);
      v = above;
      p = parent(v);
    }
    return v;
  }

  /// Whether u and v are in one set for certain. A "no" may be out of date.
  [[nodiscard]] bool known_united(Vertex u, Vertex v) const { return find(u) == find(v); }

  /// Makes one set of two; false where they are one already.
  bool unite(Vertex u, Vertex v) const {
    for (;;) {
      u = find(u);
      v = find(v);
      if (u == v) return false;
      if (u < v) std::swap(u, v);
      // Fails where another thread has linked u meanwhile.
      if (compare_exchange_relaxed(parents_[u], u, v)) return true;
    }
  }

  /// As unite, while no other thread links.
  bool unite_plain(Vertex u, Vertex v) const {
    u = find(u);
    v = find(v);
    if (u == v) return false;
    if (u < v) std::swap(u, v);
    store_relaxed(parents_[u], v);
    return true;
  }

  /// Puts every vertex right below its root. All workers call it; no thread links or halves.
  void compress(detail::Worker& worker) const {
    worker.for_own_part(size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        const std::size_t ahead = std::min(v + detail::kArcsAhead, end - 1);
        prefetch_to_read(place(parent(static_cast<Vertex>(ahead))));
        // Most vertices are at most two below their root: one step for all, without a branch. The
        // others' parents are left as they are: a worker that halved a path could put a vertex back
        // that its own worker has just put below the root.
        Vertex root = parent(parent(static_cast<Vertex>(v)));
        while (parent(root) != root) root = parent(root);
        store_relaxed(parents_[v], root);
      }
    });
  }

  /// Asks for the parents' cache lines.
  [[nodiscard]] const Vertex* place(Vertex v) const { return &parents_[v]; }

 private:
  std::span<Vertex> parents_;
};

}  // namespace strider
