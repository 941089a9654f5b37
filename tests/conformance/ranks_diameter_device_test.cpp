// Diameters where the devices of ranks search.
#include <gtest/gtest.h>

#include <algorithm>

#include "conformance/diameter.hpp"
#include "conformance/ranks_components.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

TEST(RanksDiameterOnDevices, AreThoseOfTheHosts) {
  const DiameterOptions options{.scope = DiameterScope::kAllComponents,
                                .sought = DiameterSought::kEccentricities};
  const Cluster cluster;
  for (const auto& [name, graph] : diameter_graphs(20)) {
    SCOPED_TRACE(name);
    for (const PartitionOptions& partition : component_partitions()) {
      const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), partition);
      const DistDiameterResult found = diameter(shared, test_device({}), options);
      const DistDiameterResult expected = diameter(shared, options);
      EXPECT_EQ(found.facts.sources, expected.facts.sources);
      EXPECT_EQ(found.facts.ends, expected.facts.ends);
      EXPECT_TRUE(std::ranges::equal(found.values, expected.values));
      EXPECT_TRUE(std::ranges::equal(found.lower, expected.lower));
    }
  }
}

}  // namespace
}  // namespace strider::test
