// PageRank on ranks, however vertices are distributed.
#include <gtest/gtest.h>

#include "conformance/pagerank.hpp"
#include "strider/dist_graph.hpp"
#include "strider/error.hpp"
#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/share_out.hpp"

namespace strider::test {
namespace {

/// The scores of all vertices on every rank, by vertex. Collective.
FoundPageRank to_found(const DistPageRankResult& result, Vertex n) {
  const auto vertices = gather_to_all<GlobalVertex>(result.vertices);
  const auto scores = gather_to_all<double>(result.values.span());
  EXPECT_EQ(vertices.size(), n) << "every vertex has one owner";
  FoundPageRank found{std::vector<double>(n), result.iterations, result.converged};
  for (std::size_t i = 0; i < vertices.size(); ++i) found.scores[vertices[i]] = scores[i];
  return found;
}

FindPageRank on_ranks(const PartitionOptions& partition, int threads) {
  return [=](const Graph& graph, PageRankOptions options) {
    options.threads = threads;
    const Cluster cluster;
    const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), partition);
    DistPageRankResult result = pagerank(shared, options);
    const auto validate = [&] { return validate_pagerank(shared, result, options); };
    EXPECT_TRUE(validate().passed() || !result.converged);
    FoundPageRank found = to_found(result, graph.num_vertices());
    if (graph.num_vertices() > 0) {
      for (double& score : result.values) score = -score;
      EXPECT_FALSE(validate().passed());
    }
    return found;
  };
}

TEST(RanksPageRank, IsRefusedOnOtherPartitions) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(100, line_edges(100)));
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)pagerank(graph), UsageError);
  const DistGraph rows(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)pagerank(rows, {.threads = -1}), UsageError);
}

}  // namespace

std::vector<PageRankTestPlace> pagerank_places() {
  const PartitionOptions rows{.scheme = PartitionScheme::k1d,
                              .self_loops = SelfLoops::kKeep,
                              .duplicates = Duplicates::kKeep};
  PartitionOptions cyclic = rows;
  cyclic.distribution = VertexDistribution::kCyclic;
  PartitionOptions shuffled = rows;
  shuffled.shuffle_seed = 7;
  std::vector<PageRankTestPlace> places{
      {.name = "blocks", .find = on_ranks(rows, 1)},
      {.name = "cyclic", .find = on_ranks(cyclic, 2), .step = 3, .random = 200},
      {.name = "shuffled", .find = on_ranks(shuffled, 0), .step = 3, .first = 1, .random = 100}};
  for (const std::uint64_t threshold : {0U, 3U, 20U, 1000U}) {
    const PartitionOptions delegates{.scheme = PartitionScheme::kDelegate,
                                     .delegate_threshold = threshold};
    places.push_back({.name = "delegates_above_" + std::to_string(threshold),
                      .find = on_ranks(delegates, 1 + static_cast<int>(threshold) % 2),
                      .takes_loops = false,
                      .step = 4,
                      .first = places.size() % 4,
                      .random = 400});
  }
  return places;
}

}  // namespace strider::test
