// Strong components on the hosts of ranks, however vertices are distributed.
#include <gtest/gtest.h>

#include "conformance/ranks_components.hpp"
#include "conformance/strong_components.hpp"
#include "strider/error.hpp"

namespace strider::test {

std::vector<ComponentsPlace> strong_components_places() {
  // Fewer graphs where ranks are many more than cores.
  const bool many = test_world().size() > 4;
  std::vector<ComponentsPlace> places;
  for (std::size_t i = 0; i < std::size(kComponentPartitions); ++i) {
    const auto add = [&](int threads, ComponentsPlace place) {
      place.name =
          std::string(kComponentPartitions[i]) + "_" + std::to_string(threads) + "_threads";
      place.find = on_ranks(component_partitions()[i], [=](const DistGraph& graph) {
        return strong_components(graph, {.threads = threads});
      });
      places.push_back(std::move(place));
    };
    add(1, {.shapes = many ? SomeShapes{i, std::size(kComponentPartitions)} : SomeShapes{},
            .random = {1, 8, 50, many ? 300U : 2000U},
            .kronecker_scale = 12});
    add(2, {.shapes = kNoShapes, .random = {many ? 100U : 700U}});
  }
  return places;
}

TEST(RanksStrongComponents, AreRefusedOnOtherPartitions) {
  const Cluster cluster;
  EdgeList list = list_of(100, line_edges(100));
  list.directedness = Directedness::kDirected;
  const DistInput input = share_out(cluster, std::move(list));
  const DistGraph blocks(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)strong_components(blocks), UsageError);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)strong_components(graph, {.threads = -1}), UsageError);
}

}  // namespace strider::test
