// Local clustering on ranks, however vertices are distributed: bit by bit the coefficients of the
// oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithms/local_clustering/reference/serial.hpp"
#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"
#include "strider/local_clustering.hpp"

namespace strider::test {
namespace {

/// On every rank, by vertex. Collective.
std::vector<double> gather(const DistLocalClusteringResult& found, Vertex n) {
  const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
  const auto values = gather_to_all<double>(found.values.span());
  EXPECT_EQ(vertices.size(), n) << "every vertex has one owner";
  std::vector<double> coefficients(n, -1);
  for (std::size_t i = 0; i < vertices.size(); ++i) coefficients[vertices[i]] = values[i];
  return coefficients;
}

void expect_that_one_wrong_is_found(const DistGraph& shared, DistLocalClusteringResult& found) {
  for (std::size_t i = 0; i < found.vertices.size(); ++i) {
    if (found.vertices[i] == 1) found.values[i] += 0.001;
  }
  const auto wrong = validate_local_clustering(shared, found);
  ASSERT_FALSE(wrong.passed());
  EXPECT_EQ(wrong.violations.front().vertex, 1U);
  EXPECT_EQ(wrong.num_wrong, 1U);
}

TEST(RanksLocalClustering, IsThatOfTheOracle) {
  const Cluster cluster;
  constexpr Vertex kMostVertices = 700;
  std::vector<NamedGraph> graphs;
  for (const NamedGraph& each : search_graphs()) {
    if (each.graph.is_directed() || each.graph.num_vertices() > kMostVertices) continue;
    graphs.push_back(each);
  }
  for (const std::uint64_t edges : {600U, 1500U, 9000U}) {
    graphs.push_back({"random", make_graph(300, random_edges(300, edges, edges),
                                           Directedness::kUndirected, kKeepAll)});
  }
  graphs.push_back({"skewed", make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 12))});
  for (const auto& [name, graph] : graphs) {
    const Vertex n = graph.num_vertices();
    const detail::SerialClustering expected = detail::serial_local_clustering(graph);
    const LocalClusteringResult of_one = local_clustering(graph, {.threads = 2});
    const DistInput input = share_out(cluster, list_edges(graph));
    for (const PartitionOptions& partition : component_partitions()) {
      SCOPED_TRACE(name);
      const DistGraph shared(cluster, input, partition);
      DistLocalClusteringResult found = local_clustering(shared, {.threads = 2});
      EXPECT_EQ(gather(found, n), expected.coefficients);
      EXPECT_EQ(found.average, of_one.average);
      EXPECT_EQ(found.num_triangles, of_one.num_triangles);
      EXPECT_EQ(std::accumulate(expected.links.begin(), expected.links.end(), std::uint64_t{0}),
                3 * found.num_triangles);
      EXPECT_TRUE(validate_local_clustering(shared, found).passed());
      if (n > 1) expect_that_one_wrong_is_found(shared, found);
    }
  }
}

// More rows than fit in a message.
TEST(RanksLocalClustering, OfACompleteGraphInSeveralRounds) {
  const Cluster cluster;
  const Vertex n = 700;
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  const DistInput input = share_out(cluster, list_of(n, edges));
  const DistGraph shared(cluster, input, {.scheme = PartitionScheme::k1d});
  const DistLocalClusteringResult found = local_clustering(shared);
  EXPECT_EQ(gather(found, n), std::vector<double>(n, 1.0));
  EXPECT_EQ(found.average, 1);
  EXPECT_EQ(found.num_triangles, std::uint64_t{n} * (n - 1) * (n - 2) / 6);
}

// The two vertices of highest degree are neighbours of all: more than one message can name.
TEST(RanksLocalClustering, OfABookInSeveralRounds) {
  const Cluster cluster;
  const Vertex pages = 400'000;
  std::vector<Edge> edges{{pages, pages + 1}};
  for (Vertex v = 0; v < pages; ++v) {
    edges.push_back({v, pages});
    edges.push_back({v, pages + 1});
  }
  const DistInput input = share_out(cluster, list_of(pages + 2, edges));
  for (const PartitionOptions& partition : component_partitions()) {
    const DistGraph shared(cluster, input, partition);
    const DistLocalClusteringResult found = local_clustering(shared);
    std::vector<double> expected(pages + 2, 1.0);
    expected[pages] = expected[pages + 1] = 2 * double{pages} / ((double{pages} + 1) * pages);
    EXPECT_EQ(gather(found, pages + 2), expected);
    EXPECT_EQ(found.num_triangles, pages);
    EXPECT_TRUE(validate_local_clustering(shared, found).passed());
  }
}

TEST(RanksLocalClustering, Refuses) {
  const Cluster cluster;
  EdgeList list = list_of(3, {{0, 1}});
  const DistGraph undirected(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)local_clustering(undirected, {.threads = -1}), UsageError);
  list.directedness = Directedness::kDirected;
  const DistInput input = share_out(cluster, list);
  const DistGraph directed(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)local_clustering(directed), UsageError);
  const DistGraph two_d(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)local_clustering(two_d), UsageError);
}

}  // namespace
}  // namespace strider::test
