// The search on a grid of ranks whose work is done on devices, emulated or real ones: every grid of
// as many ranks, both directions, under several schedules.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "algorithms/bfs/ranks/locals.hpp"
#include "conformance/declared_memory.hpp"
#include "conformance/device_schedules.hpp"
#include "conformance/grids_2d.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::DistBfsSettings;
using detail::Grid;
using detail::MatrixFormat;
using Direction = DistBfsSettings::Direction;

struct Wire {
  Encoding encoding = Encoding::kAuto;
  MatrixFormat format = MatrixFormat::kAuto;
  std::uint64_t shuffle_seed = 0;
};

/// With the work of ranks on `device`.
std::unique_ptr<detail::DistBfsEngine> engine_on(
    const comm::Communicator& world, const Device& device, const DeviceBfsOptions& options,
    const std::shared_ptr<const detail::Graph2d>& graph, detail::TwoDSettings settings) {
  const detail::DistBfsLocals locals = detail::device_locals(world, device, {}, options);
  settings.make_local = locals.two_d;
  return taken(
      world,
      [&](detail::Workspace& workspace) {
        return detail::make_two_d(workspace, world, graph, settings);
      },
      locals.room);
}

DistBfsFactory make_engines(Grid grid, std::uint64_t seed, const Wire& wire = {}) {
  const DeviceSchedule on = device_schedule(seed);
  const Device device = test_device(on.device);
  return
      [=](const comm::Communicator& world, const EdgeList& list, const DistBfsSettings& settings) {
        const detail::HeldEdges edges(list, world.rank(), world.size());
        detail::Graph2dSettings build{.grid = grid, .format = wire.format, .threads = 1};
        if (wire.shuffle_seed != 0) {
          build.shuffle = detail::Shuffle(list.num_vertices, wire.shuffle_seed);
        }
        return engine_on(
            world, device, on.options,
            std::make_shared<const detail::Graph2d>(detail::build_graph_2d(world, edges, build)),
            {.search = settings, .encoding = wire.encoding});
      };
}

TEST(DistBfs2dOnDevices, ConformsTopDown) {
  const DistBfsSettings settings{.direction = Direction::kTopDown};
  for (const Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    for (const std::uint64_t seed : kDeviceSeeds) {
      ranks_bfs_conforms_on_random_graphs(make_engines(grid, seed), settings, DistShapes::kAll,
                                          num_random_graphs());
    }
    ranks_bfs_traces(make_engines(grid, 1), settings);
  }
}

TEST(DistBfs2dOnDevices, ConformsInBothDirections) {
  for (const Grid grid : grids()) {
    SCOPED_TRACE(detail::grid_name(grid));
    for (const std::uint64_t seed : kDeviceSeeds) {
      ranks_bfs_conforms_on_random_graphs(make_engines(grid, seed), {}, DistShapes::kAll,
                                          num_random_graphs());
      // Bottom-up as soon as the frontier grows, and as long as it can.
      ranks_bfs_conforms_on_random_graphs(make_engines(grid, seed), {.alpha = 1e9, .beta = 1e9},
                                          DistShapes::kUndirected, num_random_graphs());
    }
    ranks_bfs_traces(make_engines(grid, 2), {});
  }
}

TEST(DistBfs2dOnDevices, ConformsOnAllShapes) {
  const int ranks = test_world().size();
  const Grid grid = detail::near_square_grid(ranks);
  // Deep graphs take long where ranks are many more than cores.
  if (ranks <= 2) {
    ranks_bfs_conforms_on_all_shapes(make_engines(grid, 2), {}, DistShapes::kAll);
  } else {
    ranks_bfs_conforms_on_random_graphs(make_engines(grid, 2), {}, DistShapes::kAll, 40);
  }
}

TEST(DistBfs2dOnDevices, ConformsWhenReused) {
  ranks_bfs_conforms_when_reused(make_engines(grids()[grids().size() / 2], 2), {});
}

TEST(DistBfs2dOnDevices, ConformsInEveryEncodingAndFormat) {
  for (const auto encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    for (const auto format : {MatrixFormat::kCsc, MatrixFormat::kDcsc}) {
      for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
        const Grid grid = grids()[grids().size() / 2];
        SCOPED_TRACE(detail::grid_name(grid) + ", encoding " +
                     std::to_string(static_cast<int>(encoding)));
        ranks_bfs_conforms_on_random_graphs(
            make_engines(grid, 2, {.encoding = encoding, .format = format, .shuffle_seed = 7}),
            {.direction = direction}, DistShapes::kAll, num_random_graphs() / 2);
      }
    }
  }
}

/// The graph and the workspace are asked for together, and no rank continues by itself.
TEST(DistBfs2dOnDevices, RefusesWhatDoesNotFit) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11)));
  const detail::HeldEdges edges(list, world.rank(), world.size());
  const auto graph = std::make_shared<const detail::Graph2d>(detail::build_graph_2d(
      world, edges, {.grid = detail::near_square_grid(world.size()), .threads = 1}));
  const bool is_small = world.rank() == world.size() - 1;
  const Device device = test_device({.memory_bytes = is_small ? 2000U : 1U << 24U});
  EXPECT_THROW((void)engine_on(world, device, {}, graph, {}), MemoryError);
  EXPECT_EQ(device.free_bytes(), device.total_bytes());
}

TEST(DistBfs2dOnDevices, GoesBothWays) {
  ranks_bfs_goes_both_ways(make_engines(grids().front(), 1));
}

TEST(DistBfs2dOnDevices, TakesWhatItDeclares) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11)));
  const detail::HeldEdges edges(list, world.rank(), world.size());
  const auto graph = std::make_shared<const detail::Graph2d>(detail::build_graph_2d(
      world, edges, {.grid = detail::near_square_grid(world.size()), .threads = 1}));
  for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
    const DeviceTransport transport =
        direction == Direction::kTopDown ? DeviceTransport::kHostStaged : gpu_direct_where_taken();
    expect_takes_what_it_declares([&](const Device& device) {
      return engine_on(world, device, {.transport = transport}, graph,
                       {.search = {.direction = direction}});
    });
  }
}

TEST(DistBfs2dOnDevices, SolvesBehindThePublicFace) {
  const Cluster cluster;
  constexpr KroneckerParameters kKronecker{.scale = 9};
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistValidator validator(cluster, input);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k2d, .shuffle_seed = 7});
  const Device device = test_device();
  const GlobalVertex source = kronecker_search_key(kKronecker, 0);
  DistBfsSolver solver(graph, device, {}, {});
  const DistBfsResult found = solver.run(source);
  const DistBfsResult expected = DistBfsSolver(graph).run(source);
  EXPECT_EQ(found.num_reached(), expected.num_reached());
  EXPECT_EQ(found.num_levels(), expected.num_levels());
  EXPECT_TRUE(validator.validate(found).passed());
  const auto make = [&](const DistBfsOptions& options, const DeviceBfsOptions& on_device) {
    (void)DistBfsSolver(graph, device, options, on_device);
  };
  EXPECT_THROW(make({}, {.method = DeviceBfsMethod::kTwc}), UsageError);
  EXPECT_THROW(make({}, {.tuning = {.block_threads = 33}}), UsageError);
  EXPECT_THROW(make({.encoding = WireEncoding::kVarint}, {}), UsageError);
}

}  // namespace
}  // namespace strider::test
