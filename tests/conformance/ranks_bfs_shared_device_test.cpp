// Ranks that share a device ask for its memory together. Emulated devices of a machine count as
// one.
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

constexpr KroneckerParameters kKronecker{.scale = 9};

/// How a graph is cut and how its search sends.
struct Way {
  const char* name;
  PartitionScheme scheme;
  DeviceTransport transport = DeviceTransport::kAuto;
  DistBfsOptions options = {};
};
const Way kWays[] = {
    {"By1d", PartitionScheme::k1d},
    {"By1dStaged", PartitionScheme::k1d, DeviceTransport::kHostStaged},
    {"By2d", PartitionScheme::k2d},
    {"By2dStaged", PartitionScheme::k2d, DeviceTransport::kHostStaged},
    {"By2dWithLists", PartitionScheme::k2d, {}, {.encoding = WireEncoding::kList}},
    {"ByDelegate", PartitionScheme::kDelegate},
    {"ByDelegateStaged", PartitionScheme::kDelegate, DeviceTransport::kHostStaged},
    {"ByDelegateGathered",
     PartitionScheme::kDelegate,
     {},
     {.local_all_to_all = LocalAllToAll::kOn, .uniquify = Uniquify::kOff}},
};

class SharedDevice : public testing::TestWithParam<Way> {
 protected:
  SharedDevice() : graph_(cluster_, DistInput::generate(cluster_, kKronecker), partition()) {}

  [[nodiscard]] DistBfsSolver solver_on(const Device& device) const {
    return {graph_, device, GetParam().options, {.transport = GetParam().transport}};
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
  /// By all ranks.
  [[nodiscard]] std::uint64_t needed_bytes() const {
    const auto error = refusal(device_of(1));
    return error ? error->needed_bytes() : 0;
  }
  void expect_search(DistBfsSolver solver) const {
    const GlobalVertex source = kronecker_search_key(kKronecker, 0);
    const DistBfsResult expected = DistBfsSolver(graph_).run(source);
    const DistBfsResult found = solver.run(source);
    EXPECT_EQ(found.num_reached(), expected.num_reached());
    ASSERT_EQ(found.num_owned(), expected.num_owned());
    for (Vertex v = 0; v < found.num_owned(); ++v) {
      ASSERT_EQ(found.levels()[v], expected.levels()[v]) << found.vertex(v);
    }
  }

  [[nodiscard]] static PartitionOptions partition() {
    PartitionOptions partition{.scheme = GetParam().scheme};
    if (partition.scheme == PartitionScheme::kDelegate) partition.delegate_threshold = 60;
    return partition;
  }

  Cluster cluster_;
  DistGraph graph_;
};

TEST_P(SharedDevice, HasRoomForAllRanksOrForNone) {
  const std::uint64_t needed = needed_bytes();
  ASSERT_GT(needed, graph_.num_edges() * sizeof(Vertex));
  expect_search(solver_on(device_of(needed)));
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
    const DistBfsSolver first = solver_on(device);
    expect_search(solver_on(device));
  }
  const Device device = device_of(2 * needed - 1);
  {
    const DistBfsSolver first = solver_on(device);
    const auto error = refusal(device);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->free_bytes(), needed - 1);
  }
  // Given back.
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(refusal(device));
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedDevice, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace strider::test
