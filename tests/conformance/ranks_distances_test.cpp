// Distances from many sources on ranks: those of one machine, and what proves them.
#include <gtest/gtest.h>

#include <vector>

#include "conformance/ranks_components.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

// More sources than a batch has; some repeat.
std::vector<GlobalVertex> some_sources(Vertex n) {
  std::vector<GlobalVertex> sources;
  for (Vertex i = 0; n > 0 && i < 70; ++i) sources.push_back((i * 7919) % n);
  return sources;
}

TEST(RanksDistances, AreThoseOfOneMachine) {
  const Cluster cluster;
  const bool many = cluster.size() > 2;
  std::vector<NamedGraph> graphs{
      {"empty", Graph()},
      {"one vertex", make_graph(1, {})},
      {"path", make_graph(90, line_edges(90))},
      {"directed", make_graph(200, random_edges(200, 500, 1), Directedness::kDirected, kKeepAll)},
      {"dense", make_graph(150, random_edges(150, 3000, 2))}};
  for (const auto& [name, graph] : graphs) {
    SCOPED_TRACE(name);
    const Vertex n = graph.num_vertices();
    const std::vector<GlobalVertex> sources = some_sources(n);
    const DistanceMatrix expected =
        distances(graph, std::vector<Vertex>(sources.begin(), sources.end()));
    const DistInput input = share_out(cluster, list_edges(graph));
    for (std::size_t i = 0; i < (many ? 1 : std::size(kComponentPartitions)); ++i) {
      const DistGraph shared(cluster, input, component_partitions()[i]);
      const DistDistances found = distances(shared, sources, i == 1 ? 2 : 1);
      const auto vertices = gather_to_all<GlobalVertex>(found.vertices);
      const auto levels = gather_to_all<Level>(found.levels.span());
      ASSERT_EQ(vertices.size(), n);
      ASSERT_EQ(levels.size(), n * sources.size());
      for (std::size_t v = 0; v < n; ++v) {
        for (std::size_t s = 0; s < sources.size(); ++s) {
          ASSERT_EQ(levels[v * sources.size() + s], expected.row(s)[vertices[v]]);
        }
      }
      EXPECT_TRUE(validate_distances(cluster, input, sources, found).passed());
    }
  }
}

TEST(RanksDistances, ValidationFindsWrongLevels) {
  const Cluster cluster;
  const Graph graph = make_graph(100, random_edges(100, 200, 5), Directedness::kDirected);
  const DistInput input = share_out(cluster, list_edges(graph));
  const DistGraph shared(cluster, input, component_partitions()[1]);
  const std::vector<GlobalVertex> sources{3, 50};
  const auto broken_by = [&](GlobalVertex vertex, std::size_t source, Level level) {
    DistDistances found = distances(shared, sources);
    for (std::size_t i = 0; i < found.vertices.size(); ++i) {
      if (found.vertices[i] == vertex) found.levels[2 * i + source] = level;
    }
    const DistancesValidation checked = validate_distances(cluster, input, sources, found);
    return checked.passed() ? 2 : checked.violations.front().row;
  };
  EXPECT_EQ(broken_by(3, 0, 1), 0U);
  EXPECT_EQ(broken_by(7, 1, 0), 1U);
  EXPECT_EQ(broken_by(50, 0, 70), 0U);
  EXPECT_EQ(broken_by(3, 0, 0), 2U);
}

TEST(RanksDistances, AreRefusedOnOtherPartitionsAndOfNoVertex) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(100, line_edges(100)));
  const DistGraph grid(cluster, input, {.scheme = PartitionScheme::k2d});
  EXPECT_THROW((void)distances(grid, std::vector<GlobalVertex>{1}), UsageError);
  const DistGraph graph(cluster, input, {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)distances(graph, std::vector<GlobalVertex>{100}), UsageError);
}

}  // namespace
}  // namespace strider::test
