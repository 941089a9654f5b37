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

/// The levels that this rank's vertices have.
std::vector<Level> levels_of(const detail::DistBfsTree& tree) {
  const LevelView levels = tree.levels();
  std::vector<Level> found;
  for (std::size_t v = 0; v < levels.size(); ++v) found.push_back(levels[static_cast<Vertex>(v)]);
  return found;
}

/// So many that levels need wider numbers on the way.
constexpr Vertex kManyLevels = 300;

/// Of the first search of an engine, where all room is yet to be found, and of a later one; from a
/// hub along a line of so many levels.
void expect_error_of_searches(const DistBfsFactory& make, int least_errors,
                              Vertex line = kManyLevels) {
  const comm::Communicator& world = test_world();
  constexpr Vertex kAroundHub = 150;
  std::vector<Edge> edges = random_edges(kAroundHub, kListed, 7);
  for (Vertex v = kAroundHub; v < kAroundHub + line; ++v) edges.push_back({v - 1, v});
  const EdgeList list = list_of(kAroundHub + line, edges);
  std::unique_ptr<detail::DistBfsEngine> engine;
  const GlobalVertex source = 0;
  detail::DistBfsTree tree;
  const auto search = [&] {
    tree = {};
    engine->search({.sources = std::span(&source, 1)}, tree);
  };
  engine = make(world, list, {});
  search();
  const std::vector<Level> expected = levels_of(tree);
  EXPECT_GT(tree.num_levels, line);
  const auto expect_search = [&](int nth, bool /*failed*/) {
    search();
    EXPECT_EQ(levels_of(tree), expected) << "after allocation " << nth;
  };
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks(search, expect_search, least_errors, after);
    engine = make(world, list, {});
    expect_error_on_all_ranks(
        search,
        [&](int nth, bool failed) {
          expect_search(nth, failed);
          engine = make(world, list, {});
        },
        least_errors, after);
  }
}

TEST(BfsMemory, RunsOutIn1d) {
  expect_error_of_searches(one_d(Owners::kBlock), 1);
}
/// What comes in a sparse exchange needs memory, which a rank may lack in the middle of a search.
TEST(BfsMemory, RunsOutInSparseLevels) {
  expect_error_of_searches(one_d_sparse(Owners::kCyclic), 1, 20);
}
TEST(BfsMemory, RunsOutOnAGrid) {
  expect_error_of_searches(two_d(detail::near_square_grid(test_world().size())), 1);
}
TEST(BfsMemory, RunsOutOnAGridOfOneColumn) {
  expect_error_of_searches(two_d({test_world().size(), 1}), 1);
}
TEST(BfsMemory, RunsOutWithDelegates) {
  expect_error_of_searches(delegate({.local_all_to_all = detail::LocalAllToAll::kOff}, 6), 4);
}
TEST(BfsMemory, RunsOutWithDelegatesByNodes) {
  expect_error_of_searches(
      delegate({.local_all_to_all = detail::LocalAllToAll::kOn, .ranks_per_node = 2}, 6), 4, 20);
}

EdgeList weighted_list() {
  EdgeList list = random_list(256, kListed, Directedness::kUndirected);
  Array<std::uint32_t> weights(kListed);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<std::uint32_t>(i % 9);
  list.weights = std::move(weights);
  return list;
}

/// Of the first search of an engine, and of a later one.
template <class Graph>
void expect_error_of_paths(const std::shared_ptr<const Graph>& graph) {
  const comm::Communicator& world = test_world();
  const auto make = [&] { return detail::make_dist_sssp<std::uint32_t>(world, graph); };
  auto engine = make();
  detail::DistSsspTree<std::uint32_t> tree;
  const auto search = [&] {
    tree = {};
    engine->search(3, tree);
  };
  const auto distances = [&] {
    return std::vector<std::uint64_t>(tree.distances.begin(), tree.distances.end());
  };
  search();
  EXPECT_GT(tree.num_reached, 150U);
  const std::vector<std::uint64_t> expected = distances();
  const auto expect_search = [&](int nth, bool /*failed*/) {
    search();
    EXPECT_EQ(distances(), expected) << "after allocation " << nth;
  };
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks(search, expect_search, 2, after);
    engine = make();
    expect_error_on_all_ranks(
        search,
        [&](int nth, bool failed) {
          expect_search(nth, failed);
          engine = make();
        },
        2, after);
  }
}

/// Of building a graph, too.
template <class Build>
void expect_error_of_builds_and_paths(const Build& build) {
  const auto expect_none = [&](int /*nth*/, bool /*failed*/) { static_cast<void>(build()); };
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks([&] { static_cast<void>(build()); }, expect_none, 20, after);
  }
  expect_error_of_paths(std::make_shared<const decltype(build())>(build()));
}

TEST(SsspMemory, RunsOutIn1d) {
  const comm::Communicator& world = test_world();
  const EdgeList list = weighted_list();
  const detail::HeldEdges source(list, world.rank(), world.size());
  const detail::OwnerMap owners = make_owners(Owners::kCyclic, list.num_vertices, world.size());
  expect_error_of_builds_and_paths(
      [&] { return detail::build_weighted_graph_1d<std::uint32_t>(world, source, owners); });
}
/// On a square grid, where a rank has copies and ghosts.
TEST(SsspMemory, RunsOutOnAGrid) {
  const comm::Communicator& world = test_world();
  const EdgeList list = weighted_list();
  const detail::HeldEdges source(list, world.rank(), world.size());
  expect_error_of_builds_and_paths([&] {
    return detail::build_weighted_graph_2d<std::uint32_t>(
        world, source, {.grid = detail::near_square_grid(world.size()), .chunk = 100});
  });
}

TEST(SsspMemory, RunsOutWithDelegates) {
  const comm::Communicator& world = test_world();
  const EdgeList list = weighted_list();
  const detail::HeldEdges source(list, world.rank(), world.size());
  expect_error_of_builds_and_paths([&] {
    return detail::build_weighted_graph_delegate<std::uint32_t>(
        world, source, {.threshold = 4, .redistribute = {.chunk = 100}});
  });
}

}  // namespace
}  // namespace strider::test
