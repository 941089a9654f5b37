#include "graph/csr_facts.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/compare_graphs.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

using test::kKeepAll;

Csr adjacency(const std::vector<EdgeIndex>& offsets, const std::vector<Vertex>& targets) {
  return {Array<EdgeIndex>::copy_of(offsets), Array<Vertex>::copy_of(targets)};
}

TEST(ArcSums, TellSymmetricAdjacencyFromOther) {
  for (const int threads : {1, 3}) {
    const Graph graph = build_graph(test::random_list(300, 4000, Directedness::kUndirected), {});
    EXPECT_TRUE(arc_sums(graph.out(), threads).symmetric());
    // 0 -> 1, 1 -> 2, 2 -> 0: every degree is as it should be.
    EXPECT_FALSE(arc_sums(adjacency({0, 1, 2, 3}, {1, 2, 0}), threads).symmetric());
    // An arc twice one way, once the other.
    EXPECT_FALSE(arc_sums(adjacency({0, 2, 3}, {1, 1, 0}), threads).symmetric());
    EXPECT_TRUE(arc_sums(adjacency({0, 1, 1}, {0}), threads).symmetric());
  }
}

TEST(ArcSums, TellATransposeFromOther) {
  const Graph graph = build_graph(test::random_list(50, 400, Directedness::kDirected), kKeepAll);
  const ArcSums out = arc_sums(graph.out(), 2);
  EXPECT_TRUE(out.is_reverse_of(arc_sums(graph.in(), 2)));
  EXPECT_FALSE(out.is_reverse_of(out));
  // The same but for the vertex that has the self-loop.
  EXPECT_FALSE(
      arc_sums(adjacency({0, 1, 1}, {0}), 1).is_reverse_of(arc_sums(adjacency({0, 0, 1}, {1}), 1)));
}

TEST(CsrFacts, CountsAndOrder) {
  for (const int threads : {1, 3}) {
    EXPECT_EQ(count_self_loops(adjacency({0, 2, 4}, {0, 0, 0, 1}), threads), 3U);
    EXPECT_TRUE(rows_strictly_ascend(adjacency({0, 2, 4}, {0, 1, 0, 1}), threads));
    EXPECT_FALSE(rows_strictly_ascend(adjacency({0, 2, 4}, {0, 1, 1, 1}), threads));
    EXPECT_FALSE(rows_strictly_ascend(adjacency({0, 2, 4}, {0, 1, 1, 0}), threads));
    EXPECT_TRUE(rows_strictly_ascend(Csr(), threads));
    // 0 -> 1; 2 has nothing.
    EXPECT_EQ(
        count_isolated(Graph(adjacency({0, 1, 1, 1}, {1}), Directedness::kDirected, 0), threads),
        1U);
  }
}

}  // namespace
}  // namespace strider
