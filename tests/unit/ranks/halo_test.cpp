// Ghosts and their owners: both ways of a value.
#include "ranks/halo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/owners.hpp"

namespace strider::detail {
namespace {

using test::Owners;

constexpr std::uint64_t kVertices = 300;
constexpr Owners kAllOwners[] = {Owners::kBlock, Owners::kCyclic, Owners::kShuffled};

/// Any vertices, some of them often; on some ranks none.
std::vector<GlobalVertex> wanted_by(int rank) {
  std::vector<GlobalVertex> wanted;
  const std::uint64_t count = rank % 3 == 2 ? 0 : 50 * static_cast<std::uint64_t>(rank + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    wanted.push_back(mix64(i + 1000 * static_cast<std::uint64_t>(rank)) %
                     (i % 2 == 0 ? 10 : kVertices));
  }
  return wanted;
}

/// By vertex: the sum over ranks of what they have of it.
std::vector<std::uint64_t> expected_sums() {
  std::vector<std::uint64_t> sums(kVertices, 0);
  for (int rank = 0; rank < test_world().size(); ++rank) {
    for (const GlobalVertex v : wanted_by(rank)) sums[v] += v + static_cast<std::uint64_t>(rank);
  }
  return sums;
}

TEST(GhostMap, OfAnyVertices) {
  const comm::Communicator& world = test_world();
  const std::vector<GlobalVertex> wanted = wanted_by(world.rank());
  for (const Owners kind : kAllOwners) {
    const OwnerMap owners = test::make_owners(kind, kVertices, world.size());
    std::vector<OwnedVertex> places;
    for (const GlobalVertex v : wanted) places.push_back(owners.locate(v));
    GhostMap map(world, places);
    ASSERT_EQ(map.num_ghosts(), wanted.size());
    const auto name = [&](Vertex v) { return owners.global(world.rank(), local_vertex(v)); };
    for (int turn = 0; turn < 2; ++turn) {
      std::vector<GlobalVertex> came(wanted.size(), kNoGlobalVertex);
      map.broadcast<GlobalVertex>(name, [&](std::size_t i, GlobalVertex v) { came[i] = v; });
      EXPECT_EQ(came, wanted);
      std::vector<std::uint64_t> sums(owners.size(world.rank()), 0);
      map.reduce<std::uint64_t>(
          [&](std::size_t i) { return wanted[i] + static_cast<std::uint64_t>(world.rank()); },
          [&](Vertex v, std::uint64_t value) { sums[v] += value; });
      const std::vector<std::uint64_t> expected = expected_sums();
      for (Vertex v = 0; v < sums.size(); ++v) EXPECT_EQ(sums[v], expected[name(v)]);
    }
    std::vector<std::uint8_t> narrow(wanted.size(), 0);
    map.broadcast<std::uint8_t>([&](Vertex v) { return static_cast<std::uint8_t>(name(v)); },
                                [&](std::size_t i, std::uint8_t value) { narrow[i] = value; });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(narrow[i], static_cast<std::uint8_t>(wanted[i]));
    }
    EXPECT_TRUE(std::ranges::all_of(
        map.owned(), [&](std::uint32_t v) { return v < owners.size(world.rank()); }));
  }
}

TEST(GhostMap, OfAGraph) {
  const comm::Communicator& world = test_world();
  for (const std::size_t num_edges : {0U, 20U, 400U, 4000U}) {
    const EdgeList list = test::list_of(kVertices, test::random_edges(kVertices, num_edges, 1));
    for (const Owners kind : kAllOwners) {
      const Graph1d graph = build_graph_1d(world, HeldEdges(list, world.rank(), world.size()),
                                           test::make_owners(kind, kVertices, world.size()));
      Workspace workspace;
      GhostMap map(workspace, world, graph);
      workspace.take("ghosts", NodeMemory(world));
      std::vector<GlobalVertex> came(map.num_ghosts(), kNoGlobalVertex);
      map.broadcast<GlobalVertex>([&](Vertex v) { return graph.global_of(local_vertex(v)); },
                                  [&](std::size_t i, GlobalVertex v) { came[i] = v; });
      std::size_t ghosts = 0;
      GhostMap::for_each_range(graph, [&](std::size_t ghost, Vertex first, Vertex count, int rank) {
        EXPECT_EQ(ghost, ghosts);
        for (Vertex i = 0; i < count; ++i) {
          const LocalId id = local_id(first + i);
          EXPECT_EQ(graph.owner_of(id), rank);
          EXPECT_EQ(came[ghost + i], graph.global_of(id));
        }
        ghosts += count;
      });
      EXPECT_EQ(ghosts, map.num_ghosts());
      // What all ranks have of a vertex comes together.
      std::uint64_t received = 0;
      map.reduce<std::uint32_t>([](std::size_t) { return 1U; },
                                [&](Vertex, std::uint32_t one) { received += one; });
      EXPECT_EQ(world.all_reduce(received, comm::Reduction::kSum),
                world.all_reduce(std::uint64_t{ghosts}, comm::Reduction::kSum));
    }
  }
}

}  // namespace
}  // namespace strider::detail
