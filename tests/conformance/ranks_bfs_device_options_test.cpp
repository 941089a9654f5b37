// Searches on the devices of ranks as a program asks for them: every scheme, transport and option
// through the public face, against the oracle and the validator.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "comm/device_support.hpp"
#include "conformance/device_cases.hpp"
#include "ranks_gpu/transport.hpp"
#include "strider/error.hpp"
#include "strider/strider.hpp"
#include "support/errors.hpp"

namespace strider::test {
namespace {

struct Shape {
  std::string name;
  Graph graph;
  std::vector<Vertex> sources;
};

/// Each hard for some of it: hubs, none, a deep one, islands, rings against the blocks, arcs of one
/// way, loops and repetitions.
std::vector<Shape> shapes() {
  std::vector<Edge> islands = skewed_edges(6, 300, 4);
  for (const Edge& edge : grid_edges(3, 9)) islands.push_back({edge.source + 70, edge.target + 70});
  std::vector<Edge> wheel;  // a hub, and a rim with vertices in every block
  for (Vertex v = 1; v < 200; ++v) {
    if (v % 3 == 0) wheel.push_back({0, v});
    wheel.push_back({v, v * 7 % 199 + 1});
  }
  return {
      {"one vertex", make_graph(1, {}), {0}},
      {"islands", make_graph(130, islands), {75, 129}},
      {"wheel", make_graph(200, wheel), {101}},
      {"line", make_graph(18, line_edges(18)), {0}},
      {"skewed", make_graph(1U << 8U, skewed_edges(8, 1U << 11U, 8)), {77}},
      {"loops and repetitions", make_graph(90, random_edges(90, 500, 6)), {89}},
      {"directed", make_graph(300, random_edges(300, 900, 5), Directedness::kDirected), {7}},
  };
}

TEST(DistBfsOnDevices, EverySchemeTransportAndOptionFindsATree) {
  const Cluster cluster;
  for (const Shape& shape : shapes()) {
    const DistInput input = deal_out(cluster, shape.graph);
    const DistValidator validator(cluster, input);
    for (const DeviceCase& one : device_cases()) {
      const DistGraph graph(cluster, input, one.partition);
      for (const DeviceTransport transport : transports()) {
        for (const std::uint64_t seed : kDeviceSeeds) {
          DistBfsSolver solver = solver_on(graph, seed, transport, one.options);
          for (const Vertex source : shape.sources) {
            const DistBfsResult result = solver.run(source);
            const bool is_right = everywhere(has_levels_of_oracle(result, shape.graph, source)) &&
                                  validator.validate(result).passed();
            ASSERT_TRUE(is_right) << shape.name << ", " << one.name << ", "
                                  << device_transport_name(transport) << ", seed " << seed
                                  << ", from " << source;
          }
        }
      }
    }
  }
}

/// In each queue one after the other, of every level; those behind the last that is recorded are
/// left out.
TEST(DistBfsOnDevices, RecordWhenTheyVisitedWhereASearchIsTraced) {
  const Cluster cluster;
  const auto kDelegate = PartitionScheme::kDelegate;
  for (const auto& [edges, deep] :
       {std::pair(skewed_edges(8, 1U << 11U, 8), false), std::pair(line_edges(256), true)}) {
    const Graph whole = make_graph(256, edges);
    const DistInput input = deal_out(cluster, whole);
    const DistGraph graph(cluster, input, {.scheme = kDelegate, .delegate_threshold = 1});
    DistBfsSolver solver =
        solver_on(graph, 1, DeviceTransport::kHostStaged, {.trace = BfsTrace::kLevels});
    DistBfsResult result;
    for (int time = 0; time < 2; ++time) {
      solver.run(0, result);
      std::array<double, 2> end{};
      Level last = 0;
      for (const DeviceVisitTime& one : result.device_visits()) {
        double& before = end.at(one.visit > DeviceVisit::kMask ? 1 : 0);
        EXPECT_GE(one.begin, before - 1e-9);
        EXPECT_GE(one.seconds, 0);
        EXPECT_LE(one.level, last + 1);
        before = one.begin + one.seconds;
        last = one.level;
      }
      if (deep) {
        EXPECT_EQ(result.device_visits().size(), kMostDeviceVisits);
      } else {
        EXPECT_GE(last + 1, result.num_levels());
      }
    }
    solver_on(graph, 1, DeviceTransport::kHostStaged, {}).run(0, result);
    EXPECT_TRUE(result.device_visits().empty());
  }
}

TEST(DistBfsOnDevices, RefusesOptionsOutOfRange) {
  const Cluster cluster;
  const DistGraph graph(cluster, deal_out(cluster, make_graph(9, line_edges(9))),
                        {.scheme = PartitionScheme::kDelegate});
  const auto refuses = [&](const DistBfsOptions& options) {
    EXPECT_THROW((void)solver_on(graph, 1, DeviceTransport::kAuto, options), UsageError);
  };
  refuses({.ranks_per_node = -1});
  refuses({.tuning = {.dd = {.to_backward = -0.5}}});
  refuses({.tuning = {.dn = {.to_forward = std::numeric_limits<double>::infinity()}}});
  refuses({.tuning = {.nd = {.to_backward = std::numeric_limits<double>::quiet_NaN()}}});
  refuses({.encoding = WireEncoding::kVarint});
}

TEST(DistBfsOnDevices, RefusesBlocksThatTheDeviceCannotHold) {
  const Cluster cluster;
  const Device device = test_device({.max_block_threads = 256});
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    const DistGraph graph(cluster, deal_out(cluster, make_graph(9, line_edges(9))),
                          {.scheme = scheme});
    EXPECT_NO_THROW((void)DistBfsSolver(graph, device, {}, {.tuning = {.block_threads = 256}}));
    if (device.kind() != DeviceKind::kSimt) continue;  // what a GPU holds depends on the kernel
    EXPECT_THROW((void)DistBfsSolver(graph, device, {}, {.tuning = {.block_threads = 288}}),
                 UsageError);
  }
}

TEST(DeviceTransports, AreChosenByWhatMpiTakes) {
  using enum DeviceTransport;
  const comm::Communicator& world = test_world();
  EXPECT_EQ(detail::choose_transport(world, DeviceKind::kSimt, kAuto), kGpuDirect);
  EXPECT_EQ(detail::choose_transport(world, DeviceKind::kSimt, kHostStaged), kHostStaged);
  EXPECT_EQ(detail::choose_transport(world, DeviceKind::kSimt, kGpuDirect), kGpuDirect);
  EXPECT_EQ(detail::choose_transport(world, DeviceKind::kCuda, kHostStaged), kHostStaged);
  if (comm::takes_cuda_memory()) {
    EXPECT_EQ(detail::choose_transport(world, DeviceKind::kCuda, kAuto), kGpuDirect);
    EXPECT_EQ(detail::choose_transport(world, DeviceKind::kCuda, kGpuDirect), kGpuDirect);
    return;
  }
  EXPECT_EQ(detail::choose_transport(world, DeviceKind::kCuda, kAuto), kHostStaged);
  const std::string why = message_of<UnavailableError>(
      [&] { (void)detail::choose_transport(world, DeviceKind::kCuda, kGpuDirect); });
  EXPECT_TRUE(why.starts_with("transport gpu-direct: this MPI")) << why;
}

TEST(DeviceTransports, HaveNames) {
  for (const DeviceTransport transport :
       {DeviceTransport::kAuto, DeviceTransport::kHostStaged, DeviceTransport::kGpuDirect}) {
    EXPECT_EQ(device_transport_from_name(device_transport_name(transport)), transport);
  }
  EXPECT_EQ(device_transport_from_name("pinned"), std::nullopt);
}

}  // namespace
}  // namespace strider::test
