// Blocks far smaller than a cache, so that a few vertices make many of them.
#include "algorithms/msf/host/block_forest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "algorithms/msf/canonical.hpp"
#include "base/random.hpp"
#include "conformance/msf.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

using test::Link;
using test::make_weighted;

/// Edges between vertices at most `reach` apart, each pair once; ascending, so that no row holds a
/// neighbour twice.
template <class W>
WeightedGraph<W> near_graph(Vertex n, Vertex reach, std::uint64_t kinds, std::uint64_t seed) {
  CounterRng rng(seed, kinds);
  std::vector<Link<W>> links;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < std::min(n, u + reach); ++v) {
      if (rng.below(3) != 0) continue;
      const auto draw = rng.below(kinds);
      links.push_back({u, v, static_cast<W>(draw) - (std::is_signed_v<W> ? W{2} : W{0})});
    }
    if (rng.below(20) == 0 && u > 2 * reach) links.push_back({u, 0, static_cast<W>(kinds)});
  }
  return make_weighted(n, links);
}

template <class W>
void expect_forest_in_blocks(const WeightedGraph<W>& graph, unsigned bits, int threads,
                             const std::string& what) {
  for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const MsfResult<W> expected =
        msf(graph, {.method = MsfMethod::kKruskal, .objective = objective, .threads = 1});
    BlockForest<W> blocks(graph, WeightOrder<W>(objective), threads, bits);
    CanonicalForest<W> canonical(graph, objective, threads);
    for (int run = 0; run < 2; ++run) {
      ForestEdges<W> forest;
      ASSERT_TRUE(blocks.run(forest)) << what;
      Array<MsfEdge<W>> found;
      EXPECT_EQ(canonical.write(forest, found), expected.weight()) << what;
      ASSERT_EQ(std::vector(found.begin(), found.end()),
                std::vector(expected.edges().begin(), expected.edges().end()))
          << what;
    }
  }
}

template <class W>
void expect_near_forests() {
  for (const unsigned bits : {1U, 3U, 6U}) {
    for (const std::uint64_t kinds : {1ULL, 5ULL, 255ULL, 1ULL << 24U}) {
      for (const Vertex reach : {2U, 6U, 40U}) {
        const auto graph = near_graph<W>(700, reach, kinds, bits + reach);
        const std::string what = std::to_string(bits) + " bits, " + std::to_string(kinds) +
                                 " weights, reach " + std::to_string(reach);
        expect_forest_in_blocks(graph, bits, bits == 3 ? 4 : 1, what);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(MsfBlocks, SpanNearGraphs) {
  expect_near_forests<float>();
  expect_near_forests<double>();
  expect_near_forests<std::uint32_t>();
}

TEST(MsfBlocks, SpanWhatHasNoEdges) {
  expect_forest_in_blocks(make_weighted<float>(0, {}), 4, 2, "no vertices");
  expect_forest_in_blocks(make_weighted<float>(100, {}), 4, 2, "no edges");
  expect_forest_in_blocks(make_weighted<float>(100, {{3, 3, 1}, {40, 41, 2}}), 4, 2, "a self-loop");
}

// Keys whose difference needs all bits of a key.
TEST(MsfBlocks, SpanExtremeWeights) {
  expect_forest_in_blocks(test::extreme_doubles(), 1, 2, "doubles");
  constexpr std::uint32_t kMost = ~std::uint32_t{0};
  expect_forest_in_blocks(
      make_weighted<std::uint32_t>(
          6, {{0, 1, kMost}, {1, 2, 0}, {0, 2, kMost}, {2, 5, kMost - 1}, {3, 5, 1}}),
      1, 2, "integers");
}

TEST(MsfBlocks, RefuseRowsThatDoNotAscend) {
  ForestEdges<float> forest;
  const WeightOrder<float> order(MsfObjective::kMinimum);
  const auto twice = make_weighted<float>(9, {{0, 1, 1}, {0, 1, 2}, {5, 6, 1}});
  EXPECT_FALSE(BlockForest<float>(twice, order, 2, 2).run(forest));
  // 2 before 1 in the row of 0.
  const std::vector<EdgeIndex> offsets{0, 2, 3, 4};
  const std::vector<Vertex> targets{2, 1, 0, 0};
  const WeightedGraph<float> falling(
      Graph(Csr(Array<EdgeIndex>::copy_of(offsets), Array<Vertex>::copy_of(targets)),
            Directedness::kUndirected, 0),
      Array<float>(4, 1.0F));
  EXPECT_FALSE(BlockForest<float>(falling, order, 1, 2).run(forest));
}

TEST(MsfBlocks, RefuseWhatIsNoNumber) {
  const auto graph = make_weighted<float>(40, {{0, 1, 1}, {30, 31, 2}});
  Array<float> weights(4, 1.0F);
  weights[2] = weights[3] = std::numeric_limits<float>::quiet_NaN();
  const WeightedGraph<float> weighted(graph.topology(), std::move(weights));
  for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    ForestEdges<float> forest;
    EXPECT_FALSE(BlockForest<float>(weighted, WeightOrder<float>(objective), 2, 3).run(forest));
  }
}

TEST(MsfBlocks, AreProfitableWhereEdgesAreShort) {
  const WeightOrder<float> order(MsfObjective::kMinimum);
  const auto near = near_graph<float>(5000, 3, 9, 1);
  EXPECT_TRUE(BlockForest<float>(near, order, 2, 8).is_profitable());
  std::vector<Link<float>> links;
  for (const Edge& edge : test::random_edges(5000, 9000, 1)) {
    links.push_back({edge.source, edge.target, 1});
  }
  EXPECT_FALSE(BlockForest<float>(make_weighted(5000, links), order, 2, 8).is_profitable());
}

}  // namespace
}  // namespace strider::detail
