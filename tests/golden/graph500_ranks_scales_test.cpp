// The benchmark on ranks at larger scales: every partition, both kernels, against the searches of
// an independent program.
#include <gtest/gtest.h>

#include <cstdlib>

#include "golden/graph500_searches.hpp"
#include "graph500/ranks.hpp"
#include "support/mpi_world.hpp"

namespace strider {
namespace {

/// Kernel 2 from all keys; kernel 3, whose searches take several times as long, from the first.
void expect_golden_at(int scale, std::size_t keys_of_paths) {
  const Cluster cluster;
  const auto expected = test::expected_searches(scale);
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    SCOPED_TRACE(partition_name(scheme));
    DistGraph500Options options{.protocol = {.scale = scale}, .partition = {.scheme = scheme}};
    const Graph500Report levels = run_graph500(cluster, options);
    test::expect_golden(levels.bfs.searches, expected);
    EXPECT_TRUE(levels.passed());
    // Where there is no kernel 3 on the scheme, there is nothing new to see.
    if (scheme == PartitionScheme::k2d) continue;
    options.protocol.kernels = Graph500Kernels::kSssp;
    options.protocol.roots = static_cast<int>(keys_of_paths);
    const Graph500Report paths = run_graph500(cluster, options);
    test::expect_golden_paths(paths.sssp.searches, expected, keys_of_paths);
    EXPECT_TRUE(paths.passed());
  }
}

TEST(GoldenSearchesOnRanks, Scale16) {
  expect_golden_at(16, 16);
}

TEST(GoldenSearchesOnRanks, Scale18) {
  if (std::getenv("STRIDER_LONG_TESTS") == nullptr) {
    GTEST_SKIP() << "takes minutes: set STRIDER_LONG_TESTS to run it";
  }
  expect_golden_at(18, 64);
}

}  // namespace
}  // namespace strider
