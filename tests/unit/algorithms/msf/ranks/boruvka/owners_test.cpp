// The default method where vertices are dealt out in any way.
#include "support/owners.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "algorithms/msf/ranks/engine.hpp"
#include "base/random.hpp"
#include "conformance/msf.hpp"
#include "ranks/edges/edge_source.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using Weight = std::uint32_t;

/// The forest of all ranks, on every rank.
FoundForest<Weight> find(const EdgeList& list, Owners owners, const DistMsfOptions& options) {
  const comm::Communicator& world = test_world();
  const detail::HeldEdges edges(list, world.rank(), world.size());
  const auto graph = std::make_shared<const detail::WeightedGraph1d<Weight>>(
      detail::build_weighted_graph_1d<Weight>(
          world, edges, make_owners(owners, list.num_vertices, world.size()),
          {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep}));
  detail::DistForest<Weight> forest;
  detail::make_dist_auto<Weight>(world, graph, options)->run(forest);
  EXPECT_TRUE(std::ranges::is_sorted(forest.edges, {},
                                     [](const auto& edge) { return std::tuple(edge.u, edge.v); }));
  std::vector<MsfEdge<Weight>> mine;
  for (const auto& edge : forest.edges) {
    EXPECT_EQ(graph->topology.owners.owner(edge.u), world.rank());
    mine.push_back({static_cast<Vertex>(edge.u), static_cast<Vertex>(edge.v), edge.weight});
  }
  const auto ranks = static_cast<std::size_t>(world.size());
  std::vector<MsfEdge<Weight>> copies;
  for (std::size_t r = 0; r < ranks; ++r) copies.insert(copies.end(), mine.begin(), mine.end());
  std::vector<std::uint64_t> came;
  const auto all = world.all_to_all(std::span<const MsfEdge<Weight>>(copies),
                                    std::vector<std::uint64_t>(ranks, mine.size()), came);
  FoundForest<Weight> found;
  found.edges.assign(all.begin(), all.end());
  std::ranges::sort(found.edges, {}, [](const auto& edge) { return std::tuple(edge.u, edge.v); });
  for (const auto& edge : found.edges) found.weight += edge.weight;
  found.num_trees = list.num_vertices - found.edges.size();
  return found;
}

void expect_same_forest(Vertex n, const std::vector<Edge>& edges, Weight kinds,
                        const std::string& what) {
  std::vector<Link<Weight>> links;
  EdgeList list;
  list.num_vertices = n;
  list.edges = Array<Edge>::copy_of(std::span<const Edge>(edges));
  Array<Weight> weights(edges.size());
  CounterRng rng(n, kinds);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    weights[i] = static_cast<Weight>(rng.below(kinds));
    links.push_back({edges[i].source, edges[i].target, weights[i]});
  }
  list.weights = std::move(weights);
  const WeightedGraph<Weight> graph = make_weighted(n, links);
  expect_forest(graph, MsfObjective::kMinimum, find(list, Owners::kBlock, {.threads = 3}),
                what + ", as few ranks do");
  for (const Owners owners : {Owners::kBlock, Owners::kCyclic, Owners::kShuffled}) {
    for (const std::uint64_t gather_edges : {0, 1 << 20}) {
      for (const int threads : {1, 3}) {
        expect_forest(graph, MsfObjective::kMinimum,
                      find(list, owners,
                           {.threads = threads,
                            .tuning = {.gather_edges = gather_edges, .replicating_ranks = 0}}),
                      what + ", owners " + std::to_string(static_cast<int>(owners)) + ", " +
                          std::to_string(threads) + " threads");
      }
    }
  }
}

TEST(DistBoruvkaOwners, AnyOwnersGiveTheSameForest) {
  for (const Weight kinds : {1U, 7U, 1000U, 1U << 20U}) {
    const std::string what = std::to_string(kinds) + " weights";
    expect_same_forest(1 << 10, skewed_edges(10, 12000, kinds), kinds, "skewed, " + what);
    expect_same_forest(1000, random_edges(1000, 900, kinds), kinds, "sparse, " + what);
    expect_same_forest(1000, random_edges(1000, 15000, kinds), kinds, "dense, " + what);
  }
}

/// Vertices that most edges lead from over `near` others or twice as many; some over one more.
std::vector<Edge> near_edges(Vertex n, Vertex near) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    if (u + near < n) edges.push_back({u, u + near});
    if (u % 3 == 0 && u + 2 * near < n) edges.push_back({u, u + 2 * near});
    if (u % 10 == 0 && u + near + 1 < n) edges.push_back({u + near + 1, u});
  }
  return edges;
}

// Few edges leave blocks where owners have blocks, then where they have vertices in turn: whatever
// the ranks are, their number divides 60.
TEST(DistBoruvkaOwners, NearVertices) {
  for (const Weight kinds : {1U, 2U, 30U, 1U << 20U}) {
    const std::string what = std::to_string(kinds) + " weights";
    expect_same_forest(3000, near_edges(3000, 1), kinds, "steps of 1, " + what);
    expect_same_forest(3000, near_edges(3000, 60), kinds, "steps of 60, " + what);
    expect_same_forest(1600, grid_edges(40, 40), kinds, "a grid, " + what);
  }
}

// Blocks do not take the parallel edges of one rank; the others do not know of it.
TEST(DistBoruvkaOwners, NearVerticesAndAParallelEdge) {
  for (const Weight kinds : {1U, 30U}) {
    auto edges = near_edges(3000, 1);
    edges.push_back({4, 5});
    edges.push_back({0, 0});
    expect_same_forest(3000, edges, kinds, "parallel, " + std::to_string(kinds) + " weights");
  }
}

TEST(DistBoruvkaOwners, ManyDenseComponents) {
  // No tree is a giant: most vertices are outside the one that is taken for it.
  std::vector<Edge> edges;
  constexpr Vertex kSize = 30;
  constexpr Vertex kParts = 40;
  for (Vertex part = 0; part < kParts; ++part) {
    for (Vertex u = 0; u < kSize; ++u) {
      for (Vertex v = u + 1; v < kSize; ++v)
        edges.push_back({part + u * kParts, part + v * kParts});
    }
  }
  expect_same_forest(kSize * kParts + 50, edges, 1000, "components");
}

}  // namespace
}  // namespace strider::test
