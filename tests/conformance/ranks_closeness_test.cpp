// Closeness on the hosts of ranks, however vertices are distributed.
#include <gtest/gtest.h>

#include "conformance/closeness.hpp"
#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"

namespace strider::test {

std::vector<ClosenessPlace> closeness_places() {
  std::vector<ClosenessPlace> places;
  const std::size_t all = std::size(kComponentPartitions);
  // Fewer graphs where ranks are many more than cores: every level of a batch is a round.
  const bool many = test_world().size() > 2;
  for (std::size_t i = 0; i < all; ++i) {
    const int threads = i == 1 ? 2 : 1;
    const auto find = [=](const Graph& graph, ClosenessOptions options) {
      options.threads = threads;
      const Cluster cluster;
      const DistGraph shared(cluster, share_out(cluster, list_edges(graph)),
                             component_partitions()[i]);
      const DistClosenessResult found = closeness(shared, options);
      EXPECT_TRUE(validate_closeness(shared, found, options).passed());
      const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
      const auto values = gather_to_all<double>(found.values.span());
      std::vector<double> scores(graph.num_vertices(), -1);
      for (std::size_t v = 0; v < vertices.size(); ++v) scores[vertices[v]] = values[v];
      return scores;
    };
    places.push_back({.name = kComponentPartitions[i],
                      .find = find,
                      .first = i,
                      .step = many ? 4 * all : all,
                      .random = {1, 64, 65}});
  }
  if (!many) places.back().random.push_back(200);
  return places;
}

TEST(RanksCloseness, IsRefusedOnOtherPartitions) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(100, line_edges(100)));
  const DistGraph grid(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)closeness(grid), UsageError);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)closeness(graph, {.samples = 0}), UsageError);
  EXPECT_THROW((void)closeness(graph, {.samples = 1}), UsageError);
}

}  // namespace strider::test
