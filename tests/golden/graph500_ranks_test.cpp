// The benchmark on ranks, against the searches of an independent program and those of one machine:
// the same graph, keys and traversed tuples for any number of ranks and every partition.
#include <gtest/gtest.h>

#include <vector>

#include "golden/graph500_searches.hpp"
#include "graph500/ranks.hpp"
#include "support/mpi_world.hpp"

namespace strider {
namespace {

constexpr PartitionScheme kSchemes[] = {PartitionScheme::k1d, PartitionScheme::k2d,
                                        PartitionScheme::kDelegate};

TEST(GoldenSearchesOnRanks, KeysReachedEdgesAndLevelsAreTheSame) {
  const Cluster cluster;
  const auto expected = test::expected_searches(10);
  for (const PartitionScheme scheme : kSchemes) {
    SCOPED_TRACE(partition_name(scheme));
    const Graph500Report report =
        run_graph500(cluster, {.protocol = {.scale = 10}, .partition = {.scheme = scheme}});
    test::expect_golden(report.bfs.searches, expected);
    EXPECT_TRUE(report.validated);
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.processes, cluster.size());
    EXPECT_EQ(report.num_edges, 10551U);
    for (const Graph500Search& search : report.bfs.searches) {
      EXPECT_EQ(search.traffic->total.bytes > 0, cluster.size() > 1);
    }
  }
}

TEST(GoldenSearchesOnRanks, ShortestPathsTraverseTheSame) {
  const Cluster cluster;
  const auto expected = test::expected_searches(10);
  for (const PartitionScheme scheme : kSchemes) {
    SCOPED_TRACE(partition_name(scheme));
    const Graph500Report report = run_graph500(
        cluster, {.protocol = {.scale = 10, .roots = 8, .kernels = Graph500Kernels::kBoth},
                  .partition = {.scheme = scheme}});
    EXPECT_TRUE(report.passed());
    for (std::size_t k = 0; k < report.bfs.searches.size(); ++k) {
      EXPECT_EQ(report.bfs.searches[k].edges_traversed, expected[k].edges_traversed);
    }
    test::expect_golden_paths(report.sssp.searches, expected, 8);
  }
}

}  // namespace
}  // namespace strider
