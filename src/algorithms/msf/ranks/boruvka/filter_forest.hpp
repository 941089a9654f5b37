// The forest of the edges that a rank has, sorting few of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "algorithms/msf/ranks/sort_edges.hpp"
#include "base/random.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {

/// Finds which edges close no cycle, keeping its workspace. Edges connect fragments a and b,
/// numbers below `fragments`.
template <class Key>
class FilterForest {
 public:
  using Edge = ConnectingEdge<Key>;

  /// That run() may take, kept or not.
  [[nodiscard]] static std::uint64_t bytes(std::size_t edges, Vertex fragments) {
    return edges * sizeof(Edge) + fragments * std::uint64_t{sizeof(Vertex)};
  }

  /// keep(edge) for the edges of the forest, ascending. First those that are light for the number
  /// of fragments, by a sample, are taken in order (Kruskal's method); of the others most are
  /// within a tree then, and are never sorted (filter-Kruskal, Osipov, Sanders and Singler 2009).
  template <class Keep>
  void run(std::vector<Edge>& edges, Vertex fragments, int threads, Keep&& keep) {
    constexpr std::size_t kLightPerFragment = 2;
    constexpr std::size_t kMinFilterRatio = 2;
    parents_.resize(fragments);
    DisjointSets trees(parents_);
    trees.make_singletons();
    buffer_.resize(edges.size());
    const std::size_t wanted = kLightPerFragment * std::size_t{fragments};
    auto light = edges.end();
    if (edges.size() > kMinFilterRatio * wanted) {
      const Key pivot = quantile(edges, wanted);
      light = std::partition(edges.begin(), edges.end(),
                             [&](const Edge& edge) { return edge.edge.key <= pivot; });
    }
    take({edges.begin(), light}, trees, threads, keep);
    const auto end = std::remove_if(light, edges.end(), [&](const Edge& edge) {
      return trees.find(edge.a) == trees.find(edge.b);
    });
    take({light, end}, trees, threads, keep);
  }

 private:
  template <class Keep>
  void take(std::span<Edge> edges, DisjointSets& trees, int threads, Keep& keep) {
    sort_edges(edges, std::span(buffer_).first(edges.size()), threads,
               [](const Edge& edge) { return edge.edge.key; });
    for (const Edge& edge : edges) {
      if (trees.unite(edge.a, edge.b)) keep(edge);
    }
  }

  /// About the key that `rank` edges are below.
  static Key quantile(const std::vector<Edge>& edges, std::size_t rank) {
    constexpr std::size_t kSample = 1024;
    std::vector<Key> sample(kSample);
    CounterRng rng(edges.size(), rank);
    for (Key& key : sample) key = edges[rng.below(edges.size())].edge.key;
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>(kSample * rank / edges.size());
    std::nth_element(sample.begin(), at, sample.end());
    return *at;
  }

  std::vector<Vertex> parents_;
  std::vector<Edge> buffer_;
};

}  // namespace strider::detail
