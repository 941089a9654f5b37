// Shortest paths on devices behind the public face: results are the host's, ranks that share a
// device ask for its memory together, and what devices do not send is refused on all ranks.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "strider/device.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "strider/gpu.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr KroneckerParameters kKronecker{.scale = 8, .weights = {.kind = WeightKind::kUniformReal}};

struct Way {
  const char* name;
  PartitionScheme scheme;
  DeviceTransport transport;
};
const Way kWays[] = {
    {"By1d", PartitionScheme::k1d, DeviceTransport::kAuto},
    {"By1dStaged", PartitionScheme::k1d, DeviceTransport::kHostStaged},
    {"ByDelegate", PartitionScheme::kDelegate, DeviceTransport::kAuto},
    {"ByDelegateStaged", PartitionScheme::kDelegate, DeviceTransport::kHostStaged},
};

class PathsOnSharedDevice : public testing::TestWithParam<Way> {
 protected:
  using Solver = DistSsspSolver<float>;

  PathsOnSharedDevice()
      : graph_(cluster_, DistInput::generate(cluster_, kKronecker), partition()) {}

  [[nodiscard]] Solver solver_on(const Device& device) const {
    return Solver(graph_, device, {.transport = GetParam().transport});
  }
  [[nodiscard]] static Device device_of(std::uint64_t bytes) {
    return test_device({.memory_bytes = bytes});
  }
  [[nodiscard]] std::optional<MemoryError> refusal(const Device& device) const {
    try {
      static_cast<void>(solver_on(device));
    } catch (const MemoryError& error) {
      return error;
    }
    return std::nullopt;
  }
  void expect_searches(Solver solver) const {
    Solver on_host(graph_);
    EXPECT_EQ(solver.delta(), on_host.delta());
    DistSsspResult<float> found;
    for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}}) {
      const GlobalVertex source = kronecker_search_key(kKronecker, key);
      const DistSsspResult<float> expected = on_host.run(source);
      solver.run(source, found);
      EXPECT_EQ(found.num_reached(), expected.num_reached());
      EXPECT_EQ(found.num_edges_reached(), expected.num_edges_reached());
      ASSERT_EQ(found.num_owned(), expected.num_owned());
      for (std::size_t i = 0; i < found.num_owned(); ++i) {
        ASSERT_EQ(found.distances()[i], expected.distances()[i]) << found.vertex(i);
      }
    }
  }

  [[nodiscard]] static PartitionOptions partition() {
    PartitionOptions partition{.scheme = GetParam().scheme,
                               .purpose = GraphPurpose::kShortestPaths};
    if (partition.scheme == PartitionScheme::kDelegate) partition.delegate_threshold = 60;
    return partition;
  }

  Cluster cluster_;
  DistGraph graph_;
};

TEST_P(PathsOnSharedDevice, HaveRoomForAllRanksOrForNone) {
  const auto of_none = refusal(device_of(1));
  ASSERT_TRUE(of_none);
  const std::uint64_t needed = of_none->needed_bytes();
  ASSERT_GT(needed, graph_.num_edges() * (sizeof(Vertex) + sizeof(float)));
  expect_searches(solver_on(device_of(needed)));
  const Device device = device_of(needed - 1);
  const auto error = refusal(device);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->needed_bytes(), needed);
  EXPECT_EQ(error->free_bytes(), needed - 1);
  EXPECT_EQ(device.free_bytes(), needed - 1);  // nothing was taken
  const std::string shared = "by the " + std::to_string(cluster_.size()) + " ranks";
  EXPECT_EQ(std::string(error->what()).find(shared) != std::string::npos, cluster_.size() > 1)
      << error->what();
}

TEST_P(PathsOnSharedDevice, RefuseWhatDevicesDoNotSend) {
  const Device device = test_device();
  EXPECT_THROW(Solver(graph_, device, {.encoding = WireEncoding::kVarint}), UsageError);
  EXPECT_THROW(Solver(graph_, device, {.delta = -1}), UsageError);
  EXPECT_THROW(DistSsspSolver<double>(graph_, device, {}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(Ways, PathsOnSharedDevice, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace strider::test
