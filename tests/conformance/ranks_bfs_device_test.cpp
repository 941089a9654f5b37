// 1D and 2D search whose work is done on devices, emulated or real ones: every kind of owner map
// and every grid of as many ranks, both directions, under several schedules.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/declared_memory.hpp"
#include "conformance/device_schedules.hpp"
#include "conformance/ranks_bfs_engines.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "support/graphs.hpp"
#include "support/grids.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::DistBfsSettings;
using detail::Grid;
using detail::MatrixFormat;
using Direction = DistBfsSettings::Direction;

/// A device under test, run by a schedule of this rank.
BfsDevice device_of(std::uint64_t seed) {
  const DeviceSchedule schedule = device_schedule(seed);
  return {test_device(schedule.device), schedule.options};
}
DistBfsFactory one_d_on_device(Owners owners, std::uint64_t seed,
                               Encoding encoding = Encoding::kAuto) {
  return one_d(owners, encoding, device_of(seed));
}
DistBfsFactory two_d_on_device(Grid grid, std::uint64_t seed, const Wire& wire = {}) {
  return two_d(grid, wire, device_of(seed));
}

/// By both schedules.
void one_d_conforms(const DistBfsSettings& settings, Owners traced) {
  for (const std::uint64_t seed : kDeviceSeeds) {
    for (const Owners owners : {Owners::kBlock, Owners::kCyclic, Owners::kShuffled}) {
      ranks_bfs_conforms_on_random_graphs(on_ranks(one_d_on_device(owners, seed), settings),
                                          num_random_graphs());
    }
    ranks_bfs_traces(on_ranks(one_d_on_device(traced, seed), settings));
  }
}
/// Deep graphs take long where ranks are many more than cores.
void conforms_on_all_shapes(const DistBfsFactory& make) {
  if (test_world().size() <= 2) {
    ranks_bfs_conforms_on_all_shapes(on_ranks(make));
  } else {
    ranks_bfs_conforms_on_random_graphs(on_ranks(make), 40);
  }
}

TEST(OneDOnDevices, TopDown) {
  one_d_conforms({.direction = Direction::kTopDown}, Owners::kCyclic);
}
TEST(OneDOnDevices, DirectionOptimizing) {
  one_d_conforms({}, Owners::kBlock);
}
TEST(OneDOnDevices, AllShapes) {
  conforms_on_all_shapes(one_d_on_device(Owners::kCyclic, 2));
}
TEST(OneDOnDevices, Reuse) {
  ranks_bfs_conforms_when_reused(one_d_on_device(Owners::kBlock, 2));
}
TEST(OneDOnDevices, EveryEncoding) {
  for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    for (const Direction direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      ranks_bfs_conforms_on_random_graphs(
          on_ranks(one_d_on_device(Owners::kCyclic, 2, encoding), {.direction = direction}), 6);
    }
  }
}
TEST(OneDOnDevices, GoesBothWays) {
  ranks_bfs_goes_both_ways(one_d_on_device(Owners::kCyclic, 1));
}

EdgeList skewed_list() {
  return list_edges(make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11)));
}

TEST(OneDOnDevices, TakesWhatItDeclares) {
  const comm::Communicator& world = test_world();
  for (const auto transport : {DeviceTransport::kHostStaged, gpu_direct_where_taken()}) {
    const Owners owners =
        transport == DeviceTransport::kGpuDirect ? Owners::kBlock : Owners::kCyclic;
    const auto graph = build_1d(world, skewed_list(), owners);
    expect_takes_what_it_declares([&](const Device& device) {
      return engine_of(world, graph, {}, BfsDevice{device, {.transport = transport}});
    });
  }
}

/// The solver of a graph cut so finds on devices what it finds on hosts.
void expect_solves_behind_the_public_face(const DistInput& input, const DistGraph& graph,
                                          const KroneckerParameters& kronecker) {
  const Cluster cluster;
  const DistValidator validator(cluster, input);
  const GlobalVertex source = kronecker_search_key(kronecker, 0);
  const DistBfsResult found = DistBfsSolver(graph, test_device(), {}, {}).run(source);
  const DistBfsResult expected = DistBfsSolver(graph).run(source);
  EXPECT_EQ(found.num_reached(), expected.num_reached());
  EXPECT_EQ(found.num_levels(), expected.num_levels());
  EXPECT_TRUE(validator.validate(found).passed());
}
constexpr KroneckerParameters kKronecker{.scale = 9};

TEST(OneDOnDevices, SolvesBehindThePublicFace) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  expect_solves_behind_the_public_face(input, graph, kKronecker);
}

void conforms_on_random_graphs(Grid grid, std::uint64_t seed, const DistBfsSettings& settings,
                               const TakenGraphs& taken = kAllOnRanks) {
  ranks_bfs_conforms_on_random_graphs(on_ranks(two_d_on_device(grid, seed), settings),
                                      num_random_graphs(), taken);
}

TEST(DistBfs2dOnDevices, ConformsTopDown) {
  const DistBfsSettings settings{.direction = Direction::kTopDown};
  on_every_grid([&](Grid grid) {
    for (const std::uint64_t seed : kDeviceSeeds) conforms_on_random_graphs(grid, seed, settings);
    ranks_bfs_traces(on_ranks(two_d_on_device(grid, 1), settings));
  });
}

TEST(DistBfs2dOnDevices, ConformsInBothDirections) {
  on_every_grid([&](Grid grid) {
    for (const std::uint64_t seed : kDeviceSeeds) {
      conforms_on_random_graphs(grid, seed, {});
      // Bottom-up as soon as the frontier grows, and as long as it can.
      conforms_on_random_graphs(grid, seed, {.alpha = 1e9, .beta = 1e9}, kUndirectedOnRanks);
    }
    ranks_bfs_traces(on_ranks(two_d_on_device(grid, 2)));
  });
}

TEST(DistBfs2dOnDevices, ConformsOnAllShapes) {
  conforms_on_all_shapes(two_d_on_device(detail::near_square_grid(test_world().size()), 2));
}

TEST(DistBfs2dOnDevices, ConformsAmongIsolatedVertices) {
  on_every_grid(
      [&](Grid grid) { ranks_bfs_conforms_among_isolated(on_ranks(two_d_on_device(grid, 3))); });
}
TEST(DistBfs2dOnDevices, ConformsWhenReused) {
  ranks_bfs_conforms_when_reused(two_d_on_device(grids()[grids().size() / 2], 2));
}

TEST(DistBfs2dOnDevices, ConformsInEveryEncodingAndFormat) {
  const Grid grid = grids()[grids().size() / 2];
  for (const auto encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    for (const auto format : {MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
      for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
        SCOPED_TRACE(detail::grid_name(grid) + ", encoding " +
                     std::to_string(static_cast<int>(encoding)));
        ranks_bfs_conforms_on_random_graphs(
            on_ranks(two_d_on_device(grid, 2, {encoding, format, 7}), {.direction = direction}),
            num_random_graphs() / 2);
      }
    }
  }
}

TEST(DistBfs2dOnDevices, GoesBothWays) {
  ranks_bfs_goes_both_ways(two_d_on_device(grids().front(), 1));
}

/// The graph and the workspace are asked for together, and no rank continues by itself.
TEST(DistBfs2dOnDevices, RefusesWhatDoesNotFit) {
  const comm::Communicator& world = test_world();
  const auto graph = build_2d(world, skewed_list(), detail::near_square_grid(world.size()));
  const bool is_small = world.rank() == world.size() - 1;
  const Device device = test_device({.memory_bytes = is_small ? 2000U : 1U << 24U});
  EXPECT_THROW((void)engine_of(world, graph, {}, BfsDevice{device, {}}), MemoryError);
  EXPECT_EQ(device.free_bytes(), device.total_bytes());
}

TEST(DistBfs2dOnDevices, TakesWhatItDeclares) {
  const comm::Communicator& world = test_world();
  const auto graph = build_2d(world, skewed_list(), detail::near_square_grid(world.size()));
  for (const auto direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
    const DeviceTransport transport =
        direction == Direction::kTopDown ? DeviceTransport::kHostStaged : gpu_direct_where_taken();
    expect_takes_what_it_declares([&](const Device& device) {
      return engine_of(world, graph, {.search = {.direction = direction}},
                       BfsDevice{device, {.transport = transport}});
    });
  }
}

TEST(DistBfs2dOnDevices, SolvesBehindThePublicFace) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k2d, .shuffle_seed = 7});
  expect_solves_behind_the_public_face(input, graph, kKronecker);
  const auto make = [&](const DistBfsOptions& options, const DeviceBfsOptions& on_device) {
    (void)DistBfsSolver(graph, test_device(), options, on_device);
  };
  EXPECT_THROW(make({}, {.method = DeviceBfsMethod::kTwc}), UsageError);
  EXPECT_THROW(make({}, {.tuning = {.block_threads = 33}}), UsageError);
  EXPECT_THROW(make({.encoding = WireEncoding::kVarint}, {}), UsageError);
}

}  // namespace
}  // namespace strider::test
