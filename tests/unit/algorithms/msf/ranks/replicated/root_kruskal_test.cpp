// The forest that rank 0 finds batch by batch is that of all edges at once.
#include "algorithms/msf/ranks/replicated/root_kruskal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

template <class W>
using Edges = std::vector<KeyedEdge<WeightKey<W>>>;

/// Kruskal's, of vertices each of which is a fragment.
template <class W>
Edges<W> forest_of(Edges<W> edges, Vertex n) {
  std::sort(edges.begin(), edges.end());
  std::vector<Vertex> parents(n);
  DisjointSets sets(parents);
  sets.make_singletons();
  std::erase_if(edges, [&](const auto& edge) { return !sets.unite(edge.u, edge.v); });
  return edges;
}

/// Rank r gets the edges that static_chunk says, in parts.
template <class W, class RankOf>
void expect_root_finds_forest(Edges<W> edges, Vertex n, RankOf&& rank_of, const std::string& what) {
  SCOPED_TRACE(what);
  const comm::Communicator& world = test_world();
  const OwnerMap owners = OwnerMap::block(n, world.size());
  const WeightOrder<W> order(MsfObjective::kMinimum);
  const auto begin = owners.size(world.rank()) == 0
                         ? Vertex{0}
                         : static_cast<Vertex>(owners.global(world.rank(), local_vertex(0)));
  Workspace workspace;
  ForestCollection<W> taken(workspace, world, owners, begin, order);
  workspace.take("a test", HostMemory());
  std::vector<Vertex> fragments(n);
  for (Vertex v = 0; v < n; ++v) fragments[v] = v;
  RootKruskal<W> kruskal(world, 1, 0);
  typename RootKruskal<W>::Candidates candidates(2);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (rank_of(i) != world.rank()) continue;
    auto& part = candidates[i % 2];
    auto* const out = part.make_room(1);
    *out = {edges[i].u, edges[i].v, edges[i]};
    part.grow_to(out + 1);
  }
  kruskal.restart(fragments, n);
  const std::uint32_t rounds = kruskal.run(candidates, taken);
  EXPECT_LE(rounds, 100U);
  EXPECT_GE(rounds, edges.size() > 3 * std::size_t{n} ? 2U : 1U);
  std::vector<GlobalMsfEdge<W>> delivered;
  taken.deliver(delivered);

  const Edges<W> forest = forest_of<W>(edges, n);
  std::vector<GlobalMsfEdge<W>> expected;
  for (const auto& edge : forest) {
    if (owners.owner(edge.u) == world.rank()) {
      expected.push_back({edge.u, edge.v, order.weight(edge.key)});
    }
  }
  std::ranges::sort(expected, {}, [](const auto& edge) { return std::tuple(edge.u, edge.v); });
  EXPECT_EQ(delivered, expected);
  for (const auto& edge : edges) EXPECT_EQ(kruskal.trees()[edge.u], kruskal.trees()[edge.v]);
}

template <class W>
void expect_all() {
  const WeightOrder<W> order(MsfObjective::kMinimum);
  const int p = test_world().size();
  for (const Vertex n : {1U, 2U, 64U, 1000U}) {
    for (const std::uint64_t kinds : {1ULL, 5ULL, 1ULL << 30U}) {
      CounterRng rng(n, kinds);
      Edges<W> edges;
      for (std::size_t i = 0; i < 12 * std::size_t{n} && n > 1; ++i) {
        const auto u = static_cast<Vertex>(rng.below(n));
        const auto v = static_cast<Vertex>(rng.below(n));
        if (u != v) edges.push_back(keyed_edge(u, v, order.key(static_cast<W>(rng.below(kinds)))));
      }
      const std::string what =
          std::to_string(n) + " vertices, " + std::to_string(kinds) + " weights";
      expect_root_finds_forest<W>(
          edges, n, [&](std::size_t i) { return static_cast<int>(i) % p; }, what);
      expect_root_finds_forest<W>(
          edges, n, [&](std::size_t) { return p - 1; }, what + ", all on one rank");
      std::sort(edges.begin(), edges.end());
      expect_root_finds_forest<W>(
          edges, n, [&](std::size_t i) { return i < 10 ? 0 : p - 1; }, what + ", ascending");
    }
  }
  expect_root_finds_forest<W>(
      {}, 0, [](std::size_t) { return 0; }, "nothing");
}

TEST(RootKruskal, RunsInBatches) {
  expect_all<std::uint32_t>();
  expect_all<double>();
}

}  // namespace
}  // namespace strider::detail
