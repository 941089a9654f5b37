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

ArcSums arc_sums(const Csr& csr, int threads) {
  return arc_facts(csr, threads).sums;
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

// Every arc of a small graph led to every other vertex, and all pairs of ends exchanged.
TEST(ArcSums, TellEveryChangeOfOneArc) {
  const Graph graph = build_graph(test::random_list(12, 30, Directedness::kUndirected), {});
  const std::vector<EdgeIndex> offsets = test::to_vector(graph.out().offsets().span());
  const std::vector<Vertex> targets = test::to_vector(graph.out().targets().span());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::vector<Vertex> changed = targets;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      changed[i] = v;
      EXPECT_EQ(arc_sums(adjacency(offsets, changed), 1).symmetric(), v == targets[i]);
    }
  }
}

// The edge {9068754, 1773326}, whose arc at one end was led to another vertex, so that the products
// of both directions still agree.
TEST(ArcSums, TellOneWayArcsWhoseProductsAgree) {
  ArcSums sums;
  sums.add(9068754, 8287843);
  sums.add(1773326, 9068754);
  EXPECT_FALSE(sums.symmetric());
}

TEST(ArcSums, ComprehendWeights) {
  const Graph graph = build_graph(test::random_list(40, 300, Directedness::kUndirected), {});
  const auto symmetric = [&]<class W>(const std::vector<W>& weights) {
    return arc_facts(graph.out(), std::span<const W>(weights), 2).sums.symmetric();
  };
  const std::size_t arcs = graph.num_arcs();
  EXPECT_TRUE(symmetric(std::vector<float>(arcs, 0.5F)));
  EXPECT_TRUE(symmetric(std::vector<std::uint32_t>(arcs, 0)));
  std::vector<double> weights(arcs, 0.25);
  EXPECT_TRUE(symmetric(weights));
  for (double& weight : weights) {
    weight = 0.75;
    EXPECT_FALSE(symmetric(weights));
    weight = 0.25;
  }
}

// Ranges cut rows anywhere, and rows are of all lengths.
TEST(ArcFacts, OfRangesAddUp) {
  const Graph skewed =
      test::make_graph(1 << 9, test::skewed_edges(9, 6000, 3), Directedness::kDirected, kKeepAll);
  EdgeIndex loops = 0;
  EdgeIndex repeats = 0;
  ArcSums sums;
  Vertex largest = 0;
  for (Vertex v = 0; v < skewed.num_vertices(); ++v) {
    const auto row = skewed.out().neighbors(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      loops += row[i] == v ? 1 : 0;
      repeats += i > 0 && row[i] <= row[i - 1] ? 1 : 0;
      sums.add(v, row[i]);
      largest = std::max(largest, row[i]);
    }
  }
  EXPECT_GT(repeats, 0U);
  for (const EdgeIndex step : {EdgeIndex{1}, EdgeIndex{7}, EdgeIndex{1000}, skewed.num_arcs()}) {
    ArcFacts facts;
    for (EdgeIndex begin = 0; begin < skewed.num_arcs(); begin += step) {
      facts.add(arc_facts(skewed.out(), begin, std::min(begin + step, skewed.num_arcs())));
    }
    EXPECT_EQ(facts.self_loops, loops);
    EXPECT_EQ(facts.repeats, repeats);
    EXPECT_EQ(facts.largest, largest);
    EXPECT_EQ(facts.sums.forward, sums.forward);
    EXPECT_EQ(facts.sums.backward, sums.backward);
    EXPECT_EQ(facts.sums.ends, sums.ends);
  }
}

TEST(CsrFacts, CountsAndOrder) {
  for (const int threads : {1, 3}) {
    EXPECT_EQ(arc_facts(adjacency({0, 2, 4}, {0, 0, 0, 1}), threads).self_loops, 3U);
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
