// Components on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include "conformance/components.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {

std::vector<ComponentsPlace> components_places() {
  std::vector<ComponentsPlace> places;
  for (const Schedule& schedule : all_schedules()) {
    const auto find = [device = schedule.device](const Graph& graph) {
      return to_found(components(DeviceGraph(test_device(device), graph)));
    };
    places.push_back({.name = schedule.name, .find = find, .random = {1, 40, 700}});
  }
  return places;
}

TEST(ComponentsOnDevice, RefuseWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph);
  // Two numbers a vertex, and a sample.
  const std::uint64_t all = bytes + 8 * 700 + 4096;
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  expect_components({{"exact", graph}}, [&](const Graph&) { return to_found(components(fits)); });
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("components (", [&] { static_cast<void>(components(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

}  // namespace strider::test
