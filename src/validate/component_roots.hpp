// The least vertex of each vertex's component, found by edges one by one.
#pragma once

#include <algorithm>

#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"

namespace strider::detail {

struct AnyHook {
  bool found = false;
  void merge(const AnyHook& other) { found |= other.found; }
};

/// Until no edge leads out of a tree, every tree hooks below a smaller one that an edge leads to,
/// and becomes a star: below the least vertex of the component in the end (Shiloach and Vishkin
/// 1982; Liu and Tarjan 2019, algorithm S). Throws MemoryError, for `purpose`.
template <class Edges>
Array<Vertex> component_roots(const Edges& edges, int threads, const char* purpose) {
  const Vertex n = edges.num_vertices();
  auto parents = take_array<Array<Vertex>>(n, purpose);
  const auto parent = [&](Vertex v) { return load_relaxed(parents[v]); };
  const auto hook = [&](std::size_t begin, std::size_t end, AnyHook& mine) {
    edges.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
      const auto [low, high] = std::minmax({parent(u), parent(v)});
      if (low == high) return;
      lower_relaxed(parents[high], low);
      mine.found = true;
    });
  };
  parallel_for(0, n, threads, [&](std::size_t v) { parents[v] = static_cast<Vertex>(v); });
  while (find_in_edges<AnyHook>(edges, threads, hook).found) {
    parallel_for(0, n, threads, [&](std::size_t i) {
      Vertex root = parent(static_cast<Vertex>(i));
      while (parent(root) != root) root = parent(root);
      store_relaxed(parents[i], root);
    });
  }
  return parents;
}

}  // namespace strider::detail
