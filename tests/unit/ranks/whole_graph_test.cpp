// The whole graph on every node, on machines that the ranks only pass for those of.
#include "ranks/one_d/whole_graph.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ranks/edges/edge_source.hpp"
#include "support/compare_graphs.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/mpi_spy.hpp"
#include "unit/comm/pretended_nodes.hpp"
#include "unit/comm/pretended_shared_memory.hpp"

namespace strider::detail {
namespace {

struct Shape {
  std::string name;
  int (*node_of)(int rank);
};

const Shape kShapes[] = {
    {"one node", [](int) { return 0; }},
    {"pairs", [](int rank) { return rank / 2; }},
    {"every other rank", [](int rank) { return rank % 2; }},
    {"the first rank alone", [](int rank) { return rank == 0 ? 0 : 1; }},
    {"every rank alone", [](int rank) { return rank; }},
};

/// body(world, how many nodes it has, ranks on this node).
void for_each_shape(
    const std::function<void(const comm::Communicator&, std::uint64_t, int)>& body) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(shape.name);
    test::pretend_nodes(shape.node_of);
    const auto world = comm::Communicator::duplicate_world();
    std::vector<int> sizes(static_cast<std::size_t>(world.size()), 0);
    for (int r = 0; r < world.size(); ++r) ++sizes[static_cast<std::size_t>(shape.node_of(r))];
    const int here = sizes[static_cast<std::size_t>(shape.node_of(world.rank()))];
    EXPECT_EQ(world.ranks_on_node(), here);
    std::erase(sizes, 0);
    body(world, sizes.size(), here);
  }
  test::pretend_nodes(nullptr);
}

std::vector<OwnerMap> owner_maps(std::uint64_t n, int ranks) {
  return {OwnerMap::block(n, ranks), OwnerMap::cyclic(n, ranks),
          OwnerMap::block(n, ranks, Shuffle(n, 3))};
}

EdgeList some_list(Directedness directedness) {
  return test::random_list(3000, 20000, directedness);
}

template <class W>
void expect_weighted(const comm::Communicator& world, Directedness directedness) {
  EdgeList list = some_list(directedness);
  test::add_weights<W>(list);
  for (const OwnerMap& owners : {OwnerMap::block(3000, world.size()),
                                 OwnerMap::cyclic(3000, world.size(), Shuffle(3000, 5))}) {
    const HeldEdges source(list, world.rank(), world.size());
    const auto part = build_weighted_graph_1d<W>(world, source, owners);
    test::expect_equal(gather_whole_graph(world, part, 2), build_any_graph(list));
  }
}

TEST(WholeGraph, IsThatOfOneMachineOnNodesOfAnyShape) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t, int) {
    for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
      const EdgeList list = some_list(directedness);
      for (const OwnerMap& owners : owner_maps(list.num_vertices, world.size())) {
        const HeldEdges source(list, world.rank(), world.size());
        const Graph1d part = build_graph_1d(world, source, owners);
        const Graph whole = gather_whole_graph(world, part, 2);
        test::expect_equal(whole, build_any_graph(list));
      }
    }
    expect_weighted<float>(world, Directedness::kUndirected);
    expect_weighted<double>(world, Directedness::kDirected);
    expect_weighted<std::uint32_t>(world, Directedness::kUndirected);
  });
}

TEST(WholeGraph, MayHaveFewVerticesAndNoEdges) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t, int) {
    for (const Vertex n : {0U, 1U, 5U}) {
      EdgeList list;
      list.num_vertices = n;
      const HeldEdges source(list, world.rank(), world.size());
      for (const OwnerMap& owners : owner_maps(n, world.size())) {
        const Graph whole = gather_whole_graph(world, build_graph_1d(world, source, owners), 1);
        test::expect_equal(whole, build_any_graph(list));
      }
    }
  });
}

/// Rows go once to each other node, whatever its ranks are.
TEST(WholeGraph, CrossesTheNetworkOnceForEachNode) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t nodes, int) {
    const EdgeList list = some_list(Directedness::kUndirected);
    const HeldEdges source(list, world.rank(), world.size());
    const Graph1d part =
        build_graph_1d(world, source, OwnerMap::block(list.num_vertices, world.size()));
    world.traffic().restart();
    test::watch_mpi(world.traffic());
    const Graph whole = gather_whole_graph(world, part, 1);
    const comm::TrafficSum seen = test::over_all_ranks(test::seen_mpi())[0];
    const comm::TrafficSum counted = test::over_all_ranks(world.traffic().by_phase())[0];
    EXPECT_EQ(counted.bytes, seen.bytes);
    EXPECT_EQ(counted.messages, seen.messages);
    const std::uint64_t graph =
        whole.num_vertices() * sizeof(EdgeIndex) + whole.num_arcs() * sizeof(Vertex);
    EXPECT_GE(seen.bytes, graph * (nodes - 1));
    // Sizes, nodes and errors of ranks.
    const auto ranks = static_cast<std::uint64_t>(world.size());
    EXPECT_LE(seen.bytes, graph * (nodes - 1) + 12 * ranks * (ranks - 1) + 320 * (ranks - 1));
    // The counters of `world` end with it.
    test::watch_mpi(test_world().traffic());
  });
}

TEST(WholeGraph, HasWindowsWhereRanksShareANodeAndGivesThemBack) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t, int here) {
    EdgeList list = some_list(Directedness::kUndirected);
    test::add_weights<float>(list);
    const HeldEdges source(list, world.rank(), world.size());
    const auto part = build_weighted_graph_1d<float>(
        world, source, OwnerMap::block(list.num_vertices, world.size(), Shuffle(3000, 1)));
    const test::SharedWindows before = test::shared_windows();
    const int windows = here > 1 ? 3 : 0;
    {
      const auto whole = gather_whole_graph(world, part, 1);
      EXPECT_EQ(test::shared_windows().open - before.open, windows);
      // Once in the order of ranks, once in that of the input.
      EXPECT_EQ(test::shared_windows().made - before.made, 2 * windows);
      // What is left of it keeps what it needs.
      const Graph topology = whole.topology();
      EXPECT_EQ(topology.num_arcs(), part.topology.num_arcs);
    }
    EXPECT_EQ(test::shared_windows().open, before.open);
  });
}

/// Where one machine has no room to share, all ranks have copies of their own, and are predicted
/// to.
TEST(WholeGraph, IsOnEachRankWhereSharedMemoryIsSmall) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t, int here) {
    const EdgeList list = some_list(Directedness::kUndirected);
    const HeldEdges source(list, world.rank(), world.size());
    for (const OwnerMap& owners : owner_maps(list.num_vertices, world.size())) {
      const Graph1d part = build_graph_1d(world, source, owners);
      const std::uint64_t once = 3001 * sizeof(EdgeIndex) + part.num_arcs * sizeof(Vertex);
      test::pretend_shared_memory(world.rank() == world.size() - 1 ? once - 1
                                                                   : test::kMuchSharedMemory);
      const int before = test::shared_windows().made;
      const WholeGraphMemory memory = whole_graph_memory(world, part, 0);
      test::expect_equal(gather_whole_graph(world, part, 2), build_any_graph(list));
      // The last rank may be alone on its machine, and shares nothing there.
      const bool is_short =
          world.all_reduce(std::uint32_t{world.rank() == world.size() - 1 && here > 1},
                           comm::Reduction::kMax) != 0;
      EXPECT_EQ(memory.sharing, is_short ? 1 : here);
      if (is_short) {
        EXPECT_EQ(test::shared_windows().made, before);
        EXPECT_GE(memory.bytes, once * static_cast<unsigned>(here));
      }
      test::pretend_shared_memory(test::kMuchSharedMemory);
    }
  });
}

TEST(WholeGraph, IsPredictedOnceForEachNode) {
  for_each_shape([](const comm::Communicator& world, std::uint64_t, int here) {
    const EdgeList list = some_list(Directedness::kUndirected);
    const HeldEdges source(list, world.rank(), world.size());
    for (const OwnerMap& owners : owner_maps(list.num_vertices, world.size())) {
      const Graph1d part = build_graph_1d(world, source, owners);
      const std::uint64_t once = 3001 * sizeof(EdgeIndex) + part.num_arcs * (sizeof(Vertex) + 8);
      const WholeGraphMemory memory = whole_graph_memory(world, part, 8);
      EXPECT_EQ(memory.bytes_once, once);
      EXPECT_EQ(memory.sharing, here);
      EXPECT_TRUE(memory.bytes == once || memory.bytes == 2 * once);
      // Ranks of a machine that are not together in the communicator have a copy each.
      const auto own = world.split(world.rank(), 0);
      const Graph1d of_one = build_graph_1d(own, HeldEdges(list, 0, 1), OwnerMap::block(3000, 1));
      EXPECT_EQ(whole_graph_memory(own, of_one, 8).bytes, once * static_cast<unsigned>(here));
    }
  });
}

}  // namespace
}  // namespace strider::detail
