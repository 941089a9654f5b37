// What a rank settles by itself, against the forest of the whole graph and all cuts.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "algorithms/msf/ranks/boruvka/contraction.hpp"
#include "base/random.hpp"

namespace strider::detail {
namespace {

using Edge = KeyedEdge<std::uint32_t>;

/// Edges of the forest of all edges, by Kruskal's method.
std::vector<Edge> forest_of(std::vector<Edge> edges, Vertex n) {
  std::sort(edges.begin(), edges.end());
  std::vector<Vertex> parents(n);
  DisjointSets trees(parents);
  trees.make_singletons();
  std::erase_if(edges, [&](const Edge& edge) { return !trees.unite(edge.u, edge.v); });
  return edges;
}

bool contains(const std::vector<Edge>& edges, const Edge& wanted) {
  return std::any_of(edges.begin(), edges.end(),
                     [&](const Edge& edge) { return !(edge < wanted) && !(wanted < edge); });
}

struct Contracted {
  std::vector<Edge> settled;
  std::vector<Edge> kept;
  std::vector<Vertex> tree;
};

/// Vertices below `own` are the rank's.
Contracted contract(const std::vector<Edge>& edges, Vertex n, Vertex own) {
  std::vector<Edge> inner;
  std::vector<Edge> first_cut(n, kLastEdge<std::uint32_t>);
  for (const Edge& edge : edges) {
    if (edge.v < own) inner.push_back(edge);
    if (edge.u < own && edge.v >= own) first_cut[edge.u] = std::min(first_cut[edge.u], edge);
  }
  std::sort(inner.begin(), inner.end());
  std::vector<Vertex> parents(n);
  DisjointSets trees(parents);
  trees.make_singletons();
  Contracted result;
  contract_locally<std::uint32_t>(
      inner, first_cut, trees,
      [&](const Edge& edge, Vertex, Vertex) { result.settled.push_back(edge); },
      [&](const Edge& edge) { result.kept.push_back(edge); });
  for (Vertex v = 0; v < n; ++v) result.tree.push_back(trees.find(v));
  return result;
}

/// Random edges u < v, some of them parallel.
std::vector<Edge> random_edges(CounterRng& rng, Vertex n, std::size_t count, std::uint32_t keys) {
  std::vector<Edge> edges;
  while (edges.size() < count) {
    const auto u = static_cast<Vertex>(rng.below(n));
    const auto v = static_cast<Vertex>(rng.below(n));
    if (u != v) edges.push_back(keyed_edge(u, v, static_cast<std::uint32_t>(rng.below(keys))));
  }
  return edges;
}

TEST(LocalContraction, SettlesWhatIsInTheForestAndKeepsTheRest) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    CounterRng rng(seed, 6);
    const auto n = static_cast<Vertex>(2 + rng.below(40));
    const auto own = static_cast<Vertex>(rng.below(n + 1));
    const auto edges =
        random_edges(rng, n, rng.below(4 * n), static_cast<std::uint32_t>(1 + rng.below(20)));
    const std::vector<Edge> forest = forest_of(edges, n);
    const Contracted found = contract(edges, n, own);
    for (const Edge& edge : found.settled) EXPECT_TRUE(contains(forest, edge));
    // No inner edge of the forest is lost.
    for (const Edge& edge : forest) {
      if (edge.v >= own) continue;
      EXPECT_TRUE(contains(found.settled, edge) || contains(found.kept, edge));
    }
  }
}

TEST(LocalContraction, LeavesNoFragmentWithAnInnerFirstEdge) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    CounterRng rng(seed, 7);
    const auto n = static_cast<Vertex>(2 + rng.below(40));
    const auto own = static_cast<Vertex>(rng.below(n + 1));
    const auto edges = random_edges(rng, n, rng.below(4 * n), 1000);
    const Contracted found = contract(edges, n, own);
    std::vector<Edge> first(n, kLastEdge<std::uint32_t>);  // that leaves, by tree
    for (const Edge& edge : edges) {
      const Vertex a = found.tree[edge.u];
      const Vertex b = found.tree[edge.v];
      if (a == b) continue;
      first[a] = std::min(first[a], edge);
      first[b] = std::min(first[b], edge);
    }
    for (Vertex v = 0; v < own; ++v) {
      const Edge& edge = first[found.tree[v]];
      EXPECT_TRUE(edge.v == kNoVertex || edge.v >= own);
    }
  }
}

TEST(LocalContraction, WithoutCutsTakesTheWholeForest) {
  CounterRng rng(1, 8);
  const auto edges = random_edges(rng, 50, 200, 30);
  const Contracted found = contract(edges, 50, 50);
  EXPECT_EQ(found.settled.size(), forest_of(edges, 50).size());
  EXPECT_TRUE(found.kept.empty());
}

}  // namespace
}  // namespace strider::detail
