// The validator of edge connectivities finds what is wrong, whatever it is given.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/flow.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

/// Two triangles and an edge between them, along which directed ones lead both ways.
Graph triangles(Directedness directedness) {
  std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};
  if (directedness == Directedness::kDirected) edges.push_back({3, 2});
  return make_graph(6, edges, directedness);
}

EdgeConnectivity with_sides(std::uint64_t value, const std::vector<std::uint8_t>& sides) {
  return {value, CutSides::copy_of(sides)};
}

void expect_rule(const Graph& graph, ConnectivityRule rule, Vertex vertex,
                 const EdgeConnectivity& found) {
  for (const int threads : {1, 3}) {
    const auto validation = validate_edge_connectivity(graph, found, {.threads = threads});
    EXPECT_FALSE(validation.is_proof);
    ASSERT_FALSE(validation.passed());
    EXPECT_EQ(validation.violations[0].rule, rule) << validation.violations[0].message;
    EXPECT_EQ(validation.violations[0].vertex, vertex) << validation.violations[0].message;
  }
}

TEST(EdgeConnectivityValidator, FindsWhatIsWrong) {
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = triangles(directedness);
    const auto right = with_sides(1, {0, 0, 0, 1, 1, 1});
    const auto validation = validate_edge_connectivity(graph, right);
    EXPECT_TRUE(validation.passed() && validation.is_proof);
    EXPECT_EQ(validation.cut_size, 1);
    expect_rule(graph, ConnectivityRule::kCut, 0, with_sides(2, {0, 0, 0, 1, 1, 1}));
    expect_rule(graph, ConnectivityRule::kCut, 0, with_sides(0, {0, 0, 0, 1, 1, 1}));
    expect_rule(graph, ConnectivityRule::kSides, 0, with_sides(0, {0, 0, 0, 0, 0, 0}));
    expect_rule(graph, ConnectivityRule::kSides, 0, with_sides(0, {1, 1, 1, 1, 1, 1}));
    expect_rule(graph, ConnectivityRule::kSides, 2, with_sides(1, {0, 0, 2, 1, 3, 1}));
  }
}

// A cut that is one, but not the least: only paths tell.
TEST(EdgeConnectivityValidator, FindsACutThatIsNotTheLeast) {
  const Graph graph = triangles(Directedness::kUndirected);
  expect_rule(graph, ConnectivityRule::kLeast, 3, with_sides(2, {1, 0, 0, 0, 0, 0}));
  expect_rule(graph, ConnectivityRule::kLeast, 3, with_sides(2, {0, 0, 0, 0, 1, 0}));
  const Graph apart = make_graph(4, {{0, 1}, {2, 3}});
  expect_rule(apart, ConnectivityRule::kLeast, 2, with_sides(1, {0, 1, 1, 1}));
  // Edges lead around in one way: from 3 to 0, and to 3, there is one path.
  const Graph around =
      make_graph(4, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {1, 3}, {2, 3}, {3, 0}, {1, 0}, {2, 0}},
                 Directedness::kDirected);
  expect_rule(around, ConnectivityRule::kLeast, 3, with_sides(2, {0, 1, 1, 1}));
  // Nothing leads to 2, and then nothing from it.
  for (const Edge edge : {Edge{2, 0}, Edge{0, 2}}) {
    const Graph one_way = make_graph(3, {{0, 1}, {1, 0}, edge}, Directedness::kDirected);
    expect_rule(one_way, ConnectivityRule::kLeast, 2, with_sides(1, {1, 0, 1}));
  }
}

TEST(EdgeConnectivityValidator, TakesGraphsWithoutACut) {
  for (const Vertex n : {0U, 1U}) {
    const Graph graph = make_graph(n, {});
    EXPECT_TRUE(validate_edge_connectivity(graph, edge_connectivity(graph)).is_proof);
    EXPECT_FALSE(validate_edge_connectivity(graph, {1, CutSides(n, 0)}).passed());
  }
  EXPECT_THROW(
      (void)validate_edge_connectivity(triangles(Directedness::kDirected), with_sides(1, {0, 1})),
      UsageError);
}

// Every cut of a random graph that is larger than the least is found out, and no least one.
TEST(EdgeConnectivityValidator, AgreesOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    CounterRng rng(seed, 37);
    const Directedness directedness = draw_directedness(rng);
    const BuildOptions build = draw_build(rng);
    const DrawnEdges drawn = draw_edges(rng, seed, 5, 5);
    if (drawn.num_vertices < 2) continue;
    const Graph graph = make_graph(drawn.num_vertices, drawn.edges, directedness, build);
    const EdgeConnectivity least = edge_connectivity(graph);
    EXPECT_TRUE(validate_edge_connectivity(graph, least, {.threads = 2}).is_proof);
    EdgeConnectivity other{0, CutSides(graph.num_vertices(), 0)};
    for (auto& side : other.sides) side = static_cast<std::uint8_t>(rng.below(2));
    other.sides[0] = 0;
    other.sides[1] = 1;
    other.value = validate_edge_connectivity(graph, other).cut_size;
    EXPECT_EQ(validate_edge_connectivity(graph, other, {.threads = 2}).passed(),
              other.value == least.value);
  }
}

// From each vertex of a cycle it is far to those before.
TEST(EdgeConnectivityValidator, SaysWhereAProofTakesTooLong) {
  constexpr Vertex kVertices = 1000;
  std::vector<Edge> edges = line_edges(kVertices);
  edges.push_back({kVertices - 1, 0});
  const Graph graph = make_graph(kVertices, edges, Directedness::kDirected);
  EdgeConnectivity found{1, CutSides(kVertices, 1)};
  found.sides[0] = 0;
  for (const int threads : {1, 4}) {
    const auto proof_of = [&](std::uint64_t most_looks) {
      const auto validation =
          validate_edge_connectivity(graph, found, {.threads = threads, .most_looks = most_looks});
      EXPECT_TRUE(validation.passed());
      return validation.is_proof;
    };
    EXPECT_TRUE(proof_of(2'000'000));
    EXPECT_FALSE(proof_of(100'000));
    EXPECT_FALSE(proof_of(0));
  }
}

}  // namespace
}  // namespace strider::test
