#include "graph/frontier_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "support/graphs.hpp"

namespace strider {
namespace {

TEST(FrontierQueue, HoldsWhatAllThreadsAppend) {
  constexpr Vertex kEach = 5000;
  FrontierQueue queue(4 * kEach);
  for (int round = 0; round < 2; ++round) {
    queue.clear();
    parallel_region(4, [&](int thread, int) {
      FrontierQueue::Buffer buffer(queue);
      for (Vertex i = 0; i < kEach; ++i) buffer.push(static_cast<Vertex>(thread) * kEach + i);
    });
    ASSERT_EQ(queue.size(), 4 * kEach);
    const auto window = queue.window(0, queue.size());
    std::vector<Vertex> vertices(window.begin(), window.end());
    std::sort(vertices.begin(), vertices.end());
    for (Vertex v = 0; v < 4 * kEach; ++v) ASSERT_EQ(vertices[v], v);
  }
}

TEST(FrontierQueue, WindowsSlideOn) {
  FrontierQueue queue(6);
  queue.append(std::vector<Vertex>{1, 2});
  queue.append(std::vector<Vertex>{3, 4, 5});
  const auto second = queue.window(2, 5);
  EXPECT_EQ(std::vector<Vertex>(second.begin(), second.end()), (std::vector<Vertex>{3, 4, 5}));
  EXPECT_TRUE(queue.window(5, 5).empty());
}

TEST(LocalQueue, GrowsAndSumsDegrees) {
  const Graph graph = test::make_graph(5000, test::line_edges(5000));
  LocalQueue queue;
  for (Vertex v = 0; v < 5000; ++v) queue.push(v);
  queue.sum_degrees(graph.out());
  EXPECT_EQ(queue.size(), 5000U);
  EXPECT_EQ(queue.num_edges(), graph.num_arcs());
  EXPECT_EQ(queue.ends()[0], 1U);
  EXPECT_EQ(queue.ends()[1], 3U);
  queue.clear();
  EXPECT_EQ(queue.num_edges(), 0U);
}

/// The frontier's edges as every share of them is walked, by source and place.
class MergedShares : public testing::TestWithParam<int> {};

TEST_P(MergedShares, CoverEveryEdgeOnceInEqualParts) {
  const int shares = GetParam();
  // A hub with most of the edges, vertices with none, and the rest of a random graph.
  auto edges = test::random_edges(500, 600, 1);
  for (Vertex v = 0; v < 450; ++v) edges.push_back({7, v});
  const Graph graph = test::make_graph(500, edges);
  MergedQueues queues(4);
  for (Vertex v = 0; v < 500; v += 3) queues.part(v < 100 ? 0 : 3).push(v);  // 1 and 2 stay empty
  queues.part(3).push(7);
  EdgeIndex expected = 0;
  for (int t = 0; t < 4; ++t) {
    queues.part(t).sum_degrees(graph.out());
    for (const Vertex v : queues.part(t).vertices()) expected += graph.out().degree(v);
  }
  ASSERT_EQ(queues.num_edges(), expected);

  std::map<Vertex, std::vector<int>> walked;
  EdgeIndex smallest = expected;
  EdgeIndex largest = 0;
  for (int share = 0; share < shares; ++share) {
    const Range range = static_chunk(expected, share, shares);
    EdgeIndex size = 0;
    queues.for_each_slice(range.begin, range.end,
                          [&](const EdgeSlice& slice, std::span<const Vertex> ahead) {
                            ASSERT_LT(slice.first, slice.last);
                            ASSERT_LE(slice.last, graph.out().degree(slice.vertex));
                            ASSERT_LT(ahead.size(), 500U);
                            auto& counts = walked[slice.vertex];
                            counts.resize(graph.out().degree(slice.vertex));
                            for (EdgeIndex e = slice.first; e < slice.last; ++e) ++counts[e];
                            size += slice.last - slice.first;
                          });
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  EXPECT_LE(largest - smallest, 1U);
  for (int t = 0; t < 4; ++t) {
    for (const Vertex v : queues.part(t).vertices()) {
      const auto degree = graph.out().degree(v);
      EXPECT_EQ(walked[v], std::vector<int>(degree, 1)) << "vertex " << v;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, MergedShares, testing::Values(1, 2, 3, 4, 7, 64, 1000));

TEST(MergedQueues, MayBeEmpty) {
  const MergedQueues queues(3);
  EXPECT_EQ(queues.num_edges(), 0U);
  queues.for_each_slice(0, 0, [](const EdgeSlice&, std::span<const Vertex>) { FAIL(); });
}

}  // namespace
}  // namespace strider
