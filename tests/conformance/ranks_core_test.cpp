// Core numbers on ranks, however vertices are distributed, and what proves them.
#include <gtest/gtest.h>

#include "conformance/core.hpp"
#include "conformance/ranks_components.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

FoundCores to_found(const DistCoreResult& result, Vertex n) {
  const auto vertices = gather_to_all<GlobalVertex>(result.vertices);
  const auto cores = gather_to_all<std::uint32_t>(result.values.span());
  EXPECT_EQ(vertices.size(), n) << "every vertex has one owner";
  std::vector<std::uint32_t> all(n);
  for (std::size_t i = 0; i < vertices.size(); ++i) all[vertices[i]] = cores[i];
  return {all, result.degeneracy};
}

TEST(RanksCore, IsThatOfTheOracle) {
  const Cluster cluster;
  const bool many = cluster.size() > 4;
  for (const PartitionOptions& partition : component_partitions()) {
    for (const Vertex n : {1U, many ? 50U : 700U}) {
      expect_cores(core_graphs(n, false), [&](const Graph& graph) {
        const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), partition);
        const DistCoreResult found = core_numbers(shared);
        EXPECT_TRUE(validate_core(shared, found).passed());
        return to_found(found, graph.num_vertices());
      });
    }
  }
}

TEST(RanksCore, RefusesWrongNumbers) {
  const Cluster cluster;
  const Graph graph = make_graph(200, random_edges(200, 700, 3));
  const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), component_partitions()[1]);
  const std::vector<std::uint32_t> right = detail::serial_core_numbers(graph);
  for (const GlobalVertex vertex : {GlobalVertex{1}, GlobalVertex{150}}) {
    for (const bool raise : {true, false}) {
      if (!raise && right[vertex] == 0) continue;
      DistCoreResult found = core_numbers(shared);
      for (std::size_t i = 0; i < found.vertices.size(); ++i) {
        if (found.vertices[i] == vertex) found.values[i] += raise ? 1 : ~std::uint32_t{0};
      }
      EXPECT_FALSE(validate_core(shared, found).passed());
    }
  }
  // All too low, so that only peeling shows it.
  DistCoreResult low = core_numbers(shared);
  std::ranges::fill(low.values, 1U);
  const CoreValidation validation = validate_core(shared, low);
  ASSERT_FALSE(validation.passed());
  EXPECT_EQ(validation.violations.back().rule, CoreRule::kPeeled);
}

TEST(RanksCore, IsRefusedOfOtherGraphs) {
  const Cluster cluster;
  const DistInput input = share_out(cluster, list_of(100, line_edges(100)));
  const DistGraph delegates(cluster, input, {.scheme = PartitionScheme::kDelegate});
  EXPECT_THROW((void)core_numbers(delegates), UsageError);
  EdgeList list = list_of(100, line_edges(100));
  list.directedness = Directedness::kDirected;
  const DistGraph directed(cluster, share_out(cluster, list), {.scheme = PartitionScheme::k1d});
  EXPECT_THROW((void)core_numbers(directed), UsageError);
}

}  // namespace
}  // namespace strider::test
