// Edges that ranks have between fragments: their forest in rounds, by one rank, and in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "algorithms/msf/ranks/boruvka/rounds.hpp"
#include "base/random.hpp"
#include "graph/union_find.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

using Key = std::uint32_t;
using Edge = FragmentEdge<Key>;

/// The same on every rank: edges {u, v} of fragments u and v.
std::vector<Edge> all_edges(std::uint64_t n, std::size_t count, Key keys, std::uint64_t seed) {
  CounterRng rng(seed, count);
  std::vector<Edge> edges;
  while (edges.size() < count && n > 1) {
    const std::uint64_t u = rng.below(n);
    const std::uint64_t v = rng.below(n);
    if (u == v) continue;
    edges.push_back({u, v, std::min(u, v), std::max(u, v), static_cast<Key>(rng.below(keys))});
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

struct Expected {
  std::vector<Edge> forest;
  std::vector<Vertex> tree;  // by fragment
};
Expected kruskal(const std::vector<Edge>& edges, std::uint64_t n) {
  Expected expected;
  expected.tree.resize(n);
  DisjointSets trees(expected.tree);
  trees.make_singletons();
  for (const Edge& edge : edges) {
    if (trees.unite(static_cast<Vertex>(edge.u), static_cast<Vertex>(edge.v))) {
      expected.forest.push_back(edge);
    }
  }
  for (Vertex v = 0; v < n; ++v) expected.tree[v] = trees.find(v);
  return expected;
}

/// Every rank's elements, on all.
template <class T>
std::vector<T> gather(const std::vector<T>& mine) {
  const auto ranks = static_cast<std::size_t>(test_world().size());
  std::vector<T> copies;
  for (std::size_t r = 0; r < ranks; ++r) copies.insert(copies.end(), mine.begin(), mine.end());
  const std::vector<std::uint64_t> counts(ranks, mine.size());
  std::vector<std::uint64_t> came;
  const Array<T> all = test_world().all_to_all(std::span<const T>(copies), counts, came);
  return {all.begin(), all.end()};
}

void expect_hooking_finds_forest(const comm::TwoLevelExchange& exchange, std::uint64_t n,
                                 std::size_t count, Key keys, std::uint64_t gather_edges) {
  SCOPED_TRACE(std::to_string(n) + " fragments, " + std::to_string(count) + " edges, " +
               std::to_string(gather_edges) + " gathered");
  const comm::Communicator& world = test_world();
  const OwnerMap owners = OwnerMap::block(n, world.size());
  const GlobalIds global_ids(owners);
  const std::vector<Edge> all = all_edges(n, count, keys, n + count);
  const Expected expected = kruskal(all, n);
  std::vector<Edge> mine;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (mix64(i) % static_cast<std::uint64_t>(world.size()) ==
        static_cast<std::uint64_t>(world.rank())) {
      mine.push_back(all[i]);
    }
  }
  Workspace workspace;
  FragmentHooking hooking(workspace, exchange, global_ids);
  workspace.take("a test", HostMemory());
  BoruvkaRounds<Key> rounds(hooking, gather_edges);
  for (int repetition = 0; repetition < 2; ++repetition) {
    hooking.restart(owners.size(world.rank()));
    rounds.restart();
    std::vector<Edge> forest;
    EXPECT_EQ(rounds.run(mine, forest), all.size());
    hooking.find_trees();
    forest = gather(forest);
    std::sort(forest.begin(), forest.end());
    ASSERT_EQ(forest.size(), expected.forest.size());
    for (std::size_t i = 0; i < forest.size(); ++i) {
      EXPECT_EQ(std::tie(forest[i].u, forest[i].v, forest[i].key),
                std::tie(expected.forest[i].u, expected.forest[i].v, expected.forest[i].key));
    }
    EXPECT_EQ(rounds.rounds() > 0, all.size() > gather_edges);
    std::vector<std::uint64_t> trees;
    for (std::uint32_t v = 0; v < owners.size(world.rank()); ++v) trees.push_back(hooking.tree(v));
    trees = gather(trees);
    ASSERT_EQ(trees.size(), n);
    std::map<std::uint64_t, Vertex> same;
    for (std::uint64_t v = 0; v < n; ++v) {
      EXPECT_EQ(same.emplace(trees[v], expected.tree[v]).first->second, expected.tree[v]);
    }
  }
}

TEST(FragmentHooking, FindsTheForestInRoundsAndByOneRank) {
  // As ranks are, on one node, and as if two shared one each.
  for (const int ranks_per_node : {0, 2}) {
    const comm::TwoLevelExchange exchange(test_world(), ranks_per_node);
    for (const std::uint64_t gather_edges : {0, 40, 1 << 20}) {
      expect_hooking_finds_forest(exchange, 0, 0, 1, gather_edges);
      expect_hooking_finds_forest(exchange, 1, 0, 1, gather_edges);
      expect_hooking_finds_forest(exchange, 500, 0, 1, gather_edges);
      expect_hooking_finds_forest(exchange, 300, 290, 1000, gather_edges);
      expect_hooking_finds_forest(exchange, 300, 3000, 5, gather_edges);
      expect_hooking_finds_forest(exchange, 3, 200, 1000, gather_edges);
      expect_hooking_finds_forest(exchange, 2000, 2500, 1, gather_edges);
    }
  }
}

TEST(FragmentHooking, FollowsChainsThroughManyRanks) {
  // A path of fragments whose keys rise: all hook themselves in one chain.
  const std::uint64_t n = 700;
  const comm::Communicator& world = test_world();
  std::vector<Edge> mine;
  for (std::uint64_t v = 0; v + 1 < n; ++v) {
    if (v % static_cast<std::uint64_t>(world.size()) == static_cast<std::uint64_t>(world.rank())) {
      mine.push_back({v, v + 1, v, v + 1, static_cast<Key>(v)});
    }
  }
  const OwnerMap owners = OwnerMap::cyclic(n, world.size());
  const comm::TwoLevelExchange exchange(world);
  Workspace workspace;
  FragmentHooking hooking(workspace, exchange, GlobalIds(owners));
  workspace.take("a test", HostMemory());
  hooking.restart(owners.size(world.rank()));
  BoruvkaRounds<Key> rounds(hooking, 0);
  std::vector<Edge> forest;
  EXPECT_EQ(rounds.run(mine, forest), n - 1);
  hooking.find_trees();
  EXPECT_EQ(world.all_reduce(std::uint64_t{forest.size()}, comm::Reduction::kSum), n - 1);
  EXPECT_EQ(rounds.rounds(), 1U);
  for (std::uint32_t v = 0; v < owners.size(world.rank()); ++v) EXPECT_EQ(hooking.tree(v), 0U);
}

}  // namespace
}  // namespace strider::detail
