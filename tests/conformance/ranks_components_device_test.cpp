// Components on the devices of ranks.
#include <gtest/gtest.h>

#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

TEST(RanksComponentsOnDevices, RandomGraphs) {
  for (const Schedule& schedule : {kOneWarp, kInterrupted, kLaneStarved}) {
    SimtOptions options = schedule.device;
    options.seed += static_cast<std::uint64_t>(test_world().rank());
    const Device device = test_device(options);
    const auto find = [&](const DistGraph& graph) { return components(graph, device); };
    for (const Vertex n : {1U, 50U, 300U}) {
      expect_components_on_ranks(random_component_graphs(n), find);
    }
  }
}
TEST(RanksComponentsOnDevices, AllShapes) {
  if (test_world().size() > 2) GTEST_SKIP() << "on one and two ranks";
  const Device device = test_device();
  expect_components_on_ranks(search_graphs(),
                             [&](const DistGraph& graph) { return components(graph, device); });
}

TEST(RanksComponentsOnDevices, AreRefusedOnAllRanksWhereADeviceIsTooSmall) {
  const Cluster cluster;
  const DistInput input = share_edges(cluster, list_of(3000, random_edges(3000, 4000, 1)));
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const Device device = test_device({.memory_bytes = 1024});
  try {
    static_cast<void>(components(graph, device));
    FAIL() << "more than there is";
  } catch (const MemoryError& error) {
    EXPECT_NE(std::string(error.what()).find("components ("), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace strider::test
