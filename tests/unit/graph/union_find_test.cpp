#include "graph/union_find.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/random.hpp"

namespace strider {
namespace {

TEST(DisjointSets, JoinsAndFinds) {
  std::vector<Vertex> parents(6);
  DisjointSets sets(parents);
  sets.make_singletons();
  EXPECT_TRUE(sets.unite(4, 2));
  EXPECT_TRUE(sets.unite(2, 5));
  EXPECT_FALSE(sets.unite(5, 4));
  EXPECT_EQ(sets.find(5), 2U);
  EXPECT_NE(sets.find(0), sets.find(1));
}

// Many threads unite at once: as many unions succeed as one thread makes, and the same sets come of
// it.
TEST(ConcurrentDisjointSets, EqualSequentialOnes) {
  constexpr Vertex kVertices = 5000;
  for (const int threads : {1, 2, 4}) {
    for (const std::size_t count : {1000, 4000, 20000}) {
      CounterRng rng(count, 9);
      std::vector<std::pair<Vertex, Vertex>> pairs(count);
      for (auto& [u, v] : pairs) {
        u = static_cast<Vertex>(rng.below(kVertices));
        v = static_cast<Vertex>(rng.below(kVertices));
      }
      std::vector<Vertex> expected_parents(kVertices);
      DisjointSets expected(expected_parents);
      expected.make_singletons();
      std::size_t expected_unions = 0;
      for (const auto& [u, v] : pairs) expected_unions += expected.unite(u, v) ? 1 : 0;

      std::vector<Vertex> parents(kVertices);
      const ConcurrentDisjointSets sets(parents);
      sets.make_singletons(threads);
      std::atomic<std::size_t> unions{0};
      parallel_for(
          0, count, threads,
          [&](std::size_t i) {
            if (sets.unite(pairs[i].first, pairs[i].second)) unions.fetch_add(1);
          },
          16);
      EXPECT_EQ(unions.load(), expected_unions);
      for (Vertex v = 0; v < kVertices; ++v) {
        EXPECT_EQ(sets.find(v), expected.find(v));  // of either the smallest vertex
      }
      EXPECT_EQ(sets.known_united(0, 1), expected.find(0) == expected.find(1));
    }
  }
}

/// Trees in which a vertex is below 0, is a root, or is below one shortly before it.
std::vector<Vertex> random_trees(Vertex n, std::uint64_t seed) {
  CounterRng rng(seed, 1);
  std::vector<Vertex> parents(n, 0);
  for (Vertex v = 1; v < n; ++v) {
    const auto kind = rng.below(100);
    if (kind < 50) continue;
    parents[v] = kind < 60 ? v : v - 1 - static_cast<Vertex>(rng.below(std::min(v, Vertex{40})));
  }
  return parents;
}

void expect_compressed(std::vector<Vertex> parents, int threads) {
  std::vector<Vertex> roots = parents;
  for (Vertex& root : roots) root = roots[root];
  const ConcurrentDisjointSets sets(parents);
  detail::parallel_workers(threads, [&](detail::Worker& worker) { sets.compress(worker); });
  ASSERT_EQ(parents, roots);
}

TEST(ConcurrentDisjointSets, AreRightBelowTheirRootsOnceCompressed) {
  for (const int threads : {1, 2, 3, 8}) {
    for (const Vertex n : {0U, 1U, 2U, 33U, 1000U}) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        expect_compressed(random_trees(n, seed), threads);
      }
    }
    // One path: every part of a worker but the first is far below the root.
    std::vector<Vertex> path(3000);
    for (Vertex v = 0; v < path.size(); ++v) path[v] = v == 0 ? 0 : v - 1;
    for (int repetition = 0; repetition < 20; ++repetition) expect_compressed(path, threads);
  }
}

}  // namespace
}  // namespace strider
