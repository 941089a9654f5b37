#include "io/text/vertex_numbers.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace strider {
namespace {

/// number_vertices against a map, for ends drawn by `draw`.
template <class E, class Draw>
void expect_like_a_map(std::size_t count, int threads, const Draw& draw) {
  std::vector<E> edges(count);
  std::set<std::uint64_t> occurring;
  for (E& edge : edges) {
    edge.source = static_cast<decltype(edge.source)>(draw());
    edge.target = static_cast<decltype(edge.target)>(draw());
    occurring.insert({edge.source, edge.target});
  }
  std::map<std::uint64_t, Vertex> numbers;
  for (const std::uint64_t number : occurring) {
    numbers.emplace(number, static_cast<Vertex>(numbers.size()));
  }
  const NumberedEdges numbered =
      number_vertices(Array<E>::copy_of(edges), UnlistedVertices::kIsolated, "test", threads);
  ASSERT_EQ(numbered.num_vertices, numbers.size());
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(numbered.edges[i].source, numbers[edges[i].source]);
    ASSERT_EQ(numbered.edges[i].target, numbers[edges[i].target]);
    ASSERT_EQ(numbered.labels.number(numbered.edges[i].source), edges[i].source);
  }
}

TEST(VertexNumbers, NarrowRange) {
  std::mt19937_64 random(1);
  for (const int threads : {1, 3}) {
    expect_like_a_map<Edge>(5000, threads, [&] { return 17 + random() % 40'000; });
    expect_like_a_map<GlobalEdge>(5000, threads, [&] { return (1ULL << 40) + random() % 40'000; });
  }
}

TEST(VertexNumbers, WideRange) {
  std::mt19937_64 random(2);
  for (const int threads : {1, 2, 5}) {
    expect_like_a_map<GlobalEdge>(5000, threads, [&] { return random() % 7000 * 12345678901ULL; });
    expect_like_a_map<GlobalEdge>(5000, threads, [&] { return random(); });
    expect_like_a_map<Edge>(5000, threads, [&] { return random() & 0xFFFF'FFFFU; });
  }
}

TEST(VertexNumbers, ExtremesOfTheRange) {
  const std::vector<GlobalEdge> edges{{~0ULL, 0}, {1, ~0ULL}};
  const NumberedEdges numbered =
      number_vertices(Array<GlobalEdge>::copy_of(edges), UnlistedVertices::kIsolated, "test", 2);
  EXPECT_EQ(numbered.num_vertices, 3U);
  EXPECT_EQ(numbered.edges[0], (Edge{2, 0}));
  EXPECT_EQ(numbered.edges[1], (Edge{1, 2}));
}

TEST(VertexNumbers, CountedFromZeroKeepsGapsUpToThreeQuarters) {
  const auto read = [](Vertex last) {
    const std::vector<Edge> edges{{0, 1}, {1, last}};
    return number_vertices(Array<Edge>::copy_of(edges), UnlistedVertices::kIsolated, "test", 1);
  };
  EXPECT_EQ(read(11).num_vertices, 12U);
  EXPECT_EQ(read(11).labels.kind(), LabelKind::kDense);
  EXPECT_EQ(read(12).num_vertices, 3U);
  EXPECT_EQ(read(12).labels.kind(), LabelKind::kSparse);
}

TEST(VertexNumbers, NoEdges) {
  EXPECT_EQ(number_vertices(Array<Edge>(), UnlistedVertices::kIsolated, "test", 2).num_vertices,
            0U);
}

TEST(NumberIndex, FindsWhatThereIs) {
  const NumberIndex index(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{9, 3, 9, 5}), 2);
  EXPECT_EQ(index.size(), 3U);
  EXPECT_EQ(index.find(5), 1U);
  EXPECT_EQ(index.find(9), 2U);
  EXPECT_EQ(index.find(4), 3U);
  EXPECT_EQ(index.find(10), 3U);
}

}  // namespace
}  // namespace strider
