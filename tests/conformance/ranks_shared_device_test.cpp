// Ranks that share a device ask for its memory together, and searches behind the public face find
// there what they find on hosts. Emulated devices of a machine count as one.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "strider/device.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "strider/gpu.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr KroneckerParameters kKronecker{.scale = 9, .weights = {.kind = WeightKind::kUniformReal}};

/// How a graph is cut and searched.
struct Way {
  std::string name;
  PartitionOptions partition;
  std::uint64_t bytes_an_edge;
  /// Makes a solver.
  std::function<std::shared_ptr<void>(const DistGraph&, const Device&)> make;
  /// Makes one, and looks at what it finds.
  std::function<void(const DistGraph&, const Device&)> expect_search;
};

PartitionOptions cut_by(PartitionScheme scheme, GraphPurpose purpose) {
  PartitionOptions partition{.scheme = scheme, .purpose = purpose};
  if (scheme == PartitionScheme::kDelegate) partition.delegate_threshold = 60;
  return partition;
}

Way levels(const std::string& name, PartitionScheme scheme,
           DeviceTransport transport = DeviceTransport::kAuto, const DistBfsOptions& options = {}) {
  const auto solver = [=](const DistGraph& graph, const Device& device) {
    return std::make_shared<DistBfsSolver>(graph, device, options,
                                           DeviceBfsOptions{.transport = transport});
  };
  const auto expect_search = [=](const DistGraph& graph, const Device& device) {
    const GlobalVertex source = kronecker_search_key(kKronecker, 0);
    const DistBfsResult expected = DistBfsSolver(graph).run(source);
    const DistBfsResult found = solver(graph, device)->run(source);
    EXPECT_EQ(found.num_reached(), expected.num_reached());
    ASSERT_EQ(found.num_owned(), expected.num_owned());
    for (Vertex v = 0; v < found.num_owned(); ++v) {
      ASSERT_EQ(found.levels()[v], expected.levels()[v]) << found.vertex(v);
    }
  };
  return {name, cut_by(scheme, {}), sizeof(Vertex), solver, expect_search};
}

Way paths(const std::string& name, PartitionScheme scheme,
          DeviceTransport transport = DeviceTransport::kAuto) {
  const auto solver = [=](const DistGraph& graph, const Device& device) {
    return std::make_shared<DistSsspSolver<float>>(graph, device,
                                                   DistSsspOptions{.transport = transport});
  };
  const auto expect_search = [=](const DistGraph& graph, const Device& device) {
    const auto on_device = solver(graph, device);
    DistSsspSolver<float> on_host(graph);
    EXPECT_EQ(on_device->delta(), on_host.delta());
    DistSsspResult<float> found;
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}}) {
      const GlobalVertex source = kronecker_search_key(kKronecker, key);
      const DistSsspResult<float> expected = on_host.run(source);
      on_device->run(source, found);
      EXPECT_EQ(found.num_reached(), expected.num_reached());
      EXPECT_EQ(found.num_edges_reached(), expected.num_edges_reached());
      ASSERT_EQ(found.num_owned(), expected.num_owned());
      for (std::size_t i = 0; i < found.num_owned(); ++i) {
        ASSERT_EQ(found.distances()[i], expected.distances()[i]) << found.vertex(i);
      }
    }
  };
  return {name, cut_by(scheme, GraphPurpose::kShortestPaths), sizeof(Vertex) + sizeof(float),
          solver, expect_search};
}

std::vector<Way> ways() {
  constexpr auto k1d = PartitionScheme::k1d;
  constexpr auto k2d = PartitionScheme::k2d;
  constexpr auto kDelegate = PartitionScheme::kDelegate;
  constexpr auto kStaged = DeviceTransport::kHostStaged;
  return {levels("By1d", k1d),
          levels("By1dStaged", k1d, kStaged),
          levels("By2d", k2d),
          levels("By2dStaged", k2d, kStaged),
          levels("By2dWithLists", k2d, {}, {.encoding = WireEncoding::kList}),
          levels("ByDelegate", kDelegate),
          levels("ByDelegateStaged", kDelegate, kStaged),
          levels("ByDelegateGathered", kDelegate, {},
                 {.local_all_to_all = LocalAllToAll::kOn, .uniquify = Uniquify::kOff}),
          paths("PathsBy1d", k1d),
          paths("PathsBy1dStaged", k1d, kStaged),
          paths("PathsByDelegate", kDelegate),
          paths("PathsByDelegateStaged", kDelegate, kStaged)};
}

class SharedDevice : public testing::TestWithParam<Way> {
 protected:
  SharedDevice()
      : graph_(cluster_, DistInput::generate(cluster_, kKronecker), GetParam().partition) {}

  [[nodiscard]] static Device device_of(std::uint64_t bytes) {
    return test_device({.memory_bytes = bytes});
  }
  void expect_search(const Device& device) const { GetParam().expect_search(graph_, device); }
  [[nodiscard]] std::shared_ptr<void> solver_on(const Device& device) const {
    return GetParam().make(graph_, device);
  }
  [[nodiscard]] std::optional<MemoryError> refusal(const Device& device) const {
    try {
      static_cast<void>(solver_on(device));
    } catch (const MemoryError& error) {
      return error;
    }
    return std::nullopt;
  }
  /// By all ranks.
  [[nodiscard]] std::uint64_t needed_bytes() const {
    const auto error = refusal(device_of(1));
    return error ? error->needed_bytes() : 0;
  }

  Cluster cluster_;
  DistGraph graph_;
};

TEST_P(SharedDevice, HasRoomForAllRanksOrForNone) {
  const std::uint64_t needed = needed_bytes();
  ASSERT_GT(needed, graph_.num_edges() * GetParam().bytes_an_edge);
  expect_search(device_of(needed));
  const auto error = refusal(device_of(needed - 1));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->needed_bytes(), needed);
  EXPECT_EQ(error->free_bytes(), needed - 1);
  const std::string shared = "by the " + std::to_string(cluster_.size()) + " ranks";
  EXPECT_EQ(std::string(error->what()).find(shared) != std::string::npos, cluster_.size() > 1)
      << error->what();
}

TEST_P(SharedDevice, TakesNothingWhereItIsRefused) {
  const std::uint64_t too_few = needed_bytes() - 1;
  const Device device = device_of(too_few);
  EXPECT_TRUE(refusal(device));
  EXPECT_EQ(device.free_bytes(), too_few);
}

TEST_P(SharedDevice, SearchesThatLiveAreCounted) {
  const std::uint64_t needed = needed_bytes();
  {
    const Device device = device_of(2 * needed);
    const auto first = solver_on(device);
    expect_search(device);
  }
  const Device device = device_of(2 * needed - 1);
  {
    const auto first = solver_on(device);
    const auto error = refusal(device);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->free_bytes(), needed - 1);
  }
  // Given back.
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(refusal(device));
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedDevice, testing::ValuesIn(ways()),
                         [](const auto& way) { return way.param.name; });

TEST(PathsOnDevices, RefuseWhatDevicesDoNotSend) {
  const Cluster cluster;
  const Device device = test_device();
  using Solver = DistSsspSolver<float>;
  for (const PartitionScheme scheme : {PartitionScheme::k1d, PartitionScheme::kDelegate}) {
    const DistGraph graph(cluster, DistInput::generate(cluster, kKronecker),
                          cut_by(scheme, GraphPurpose::kShortestPaths));
    for (const DeviceTransport transport : {DeviceTransport::kAuto, DeviceTransport::kHostStaged}) {
      EXPECT_THROW(
          Solver(graph, device, {.encoding = WireEncoding::kVarint, .transport = transport}),
          UsageError);
      EXPECT_THROW(Solver(graph, device, {.delta = -1, .transport = transport}), UsageError);
    }
    EXPECT_THROW(DistSsspSolver<double>(graph, device, {}), UsageError);
  }
}

}  // namespace
}  // namespace strider::test
