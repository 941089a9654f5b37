// Maximum flows on the cores of one machine: the values of the oracles, proved by the validator,
// the same flow for any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/flow/reference/edmonds_karp.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/flow.hpp"
#include "strider/io.hpp"
#include "support/graphs.hpp"
#include "support/real_graphs.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class W>
void expect_equal_flow(const MaxFlow<W>& a, const MaxFlow<W>& b) {
  EXPECT_EQ(a.value, b.value);
  EXPECT_TRUE(std::ranges::equal(a.flows, b.flows));
  EXPECT_TRUE(std::ranges::equal(a.sides, b.sides));
}

/// Finds the flow on 1, 2 and 4 threads and proves it.
template <class W>
MaxFlow<W> proved_flow(const WeightedGraph<W>& graph, Vertex source, Vertex target) {
  MaxFlow<W> flow = max_flow(graph, source, target, {.threads = 1});
  for (const int threads : {2, 4}) {
    expect_equal_flow(max_flow(graph, source, target, {.threads = threads}), flow);
  }
  const auto validation = validate_max_flow(graph, source, target, flow, 2);
  for (const FlowViolation& violation : validation.violations) {
    ADD_FAILURE() << "vertex " << violation.vertex << ": " << violation.message;
  }
  return flow;
}

/// Draws capacities: of one kind for all edges of a graph.
template <class W>
W draw_capacity(CounterRng& rng, std::uint64_t kind) {
  switch (kind) {
    case 0:
      return W{1};
    case 1:
      return static_cast<W>(rng.below(4));
    case 2:
      return static_cast<W>(rng.below(1000));
    case 3:  // near 2^32, or far apart
      if constexpr (std::is_integral_v<W>) return std::numeric_limits<W>::max() - W(rng.below(5));
      return static_cast<W>(std::ldexp(1.0 + static_cast<double>(rng.below(7)),
                                       static_cast<int>(rng.below(40)) - 20));
    default:
      if constexpr (std::is_integral_v<W>)
        return rng.below(3) == 0 ? W(rng.below(1U << 31U)) : W{0};
      return static_cast<W>(static_cast<double>(rng.below(1U << 30U)) / 3e9);
  }
}

template <class W>
class FlowsOf : public testing::Test {};
using Capacities = testing::Types<std::uint32_t, float, double>;
TYPED_TEST_SUITE(FlowsOf, Capacities);

TYPED_TEST(FlowsOf, RandomGraphs) {
  using W = TypeParam;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    CounterRng rng(seed, 23);
    const Directedness directedness = draw_directedness(rng);
    const BuildOptions build = draw_build(rng);
    const DrawnEdges drawn = draw_edges(rng, seed, 6);
    if (drawn.num_vertices < 2) continue;
    const std::uint64_t kind = rng.below(5);
    std::vector<W> capacities;
    for (std::size_t i = 0; i < drawn.edges.size(); ++i) {
      capacities.push_back(draw_capacity<W>(rng, kind));
    }
    const auto graph =
        weighted<W>(drawn.num_vertices, drawn.edges, capacities, directedness, build);
    const auto source = static_cast<Vertex>(rng.below(drawn.num_vertices));
    const auto target =
        static_cast<Vertex>((source + 1 + rng.below(drawn.num_vertices - 1)) % drawn.num_vertices);
    const MaxFlow<W> flow = proved_flow(graph, source, target);
    const auto expected = detail::edmonds_karp<FlowValue<W>>(graph, source, target);
    if constexpr (std::is_integral_v<W>) {
      ASSERT_EQ(flow.value, expected);
    } else {
      ASSERT_NEAR(flow.value, expected, 1e-9 * expected);
    }
  }
}

TEST(Flows, OfShapes) {
  for (const auto& [name, graph] : search_graphs()) {
    if (graph.num_vertices() < 2) continue;
    SCOPED_TRACE(name);
    const auto unit = with_unit_weights(graph);
    const Vertex last = graph.num_vertices() - 1;
    const auto flow = proved_flow(unit, 0, last);
    if (graph.num_arcs() < 20000) {
      EXPECT_EQ(flow.value, detail::edmonds_karp<std::uint64_t>(unit, 0, last));
    }
    EXPECT_EQ(max_flow(graph, 0, last).value, flow.value);
  }
}

TEST(Flows, AlongAPathAreItsLeastCapacity) {
  constexpr Vertex kVertices = 1'000'000;
  std::vector<std::uint32_t> capacities(kVertices - 1, 7);
  capacities[600'000] = 3;
  capacities[700'000] = 4;
  const auto graph = weighted<std::uint32_t>(kVertices, line_edges(kVertices), capacities);
  const auto flow = proved_flow(graph, 0, kVertices - 1);
  EXPECT_EQ(flow.value, 3);
  const auto cut = cut_edges(graph, flow.sides.span());
  ASSERT_EQ(cut.size(), 1);
  EXPECT_EQ(cut[0], (FlowEdge<std::uint32_t>{600'000, 600'001, 3}));
  EXPECT_EQ(flow_edges(graph, flow).size(), kVertices - 1);
}

TEST(Flows, ThroughTheCentreOfALargeStar) {
  constexpr Vertex kLeaves = 300'000;
  std::vector<Edge> edges;
  for (Vertex leaf = 1; leaf <= kLeaves; ++leaf) edges.push_back({0, leaf});
  std::vector<std::uint32_t> capacities(kLeaves, 9);
  capacities[17] = 4;
  const auto graph = weighted<std::uint32_t>(kLeaves + 1, edges, capacities);
  EXPECT_EQ(proved_flow(graph, 1, kLeaves).value, 9);
  EXPECT_EQ(proved_flow(graph, 1, 18).value, 4);
  EXPECT_EQ(proved_flow(graph, 18, 0).value, 4);
}

TEST(Flows, MatchTheSidesOfACompleteBipartiteGraph) {
  constexpr Vertex kLeft = 60;
  constexpr Vertex kRight = 45;
  std::vector<Edge> edges;
  for (Vertex u = 0; u < kLeft; ++u) {
    edges.push_back({kLeft + kRight, u});
    for (Vertex v = kLeft; v < kLeft + kRight; ++v) edges.push_back({u, v});
  }
  for (Vertex v = kLeft; v < kLeft + kRight; ++v) edges.push_back({v, kLeft + kRight + 1});
  const Graph graph = make_graph(kLeft + kRight + 2, edges, Directedness::kDirected);
  EXPECT_EQ(proved_flow(with_unit_weights(graph), kLeft + kRight, kLeft + kRight + 1).value,
            kRight);
}

TEST(Flows, ThroughALargeGridUseAllThreads) {
  constexpr Vertex kRows = 300;
  const std::vector<Edge> edges = grid_edges(kRows, kRows);
  CounterRng rng(3, 3);
  std::vector<std::uint32_t> capacities;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    capacities.push_back(static_cast<std::uint32_t>(rng.below(1000)));
  }
  const auto graph = weighted<std::uint32_t>(kRows * kRows, edges, capacities);
  const auto flow = proved_flow(graph, 0, kRows * kRows - 1);
  EXPECT_EQ(flow.value, proved_flow(graph, kRows * kRows - 1, 0).value);  // an undirected graph
}

TEST(Flows, AddUpParallelEdgesAndIgnoreSelfLoops) {
  const auto graph =
      weighted<std::uint32_t>(3, {{0, 1}, {0, 1}, {1, 1}, {1, 2}, {1, 2}, {1, 2}, {2, 0}},
                              {3, 4, 100, 1, 2, 3, 50}, Directedness::kDirected, kKeepAll);
  const auto flow = proved_flow(graph, 0, 2);
  EXPECT_EQ(flow.value, 6);
  // The first of parallel entries carry it.
  EXPECT_EQ(std::vector(flow.flows.begin(), flow.flows.end()),
            (std::vector<std::uint32_t>{3, 3, 0, 1, 2, 3, 0}));
}

TEST(Flows, WithInfiniteCapacities) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}};
  const auto graph =
      weighted<double>(4, edges, {kInfinity, 2.5, kInfinity, 1.25, 0.5}, Directedness::kDirected);
  EXPECT_EQ(proved_flow(graph, 0, 3).value, 4.25);
  const auto open = weighted<double>(4, edges, {kInfinity, kInfinity, kInfinity, 1.25, 0.5},
                                     Directedness::kDirected);
  EXPECT_THROW((void)max_flow(open, 0, 3), UsageError);
  EXPECT_EQ(proved_flow(open, 3, 0).value, 0);
  const auto undirected = weighted<float>(3, {{0, 1}, {1, 2}}, {INFINITY, 0.1F});
  EXPECT_EQ(proved_flow(undirected, 0, 2).value, static_cast<double>(0.1F));
}

TEST(Flows, WithCapacitiesThatOnlyBoundNothing) {
  // As large as it takes to stand for infinity, and so far above the rest that one unit for all is
  // too coarse.
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 3}, {3, 2}, {2, 4}};
  const auto graph =
      weighted<double>(5, edges, {1e300, 3e-5, 1e300, 1e-9, 1e300}, Directedness::kDirected);
  EXPECT_DOUBLE_EQ(proved_flow(graph, 0, 4).value, 3e-5 + 1e-9);
  const auto too_much =
      weighted<double>(4, {{0, 1}, {1, 2}, {1, 2}, {2, 3}},
                       {kInfinity, 1.7e308, 1.7e308, kInfinity}, Directedness::kDirected, kKeepAll);
  EXPECT_THROW((void)max_flow(too_much, 0, 3), WeightError);
}

// An edge connects a source of which all edges are unbounded to a target. However many these are,
// an edge without a bound counts more than the cut.
TEST(Flows, FromManyUnboundedEdgesAreTheCutBehindThem) {
  for (const Vertex many : {1024U, 5000U}) {
    std::vector<Edge> edges;
    for (Vertex i = 0; i < many; ++i) edges.insert(edges.end(), {{0, 4 + i}, {4 + i, 1}});
    edges.insert(edges.end(), {{1, 2}, {2, 3}});
    std::vector<Edge> back;
    for (const Edge& edge : edges) back.push_back({edge.target, edge.source});
    for (const double unbounded : {kInfinity, 1e300}) {
      std::vector<double> capacities(edges.size(), unbounded);
      capacities[edges.size() - 2] = 1;
      const auto expect_one = [&](const auto& graph, Vertex source, Vertex target) {
        const auto flow = proved_flow(graph, source, target);
        EXPECT_EQ(flow.value, 1);
        EXPECT_EQ(cut_edges(graph, flow.sides.span()).size(), 1);
      };
      const auto undirected = weighted<double>(4 + many, edges, capacities);
      expect_one(undirected, 0, 3);
      expect_one(undirected, 3, 0);
      expect_one(weighted<double>(4 + many, edges, capacities, Directedness::kDirected), 0, 3);
      expect_one(weighted<double>(4 + many, back, capacities, Directedness::kDirected), 3, 0);
    }
  }
}

// Parallel edges without a bound of their own count no more than what can flow.
TEST(Flows, AlongManyParallelEdgesOfInfiniteCapacity) {
  std::vector<Edge> edges{{0, 1}};
  std::vector<double> capacities{0.75};
  for (int i = 0; i < 40; ++i) {
    edges.push_back({1, 2});
    capacities.push_back(i == 3 ? 0.5 : kInfinity);
  }
  edges.push_back({2, 3});
  capacities.push_back(1);
  for (const Directedness directedness : {Directedness::kDirected, Directedness::kUndirected}) {
    const auto graph = weighted<double>(4, edges, capacities, directedness, kKeepAll);
    EXPECT_EQ(proved_flow(graph, 0, 3).value, 0.75);
    EXPECT_EQ(proved_flow(graph, 3, 0).value, directedness == Directedness::kDirected ? 0 : 0.75);
  }
}

// Sums of more than 32 bits between two vertices.
TEST(Flows, OfTheLargestIntegersAddUp) {
  constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t kEdges = 5000;
  std::vector<Edge> edges;
  for (std::uint64_t i = 0; i < kEdges; ++i) edges.insert(edges.end(), {{0, 1}, {1, 2}});
  const auto graph = weighted<std::uint32_t>(3, edges, std::vector(edges.size(), kMost),
                                             Directedness::kUndirected, kKeepAll);
  EXPECT_EQ(proved_flow(graph, 0, 2).value, kEdges * kMost);
}

// Sums beyond 2^64, of capacities that are all multiples of 2^63.
TEST(Flows, OfRealsBeyondSixtyFourBitsAreExact) {
  const std::vector<Edge> edges{{0, 1}, {0, 1}, {0, 1}, {1, 2}, {1, 2}};
  const auto graph = weighted<double>(3, edges, {0x1p63, 0x1p64, 0x3p63, 0x5p63, 0x1p70},
                                      Directedness::kDirected, kKeepAll);
  EXPECT_EQ(proved_flow(graph, 0, 2).value, 0x6p63);
}

TEST(Flows, OfCapacitiesZeroAreNothing) {
  const auto graph = weighted<std::uint32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}, {5, 0, 5, 0});
  const auto flow = proved_flow(graph, 0, 3);
  EXPECT_EQ(flow.value, 0);
  EXPECT_EQ(flow_edges(graph, flow).size(), 0);
  EXPECT_EQ(cut_edges(graph, flow.sides.span()).size(), 0);
}

// Sums of multiples of one power of two are exact, be they tiny or of 60 bits.
TEST(Flows, OfMultiplesOfOnePowerOfTwoAreExact) {
  for (const double unit : {std::numeric_limits<double>::denorm_min(), 0x1p-30, 1.0}) {
    const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 2}};
    const auto graph =
        weighted<double>(4, edges, {3 * unit, 0x1p50 * unit, 0x1p49 * unit, 0x1p50 * unit, unit},
                         Directedness::kDirected);
    const auto flow = proved_flow(graph, 0, 3);
    EXPECT_EQ(flow.value, (0x1p50 + 3) * unit);
    EXPECT_EQ(flow.flows[0] + flow.flows[1], flow.value);
    EXPECT_EQ(proved_flow(graph, 3, 0).value, 0);
  }
}

TEST(Flows, AreRefusedWithoutTwoEndsOrWithBadCapacities) {
  const auto graph = weighted<double>(3, {{0, 1}, {1, 2}}, {1.0, -1.0});
  EXPECT_THROW((void)max_flow(graph, 0, 2), WeightError);
  const auto good = weighted<double>(3, {{0, 1}, {1, 2}}, {1.0, 1.0});
  EXPECT_THROW((void)max_flow(good, 1, 1), UsageError);
  EXPECT_THROW((void)max_flow(good, 0, 3), UsageError);
  EXPECT_THROW((void)max_flow(good, 7, 0), UsageError);
  EXPECT_THROW((void)max_flow(good, 0, 2, {.threads = -1}), UsageError);
  for (const Vertex n : {0U, 1U}) {
    EXPECT_THROW((void)max_flow(make_graph(n, {}), 0, 0), UsageError);
    EXPECT_THROW((void)max_flow(make_graph(n, {}), 0, 1), UsageError);
  }
}

// Of tests/data/flow/flows.tsv: what igraph finds on real graphs.
TEST(FlowData, OfRealGraphsAreThoseOfIgraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  std::ifstream table(std::string(STRIDER_TEST_DATA) + "/flow/flows.tsv");
  std::string line;
  std::getline(table, line);
  int rows = 0;
  while (std::getline(table, line)) {
    SCOPED_TRACE(line);
    std::istringstream cells(line);
    std::string name;
    Vertex source = 0;
    Vertex target = 0;
    double expected = 0;
    std::int64_t connectivity = 0;
    ASSERT_TRUE(cells >> name >> source >> target >> expected >> connectivity);
    const LoadedGraph loaded = read_graph((*folder / name).string());
    const auto expect_flow = [&](const auto& graph) {
      const auto flow = proved_flow(graph, source, target);
      EXPECT_NEAR(static_cast<double>(flow.value), expected, 1e-9 * expected);
    };
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            expect_flow(with_unit_weights(graph));
          } else {
            expect_flow(graph);
          }
        },
        loaded.graph);
    if (connectivity >= 0) {
      const auto found = edge_connectivity(topology(loaded.graph));
      EXPECT_EQ(static_cast<std::int64_t>(found.value), connectivity);
    }
    ++rows;
  }
  EXPECT_GE(rows, 20);
}

}  // namespace
}  // namespace strider::test
