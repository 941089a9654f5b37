// Searches and shortest paths on ranks of which one has no memory from some moment on, or for a
// moment: as ranks_memory_test.cpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "conformance/ranks_bfs_engines.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/two_d/weighted_graph_2d.hpp"
#include "support/compare_graphs.hpp"
#include "support/failing_rank.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kListed = 400;

/// What comes in a sparse exchange needs memory, which a rank may lack in the middle of a search.
TEST(BfsMemory, RunsOutInSparseLevels) {
  const comm::Communicator& world = test_world();
  if (world.size() < 4) GTEST_SKIP() << "of 4 ranks or more";
  constexpr Vertex kVertices = 20;
  std::vector<Edge> line(kVertices - 1);
  for (Vertex v = 0; v < line.size(); ++v) line[v] = {v, v + 1};
  const auto engine = one_d_sparse(Owners::kCyclic)(world, list_of(kVertices, line), {});
  const GlobalVertex source = 0;
  // At the end of a search for parents ranks ask each other: that is not looked at here.
  detail::DistBfsTree tree;
  tree.output = BfsOutput::kLevels;
  const auto search = [&] { engine->search({.sources = std::span(&source, 1)}, tree); };
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    search();
    EXPECT_EQ(tree.num_reached, kVertices) << "after allocation " << nth;
    EXPECT_EQ(tree.num_levels, kVertices) << "after allocation " << nth;
  };
  expect_unharmed(0, false);
  expect_error_on_all_ranks(search, expect_unharmed, 5, AllocationsAfter::kSucceed);
}

/// From hubs and from lines so long that levels need wider numbers on the way.
TEST(BfsMemory, RunsOutWithDelegates) {
  const comm::Communicator& world = test_world();
  std::vector<Edge> edges = random_edges(150, kListed, 7);
  constexpr Vertex kVertices = 450;
  for (Vertex v = 149; v + 1 < kVertices; ++v) edges.push_back({v, v + 1});
  const EdgeList list = list_of(kVertices, edges);
  for (const int ranks_per_node : {0, 2}) {
    const detail::DelegateBfsSettings settings{.local_all_to_all = ranks_per_node == 0
                                                                       ? detail::LocalAllToAll::kOff
                                                                       : detail::LocalAllToAll::kOn,
                                               .ranks_per_node = ranks_per_node};
    const auto engine = delegate(settings, 6)(world, list, {});
    const GlobalVertex source = 0;
    detail::DistBfsTree tree;
    const auto search = [&] {
      tree = {};
      engine->search({.sources = std::span(&source, 1)}, tree);
    };
    search();
    const std::uint64_t expected = tree.num_reached;
    EXPECT_GT(tree.num_levels, 256U);
    for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
      expect_error_on_all_ranks(
          search,
          [&](int nth, bool /*failed*/) {
            search();
            EXPECT_EQ(tree.num_reached, expected) << "after allocation " << nth;
          },
          4, after);
    }
  }
}

EdgeList weighted_list() {
  EdgeList list = random_list(256, kListed, Directedness::kUndirected);
  Array<std::uint32_t> weights(kListed);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<std::uint32_t>(i % 9);
  list.weights = std::move(weights);
  return list;
}

/// Of building a graph, and of searching it.
template <class Build>
void expect_error_of_paths(const Build& build) {
  const comm::Communicator& world = test_world();
  const auto engine = detail::make_dist_sssp<std::uint32_t>(
      world, std::make_shared<const decltype(build())>(build()));
  detail::DistSsspTree<std::uint32_t> tree;
  engine->search(3, tree);
  const std::uint64_t expected = tree.num_reached;
  EXPECT_GT(expected, 150U);
  const auto expect_search = [&](int nth, bool /*failed*/) {
    engine->search(3, tree);
    EXPECT_EQ(tree.num_reached, expected) << "after allocation " << nth;
  };
  const auto search = [&] {
    detail::DistSsspTree<std::uint32_t> fresh;
    engine->search(3, fresh);
  };
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks([&] { static_cast<void>(build()); }, expect_search, 20, after);
    expect_error_on_all_ranks(search, expect_search, 2, after);
  }
}

/// On a square grid, where a rank has copies and ghosts.
TEST(SsspMemory, RunsOutOnAGrid) {
  const comm::Communicator& world = test_world();
  const EdgeList list = weighted_list();
  const detail::HeldEdges source(list, world.rank(), world.size());
  expect_error_of_paths([&] {
    return detail::build_weighted_graph_2d<std::uint32_t>(
        world, source, {.grid = detail::near_square_grid(world.size()), .chunk = 100});
  });
}
TEST(SsspMemory, RunsOutWithDelegates) {
  const comm::Communicator& world = test_world();
  const EdgeList list = weighted_list();
  const detail::HeldEdges source(list, world.rank(), world.size());
  expect_error_of_paths([&] {
    return detail::build_weighted_graph_delegate<std::uint32_t>(
        world, source, {.threshold = 4, .redistribute = {.chunk = 100}});
  });
}

}  // namespace
}  // namespace strider::test
