// Components on ranks of which one has no memory from some moment on, or for a moment: all say so,
// no rank waits, and the next run is as if nothing had been.
#include <gtest/gtest.h>

#include <optional>

#include "conformance/ranks_components.hpp"
#include "support/failing_rank.hpp"

namespace strider::test {
namespace {

void expect_error_of_components(const PartitionOptions& options, AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(300, random_edges(300, 350, 1));
  const std::vector<Vertex> expected = detail::serial_components(graph);
  const DistGraph shared(cluster, share_edges(cluster, list_edges(graph)), options);
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    const std::vector<Vertex> labels = gather_labels(components(shared), graph.num_vertices());
    EXPECT_EQ(labels, cluster.rank() == 0 ? expected : std::vector<Vertex>())
        << "after allocation " << nth;
  };
  expect_error_on_all_ranks([&] { static_cast<void>(components(shared)); }, expect_unharmed, 20,
                            after);
}

TEST(ComponentsMemory, RunsOutForAMoment) {
  for (const PartitionOptions& options : component_partitions()) {
    expect_error_of_components(options, AllocationsAfter::kSucceed);
  }
}
TEST(ComponentsMemory, RunsOutForGood) {
  for (const PartitionOptions& options : component_partitions()) {
    expect_error_of_components(options, AllocationsAfter::kFail);
  }
}

}  // namespace
}  // namespace strider::test
