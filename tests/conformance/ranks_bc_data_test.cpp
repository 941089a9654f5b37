// Betweenness on ranks in real graphs, those of the folder that STRIDER_DATA_DIR names: both ways
// of sharing against the oracle.
#include <gtest/gtest.h>

#include <cstdint>

#include "conformance/ranks_bc.hpp"
#include "support/listed_edges.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfScores = 100'000;

TEST(DistBcData, BothWaysOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const Cluster cluster;
  const auto check = [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    if (graph.num_edges() > kMostEdgesOfScores) return;
    const DistGraph parts = cut(cluster, list_edges(graph));
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      const BetweennessOptions question{.method = BetweennessMethod::kSerial,
                                        .of = of,
                                        .sources = some_vertices(graph.num_vertices(), 20)};
      const BetweennessResult oracle = betweenness(graph, question);
      for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
        DistBetweennessOptions options = for_ranks(question);
        options.share = share;
        expect_same_scores(
            gather_scores(cluster, betweenness(parts, options), graph.num_vertices()), oracle,
            name + ", " + std::string(bc_share_name(share)));
      }
    }
  };
  EXPECT_GT(for_each_real_graph(*folder, {}, check), 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
