// Strong components on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include "conformance/strong_components.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {

std::vector<ComponentsPlace> strong_components_places() {
  std::vector<ComponentsPlace> places;
  for (const Schedule& schedule : all_schedules()) {
    const auto find = [device = schedule.device](const Graph& graph) {
      return to_found(strong_components(DeviceGraph(test_device(device), graph)));
    };
    places.push_back({.name = schedule.name, .find = find, .random = {1, 40, 300}});
  }
  return places;
}

TEST(StrongComponentsOnDevice, RefuseWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 1900, 1), Directedness::kDirected);
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph);
  // Five numbers a vertex, a flag and a pivot.
  const std::uint64_t all = bytes + 20 * 700 + 4 + 8;
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  expect_strong_components({{"exact", graph}},
                           [&](const Graph&) { return to_found(strong_components(fits)); });
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("strong components (",
                            [&] { static_cast<void>(strong_components(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

}  // namespace strider::test
