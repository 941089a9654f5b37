// The search on a grid of ranks: every grid of as many ranks as the test has, in every direction,
// encoding and format.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "conformance/grids_2d.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/edges/edge_source.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::DistBfsSettings;
using detail::Grid;
using detail::MatrixFormat;
using Direction = DistBfsSettings::Direction;

DistBfsFactory make_engines(Grid grid, Encoding encoding = Encoding::kAuto,
                            MatrixFormat format = MatrixFormat::kAuto,
                            std::uint64_t shuffle_seed = 0) {
  return
      [=](const comm::Communicator& world, const EdgeList& list, const DistBfsSettings& settings) {
        const detail::HeldEdges edges(list, world.rank(), world.size());
        detail::Graph2dSettings build{.grid = grid, .format = format, .threads = settings.threads};
        if (shuffle_seed != 0) build.shuffle = detail::Shuffle(list.num_vertices, shuffle_seed);
        return taken(world, [&](detail::Workspace& workspace) {
          return detail::make_two_d(
              workspace, world,
              std::make_shared<const detail::Graph2d>(detail::build_graph_2d(world, edges, build)),
              {.search = settings, .encoding = encoding});
        });
      };
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

TEST(DistBfs2d, ConformsOnEveryGrid) {
  for (const Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    if (takes_deep_graphs(grid)) {
      ranks_bfs_conforms_on_all_shapes(make_engines(grid), {}, DistShapes::kAll);
    }
    ranks_bfs_conforms_on_random_graphs(make_engines(grid), {}, DistShapes::kAll, random_graphs());
    ranks_bfs_traces(make_engines(grid), {});
  }
}

TEST(DistBfs2d, ConformsWhenReused) {
  ranks_bfs_conforms_when_reused(make_engines(grids()[grids().size() / 2]), {});
}

TEST(DistBfs2d, ConformsTopDown) {
  const DistBfsSettings settings{.direction = Direction::kTopDown};
  for (const Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    ranks_bfs_conforms_on_random_graphs(make_engines(grid), settings, DistShapes::kAll,
                                        random_graphs());
    ranks_bfs_traces(make_engines(grid), settings);
  }
}

/// Goes bottom-up as soon as the frontier grows, and stays there while it can.
TEST(DistBfs2d, ConformsMostlyBottomUp) {
  for (const Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    const DistBfsSettings settings{.alpha = 1e9, .beta = 1e9};
    ranks_bfs_conforms_on_random_graphs(make_engines(grid), settings, DistShapes::kUndirected,
                                        random_graphs());
  }
}

TEST(DistBfs2d, ConformsInEveryEncodingAndFormat) {
  for (const auto encoding : {Encoding::kAuto, Encoding::kThreshold, Encoding::kList,
                              Encoding::kBitmap, Encoding::kVarint}) {
    for (const auto format : {MatrixFormat::kCsc, MatrixFormat::kDcsc}) {
      for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
        const Grid grid = grids()[grids().size() / 2];
        SCOPED_TRACE(detail::grid_name(grid) + ", encoding " +
                     std::to_string(static_cast<int>(encoding)));
        ranks_bfs_conforms_on_random_graphs(make_engines(grid, encoding, format),
                                            {.direction = direction}, DistShapes::kAll,
                                            random_graphs() / 2);
      }
    }
  }
}

TEST(DistBfs2d, ConformsWithThreads) {
  for (const Grid grid : grids()) {
    for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      ranks_bfs_conforms_on_random_graphs(make_engines(grid),
                                          {.direction = direction, .threads = 2}, DistShapes::kAll,
                                          random_graphs() / 2);
    }
  }
}

/// The directions of the levels of a search.
std::vector<BfsDirection> directions(const DistBfsFactory& make, const EdgeList& list,
                                     DistBfsSettings settings) {
  settings.trace = BfsTrace::kLevels;
  const auto engine = make(test_world(), list, settings);
  detail::DistBfsTree tree;
  engine->search(list.edges[0].source, tree);
  std::vector<BfsDirection> directions;
  for (const BfsLevelTrace& level : tree.trace) directions.push_back(level.direction);
  return directions;
}

TEST(DistBfs2d, TurnsWhereItShould) {
  const Graph graph = make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 8));
  const EdgeList list = list_edges(graph);
  const auto has = [](const std::vector<BfsDirection>& found, BfsDirection direction) {
    return std::find(found.begin(), found.end(), direction) != found.end();
  };
  for (const Grid grid : grids()) {
    const auto make = make_engines(grid);
    EXPECT_FALSE(
        has(directions(make, list, {.direction = Direction::kTopDown}), BfsDirection::kBottomUp));
    const auto found = directions(make, list, {});
    EXPECT_TRUE(has(found, BfsDirection::kBottomUp));
    EXPECT_TRUE(has(found, BfsDirection::kTopDown));
  }
}

TEST(DistBfs2d, ConformsWhereVerticesAreShuffled) {
  for (const Grid grid : grids()) {
    ranks_bfs_conforms_on_random_graphs(make_engines(grid, Encoding::kAuto, MatrixFormat::kAuto, 7),
                                        {}, DistShapes::kAll, random_graphs() / 2);
  }
}

/// Skips where STRIDER_DATA_DIR is not set.
TEST(DistBfs2d, ConformsOnRealGraphs) {
  ranks_bfs_conforms_on_data(make_engines(detail::near_square_grid(test_world().size())), {},
                             DistShapes::kAll);
}

}  // namespace
}  // namespace strider::test
