// Components on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include "conformance/components.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

class ComponentsDevice : public testing::TestWithParam<Schedule> {
 protected:
  static ComponentsResult find(const Graph& graph) {
    return components(DeviceGraph(test_device(GetParam().device), graph));
  }
};

TEST_P(ComponentsDevice, AllShapes) {
  expect_components(search_graphs(), find);
}
TEST_P(ComponentsDevice, RandomGraphs) {
  for (const Vertex n : {1U, 40U, 700U}) expect_components(random_component_graphs(n), find);
}

INSTANTIATE_TEST_SUITE_P(Schedules, ComponentsDevice,
                         testing::Values(kOneWarp, kInterrupted, kBlockStarved, kWarpStarved,
                                         kLaneStarved),
                         [](const auto& info) { return info.param.name; });

TEST(ComponentsOnDevice, RefuseWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph);
  // Two numbers a vertex, and a sample.
  const std::uint64_t all = bytes + 8 * 700 + 4096;
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  expect_components({{"exact", graph}}, [&](const Graph&) { return components(fits); });
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  try {
    static_cast<void>(components(there));
    FAIL() << "more than there is";
  } catch (const MemoryError& error) {
    EXPECT_NE(std::string(error.what()).find("components ("), std::string::npos) << error.what();
  }
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

}  // namespace
}  // namespace strider::test
