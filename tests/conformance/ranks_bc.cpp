#include "conformance/ranks_bc.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "support/gather.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

std::optional<std::vector<GlobalVertex>> widened(
    const std::optional<std::vector<Vertex>>& vertices) {
  if (!vertices) return std::nullopt;
  return std::vector<GlobalVertex>(vertices->begin(), vertices->end());
}

}  // namespace

DistGraph cut(const Cluster& cluster, const EdgeList& list, PartitionOptions options) {
  options.scheme = PartitionScheme::k1d;
  options.self_loops = SelfLoops::kKeep;
  options.duplicates = Duplicates::kKeep;
  return DistGraph(cluster, share_out(cluster, list), options);
}

BetweennessResult gather_scores(const DistBetweennessResult& result, Vertex num_vertices) {
  BetweennessResult all;
  all.num_sources = result.num_sources();
  all.edges_traversed = result.edges_traversed();
  if (result.of() == BetweennessOf::kVertices) {
    EXPECT_EQ(result.scores().size(), result.num_owned());
    std::vector<VertexScore> mine;
    for (std::size_t v = 0; v < result.scores().size(); ++v) {
      mine.push_back({result.vertex(v), result.scores()[v]});
    }
    const auto scores = gather_to_all(std::span<const VertexScore>(mine));
    EXPECT_EQ(scores.size(), num_vertices);
    all.scores = Array<double>(num_vertices, -1.0);
    for (const VertexScore& score : scores) all.scores[score.vertex] = score.score;
    return all;
  }
  EXPECT_TRUE(result.scores().empty());
  const auto is_before = [](const GlobalEdgeScore& a, const GlobalEdgeScore& b) {
    return std::tie(a.u, a.v) < std::tie(b.u, b.v);
  };
  EXPECT_TRUE(std::is_sorted(result.edges().begin(), result.edges().end(), is_before));
  std::vector<GlobalEdgeScore> scores = gather_to_all(result.edges());
  std::sort(scores.begin(), scores.end(), is_before);
  all.edges = Array<Edge>(scores.size());
  all.scores = Array<double>(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    all.edges[i] = {static_cast<Vertex>(scores[i].u), static_cast<Vertex>(scores[i].v)};
    all.scores[i] = scores[i].score;
  }
  return all;
}

detail::Graph1d all_on_one_rank(const comm::Communicator& own_comm, const Graph& graph) {
  const detail::HeldEdges edges(list_edges(graph), 0, 1);
  return detail::build_graph_1d(own_comm, edges,
                                detail::OwnerMap::block(graph.num_vertices(), own_comm.size()));
}

DistBetweennessOptions for_ranks(const BetweennessOptions& options) {
  return {.of = options.of,
          .scale = options.scale,
          .endpoints = options.endpoints,
          .precision = options.precision,
          .sources = widened(options.sources),
          .targets = widened(options.targets),
          .samples = options.samples,
          .seed = options.seed,
          .run = {.threads = 1}};
}

}  // namespace strider::test
