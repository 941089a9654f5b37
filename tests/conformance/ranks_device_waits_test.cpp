// How often a rank waits for its device in a search: no more often a level with many peers than
// with one.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/device_cases.hpp"
#include "gpu/device_state.hpp"
#include "strider/strider.hpp"

namespace strider::test {
namespace {

constexpr Vertex kSource = 77;

std::uint64_t waits_for(const Device& device) {
  return detail::on_simt::num_waits(*device.state().context);
}

struct WaitsOf {
  std::string name;
  PartitionOptions partition;
  DistBfsOptions options;
  std::uint64_t a_level;
  std::uint64_t a_search;
  std::uint64_t a_peer;  ///< at the end, for what it asks
};

std::vector<WaitsOf> cases() {
  constexpr auto kTopDown = DistDirection::kTopDown;
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const std::string ranks = std::to_string(test_world().size());
  const auto delegates = [](std::uint64_t threshold) -> PartitionOptions {
    return {.scheme = PartitionScheme::kDelegate, .delegate_threshold = threshold};
  };
  return {
      {"1d", {.scheme = PartitionScheme::k1d}, {}, 6, 4, 2},
      {"1d, top-down", {.scheme = PartitionScheme::k1d}, {.direction = kTopDown}, 6, 4, 2},
      {"2d",
       {.scheme = PartitionScheme::k2d, .grid = "1x" + ranks},
       {.direction = kTopDown},
       7,
       3,
       5},
      {"delegates", delegates(16), {.reduction = MaskReduction::kBlocking}, 7, 4, 0},
      {"no delegates", delegates(kNone), {}, 4, 5, 0},
      {"every arc", delegates(kNone), {.uniquify = Uniquify::kOff}, 4, 5, 0},
  };
}

/// All ranks are peers of each other.
TEST(DistBfsOnDevices, WaitsALevelDoNotGrowWithPeers) {
  if (!is_emulated()) GTEST_SKIP() << "only emulated devices count waits";
  const Cluster cluster;
  const DistInput input = deal_out(cluster, make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8)));
  const auto peers = static_cast<std::uint64_t>(cluster.size() - 1);
  for (const WaitsOf& one : cases()) {
    const DistGraph graph(cluster, input, one.partition);
    for (const DeviceTransport transport : transports()) {
      DeviceSchedule on = device_schedule(1);
      on.options.transport = transport;
      const Device device = test_device(on.device);
      DistBfsSolver solver(graph, device, one.options, on.options);
      const std::uint64_t before = waits_for(device);
      const std::uint64_t levels = solver.run(kSource).num_levels();
      const std::uint64_t waits = waits_for(device) - before;
      EXPECT_LE(waits, one.a_level * levels + one.a_search + one.a_peer * peers)
          << one.name << ", " << levels << " levels, " << peers << " peers";
    }
  }
}

}  // namespace
}  // namespace strider::test
