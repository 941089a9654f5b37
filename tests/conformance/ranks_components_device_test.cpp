// Components on the devices of ranks.
#include <gtest/gtest.h>

#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {

std::vector<ComponentsPlace> components_places() {
  // Fewer graphs where emulated devices are more than cores.
  const bool many = test_world().size() > 2;
  std::vector<ComponentsPlace> places;
  for (std::size_t i = 0; i < std::size(kComponentPartitions); ++i) {
    const auto add = [&](const std::string& name, const SimtSettings& schedule,
                         ComponentsPlace place) {
      place.name = std::string(kComponentPartitions[i]) + "_" + name;
      place.find = on_ranks(component_partitions()[i], [schedule](const DistGraph& graph) {
        return components(graph, test_device(schedule));
      });
      places.push_back(std::move(place));
    };
    for (const Schedule& schedule : {kOneWarp, kInterrupted, kLaneStarved}) {
      SimtSettings options = schedule.device;
      options.seed += static_cast<std::uint64_t>(test_world().rank());
      add(schedule.name, options, {.shapes = kNoShapes, .random = {1, 50, 300}});
    }
    add("plain", {},
        {.shapes = many ? SomeShapes{i, std::size(kComponentPartitions)} : SomeShapes{},
         .random = {50}});
  }
  return places;
}

TEST(RanksComponentsOnDevices, AreRefusedOnAllRanksWhereADeviceIsTooSmall) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(3000, random_edges(3000, 4000, 1)));
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  const Device device = test_device({.memory_bytes = 1024});
  expect_error<MemoryError>("components (", [&] { static_cast<void>(components(graph, device)); });
}

}  // namespace strider::test
