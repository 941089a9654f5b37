// Betweenness on the devices of ranks, emulated or real ones, against the oracle on the real graphs
// of up to 10^5 edges of a folder that STRIDER_DATA_DIR names: both ways of sharing.
#include <gtest/gtest.h>

#include <cstdint>

#include "conformance/ranks_bc.hpp"
#include "strider/gpu.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfScores = 100'000;

TEST(DistBcDeviceData, BothWaysOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const Cluster cluster;
  const Device device = test_device(
      {.seed = 41 + static_cast<std::uint64_t>(test_world().rank()), .preempt_one_in = 11});
  const auto check = [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    if (graph.num_edges() > kMostEdgesOfScores) return;
    const DistGraph parts = cut(cluster, list_edges(graph));
    const BetweennessOptions question{.method = BetweennessMethod::kSerial,
                                      .sources = some_vertices(graph.num_vertices(), 3)};
    const BetweennessResult oracle = betweenness(graph, question);
    for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
      DistBetweennessOptions options = for_ranks(question);
      options.share = share;
      const DistBetweennessResult result =
          betweenness(parts, device, options, {.tuning = {.block_threads = 32}});
      expect_same_scores(gather_scores(cluster, result, graph.num_vertices()), oracle,
                         name + ", " + std::string(bc_share_name(share)));
    }
  };
  EXPECT_GT(for_each_real_graph(*folder, {}, check), 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
