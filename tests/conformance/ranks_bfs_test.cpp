// 1D and 2D search against the oracle: every kind of owner map, every grid of as many ranks as the
// test has, in every direction, encoding and format, on several threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "conformance/ranks_bfs_engines.hpp"
#include "ranks/results/traffic_report.hpp"
#include "support/grids.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::DistBfsSettings;
using detail::Grid;
using detail::MatrixFormat;
using Direction = DistBfsSettings::Direction;

TEST(OneD, DirectionOptimizingOnBlocks) {
  ranks_bfs_conforms(one_d(Owners::kBlock));
}
TEST(OneD, TopDownOnCyclicOwners) {
  ranks_bfs_conforms(one_d(Owners::kCyclic), {.direction = Direction::kTopDown});
}
TEST(OneD, HybridOnShuffledOwners) {
  ranks_bfs_conforms(one_d(Owners::kShuffled), {.threads = 2});
}
TEST(OneD, EveryEncoding) {
  for (const Encoding encoding :
       {Encoding(Encoding::kThreshold), Encoding(Encoding::kList), Encoding(Encoding::kBitmap),
        Encoding(Encoding::kVarint), Encoding::fastest(0.1), Encoding::fastest(100)}) {
    for (const Direction direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      const DistBfsSettings settings{.direction = direction,
                                     .threads = 1 + test_world().rank() % 2};
      ranks_bfs_conforms_on_random_graphs(on_ranks(one_d(Owners::kCyclic, encoding), settings), 6);
    }
  }
}
/// Lists, so long that threads share out the other ranks' (from 3 ranks on).
TEST(OneD, ConformsWithMessagesForSeveralThreads) {
  const Graph graph = make_graph(1U << 15U, skewed_edges(15, 400000, 5));
  for (const Direction direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
    const DistBfsSettings settings{.direction = direction, .threads = 3};
    const CheckedBfs search =
        on_ranks(one_d(Owners::kCyclic, Encoding::kList), settings)(graph, {});
    for (const Vertex source : {1, 77, 4000}) EXPECT_TRUE(search(source, "long messages"));
  }
}
TEST(OneD, ConformsWithSparseLevels) {
  ranks_bfs_conforms(one_d_sparse(Owners::kShuffled));
}
/// A level of a line leads to two ranks at most: from 4 ranks on the others are sent nothing, where
/// rounds have messages to two ranks at least.
TEST(OneD, SendsNoEmptyMessagesWhereFewAreSent) {
  const comm::Communicator& world = test_world();
  if (world.size() < 4) return;
  constexpr Vertex kVertices = 500;
  std::vector<Edge> line(kVertices - 1);
  for (Vertex v = 0; v < line.size(); ++v) line[v] = {v, v + 1};
  const EdgeList list = list_of(kVertices, line);
  const auto engine = one_d_sparse(Owners::kCyclic)(world, list, {});
  detail::DistBfsTree tree;
  const GlobalVertex source = 0;
  world.traffic().restart();
  engine->search({.sources = std::span(&source, 1)}, tree);
  const auto ranks = static_cast<std::uint64_t>(world.size());
  std::uint64_t messages = 0;
  std::uint64_t times = 0;
  for (const DistTraffic::Step& step : detail::sum_traffic(world).steps) {
    if (step.phase != "fold" && step.phase != "expand") continue;
    EXPECT_EQ(step.kind, "sparse");
    messages += step.messages;
    times += step.times;
  }
  // A vertex makes one to the owner of each neighbour; and a barrier has 2 (p - 1).
  EXPECT_GT(times, kVertices / 2);
  EXPECT_LE(messages - times * 2 * (ranks - 1), 2 * times);
}
TEST(OneD, ConformsOnRealGraphs) {
  ranks_bfs_conforms_on_data(one_d(Owners::kCyclic));
}

/// Many are small; fewer of them where ranks are many more than cores.
std::uint64_t random_graphs() {
  const int ranks = test_world().size();
  return ranks <= 5 ? 60 : ranks <= 8 ? 24 : 10;
}

/// Searches of deep graphs take long where ranks are many more than cores.
bool takes_deep_graphs(Grid grid) {
  const int ranks = grid.rows * grid.columns;
  return ranks <= 5 || (ranks <= 8 && grid == detail::near_square_grid(ranks));
}

void conforms_on_random_graphs(Grid grid, const DistBfsSettings& settings, std::uint64_t graphs,
                               const Wire& wire = {}, const TakenGraphs& taken = kAllOnRanks) {
  ranks_bfs_conforms_on_random_graphs(on_ranks(two_d(grid, wire), settings), graphs, taken);
}

TEST(DistBfs2d, ConformsOnEveryGrid) {
  on_every_grid([&](Grid grid) {
    if (takes_deep_graphs(grid)) ranks_bfs_conforms_on_all_shapes(on_ranks(two_d(grid)));
    conforms_on_random_graphs(grid, {}, random_graphs());
    ranks_bfs_traces(on_ranks(two_d(grid)));
  });
}

TEST(DistBfs2d, ConformsWhenReused) {
  ranks_bfs_conforms_when_reused(two_d(grids()[grids().size() / 2]));
}

TEST(DistBfs2d, ConformsTopDown) {
  const DistBfsSettings settings{.direction = Direction::kTopDown};
  on_every_grid([&](Grid grid) {
    conforms_on_random_graphs(grid, settings, random_graphs());
    ranks_bfs_traces(on_ranks(two_d(grid), settings));
  });
}

/// Goes bottom-up as soon as the frontier grows, and stays there while it can.
TEST(DistBfs2d, ConformsMostlyBottomUp) {
  on_every_grid([&](Grid grid) {
    conforms_on_random_graphs(grid, {.alpha = 1e9, .beta = 1e9}, random_graphs(), {},
                              kUndirectedOnRanks);
  });
}

TEST(DistBfs2d, ConformsInEveryEncodingAndFormat) {
  const Grid grid = grids()[grids().size() / 2];
  for (const Encoding encoding :
       {Encoding(Encoding::kAuto), Encoding(Encoding::kThreshold), Encoding(Encoding::kList),
        Encoding(Encoding::kBitmap), Encoding(Encoding::kVarint), Encoding::fastest(0.1),
        Encoding::fastest(100)}) {
    for (const auto format : {MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
      for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
        SCOPED_TRACE(detail::grid_name(grid) + ", encoding " +
                     std::to_string(static_cast<int>(encoding)));
        conforms_on_random_graphs(grid, {.direction = direction}, random_graphs() / 2,
                                  {encoding, format});
      }
    }
  }
}

TEST(DistBfs2d, ConformsWithThreads) {
  on_every_grid([&](Grid grid) {
    for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      conforms_on_random_graphs(grid, {.direction = direction, .threads = 2}, random_graphs() / 2);
    }
  });
}

TEST(DistBfs2d, TurnsWhereItShould) {
  on_every_grid([&](Grid grid) {
    const auto count = [&](BfsDirection wanted, const DistBfsSettings& settings) {
      return std::ranges::count(ranks_bfs_directions(two_d(grid), 12, settings), wanted);
    };
    EXPECT_EQ(count(BfsDirection::kBottomUp, {.direction = Direction::kTopDown}), 0);
    EXPECT_GT(count(BfsDirection::kBottomUp, {}), 0);
    EXPECT_GT(count(BfsDirection::kTopDown, {}), 0);
  });
}

TEST(DistBfs2d, ConformsWhereVerticesAreShuffled) {
  on_every_grid([&](Grid grid) {
    conforms_on_random_graphs(grid, {}, random_graphs() / 2, {.shuffle_seed = 7});
  });
}

TEST(DistBfs2d, ConformsAmongIsolatedVertices) {
  on_every_grid([&](Grid grid) {
    ranks_bfs_conforms_among_isolated(on_ranks(two_d(grid)));
    ranks_bfs_conforms_among_isolated(on_ranks(two_d(grid, {.shuffle_seed = 7}), {.threads = 2}));
  });
}

TEST(DistBfs2d, ConformsOnRealGraphs) {
  ranks_bfs_conforms_on_data(two_d(detail::near_square_grid(test_world().size())));
}

}  // namespace
}  // namespace strider::test
