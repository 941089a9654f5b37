// 1D search whose work is done on devices, emulated or real ones: every kind of owner map, both
// directions, under several schedules.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "algorithms/bfs/ranks/locals.hpp"
#include "conformance/declared_memory.hpp"
#include "conformance/device_schedules.hpp"
#include "conformance/owners_1d.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist.hpp"
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
using Direction = DistBfsSettings::Direction;

/// With the work of ranks on `device`.
std::unique_ptr<detail::DistBfsEngine> engine_on(
    const comm::Communicator& world, const Device& device, const DeviceBfsOptions& options,
    const std::shared_ptr<const detail::Graph1d>& graph, detail::OneDSettings settings) {
  const detail::DistBfsLocals locals = detail::device_locals(world, device, {}, options);
  settings.make_local = locals.one_d;
  return taken(
      world,
      [&](detail::Workspace& workspace) {
        return detail::make_one_d(workspace, world, graph, settings);
      },
      locals.room);
}

DistBfsFactory one_d(Owners owners, std::uint64_t seed, Encoding encoding = Encoding::kAuto) {
  const DeviceSchedule on = device_schedule(seed);
  const Device device = test_device(on.device);
  return
      [=](const comm::Communicator& world, const EdgeList& list, const DistBfsSettings& settings) {
        const detail::HeldEdges source(list, world.rank(), world.size());
        auto graph = std::make_shared<const detail::Graph1d>(detail::build_graph_1d(
            world, source, make_owners(owners, list.num_vertices, world.size())));
        return engine_on(world, device, on.options, graph, {settings, encoding});
      };
}

TEST(OneDOnDevices, TopDown) {
  const DistBfsSettings settings{.direction = Direction::kTopDown};
  for (const std::uint64_t seed : kDeviceSeeds) {
    for (const Owners owners : {Owners::kBlock, Owners::kCyclic, Owners::kShuffled}) {
      ranks_bfs_conforms_on_random_graphs(one_d(owners, seed), settings, DistShapes::kAll,
                                          num_random_graphs());
    }
    ranks_bfs_traces(one_d(Owners::kCyclic, seed), settings);
  }
}
TEST(OneDOnDevices, DirectionOptimizing) {
  for (const std::uint64_t seed : kDeviceSeeds) {
    for (const Owners owners : {Owners::kBlock, Owners::kCyclic, Owners::kShuffled}) {
      ranks_bfs_conforms_on_random_graphs(one_d(owners, seed), {}, DistShapes::kAll,
                                          num_random_graphs());
    }
    ranks_bfs_traces(one_d(Owners::kBlock, seed), {});
  }
}
TEST(OneDOnDevices, AllShapes) {
  // Deep graphs take long where ranks are many more than cores.
  if (test_world().size() <= 2) {
    ranks_bfs_conforms_on_all_shapes(one_d(Owners::kCyclic, 2), {}, DistShapes::kAll);
  } else {
    ranks_bfs_conforms_on_random_graphs(one_d(Owners::kCyclic, 2), {}, DistShapes::kAll, 40);
  }
}
TEST(OneDOnDevices, Reuse) {
  ranks_bfs_conforms_when_reused(one_d(Owners::kBlock, 2), {});
}
TEST(OneDOnDevices, EveryEncoding) {
  for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    for (const Direction direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      ranks_bfs_conforms_on_random_graphs(one_d(Owners::kCyclic, 2, encoding),
                                          {.direction = direction}, DistShapes::kAll, 6);
    }
  }
}

TEST(OneDOnDevices, GoesBothWays) {
  ranks_bfs_goes_both_ways(one_d(Owners::kCyclic, 1));
}

TEST(OneDOnDevices, TakesWhatItDeclares) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_edges(make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11)));
  const detail::HeldEdges edges(list, world.rank(), world.size());
  for (const auto transport : {DeviceTransport::kHostStaged, gpu_direct_where_taken()}) {
    const Owners owners =
        transport == DeviceTransport::kGpuDirect ? Owners::kBlock : Owners::kCyclic;
    const auto graph = std::make_shared<const detail::Graph1d>(
        detail::build_graph_1d(world, edges, make_owners(owners, list.num_vertices, world.size())));
    expect_takes_what_it_declares([&](const Device& device) {
      return engine_on(world, device, {.transport = transport}, graph, {});
    });
  }
}

TEST(OneDOnDevices, SolvesBehindThePublicFace) {
  const Cluster cluster;
  constexpr KroneckerParameters kKronecker{.scale = 9};
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistValidator validator(cluster, input);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const GlobalVertex source = kronecker_search_key(kKronecker, 0);
  const DistBfsResult found = DistBfsSolver(graph, test_device(), {}, {}).run(source);
  const DistBfsResult expected = DistBfsSolver(graph).run(source);
  EXPECT_EQ(found.num_reached(), expected.num_reached());
  EXPECT_EQ(found.num_levels(), expected.num_levels());
  EXPECT_TRUE(validator.validate(found).passed());
}

}  // namespace
}  // namespace strider::test
