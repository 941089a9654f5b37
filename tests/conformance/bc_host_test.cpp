// Every method, at 1, 2 and 4 threads, against the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "conformance/bc.hpp"

namespace strider::test {
namespace {

/// Graphs up to this size are done exactly, larger ones from some sources.
constexpr Vertex kExact = 130;

void expect_method(const Graph& graph, BetweennessOptions options, BetweennessMethod method,
                   const std::string& name) {
  const BetweennessResult oracle = oracle_of(graph, options);
  options.method = method;
  expect_scores_by_threads(graph, options, oracle, name);
}

class EveryMethod : public testing::TestWithParam<BetweennessMethod> {};

TEST_P(EveryMethod, EqualsTheOracleOnEveryGraph) {
  for (const NamedGraph& named : betweenness_graphs()) {
    for (const NamedQuestion& one : questions_of(named.graph, kExact, 2)) {
      expect_method(named.graph, one.options, GetParam(), named.name + ", " + one.name);
      if (HasFailure()) return;
    }
  }
}

TEST_P(EveryMethod, EqualsTheOracleOnDeepGraphs) {
  for (const NamedGraph& named : deep_betweenness_graphs()) {
    const Vertex n = named.graph.num_vertices();
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      // From an end of the graph and from its middle.
      const BetweennessOptions options{.of = of, .sources = std::vector<Vertex>{0, n / 2}};
      expect_method(named.graph, options, GetParam(), named.name);
      if (HasFailure()) return;
    }
  }
}

/// A grid with trees hanging off it.
Graph deep_graph() {
  constexpr Vertex kSide = 130;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kSide * kSide; ++v) {
    if ((v + 1) % kSide != 0) edges.push_back({v, v + 1});
    if (v + kSide < kSide * kSide) edges.push_back({v, v + kSide});
  }
  const Vertex n = 2 * kSide * kSide;
  for (Vertex v = kSide * kSide; v < n; ++v) edges.push_back({(v * 7919U) % v, v});
  return make_graph(n, edges);
}

// Large enough for what auto does to a graph before it is searched, and for full batches.
TEST(AutoOnLargeGraphs, EqualsTheOracle) {
  const std::vector<NamedGraph> graphs{
      {"deep", deep_graph()},
      {"skewed", make_graph(1U << 13U, skewed_edges(13, 1U << 16U, 5))},
      {"skewed directed",
       make_graph(1U << 13U, skewed_edges(13, 1U << 17U, 6), Directedness::kDirected)},
      {"uniform", make_graph(9000, random_edges(9000, 60000, 7))},
      {"few of many connected", make_graph(90000, random_edges(90000, 40000, 8))},
      // Short levels, and then more than batches are good for.
      {"skewed with a tail", [] {
         std::vector<Edge> edges = skewed_edges(12, 1U << 16U, 9);
         for (Vertex v = 4095; v < 4395; ++v) edges.push_back({v, v + 1});
         edges.push_back({4394, 4395});
         edges.push_back({4395, 4393});
         return make_graph(4396, edges);
       }()}};
  for (const NamedGraph& named : graphs) {
    const Vertex n = named.graph.num_vertices();
    const BetweennessOptions many{.sources = some_vertices(n, 40)};
    const BetweennessOptions many_with_ends{.endpoints = BetweennessEndpoints::kIncluded,
                                            .sources = some_vertices(n, 40)};
    const BetweennessOptions few{.sources = some_vertices(n, 4)};
    const BetweennessOptions few_with_ends{.endpoints = BetweennessEndpoints::kIncluded,
                                           .sources = some_vertices(n, 3)};
    const BetweennessOptions edges{.of = BetweennessOf::kEdges, .sources = some_vertices(n, 1)};
    for (const BetweennessOptions& options : {many, many_with_ends, few, few_with_ends, edges}) {
      expect_method(named.graph, options, BetweennessMethod::kAuto, named.name);
      if (HasFailure()) return;
    }
  }
}

// Large enough that rows of floats pay off: with few levels, and with too many levels for them.
TEST(AutoInSinglePrecision, IsAsNearAsPromised) {
  const Graph graphs[] = {make_graph(1U << 13U, skewed_edges(13, 1U << 17U, 5)),
                          make_graph(9000, random_edges(9000, 60000, 7)),
                          make_graph(40000, random_edges(40000, 60000, 7))};
  int rounded = 0;
  for (const Graph& graph : graphs) {
    BetweennessOptions options{.sources = some_vertices(graph.num_vertices(), 40)};
    const BetweennessResult full = betweenness(graph, options);
    options.precision = BetweennessPrecision::kSingle;
    BetweennessResult first;
    for (const int threads : {1, 2, 4}) {
      options.run.threads = threads;
      BetweennessResult result = betweenness(graph, options);
      rounded += expect_single_precision(result, full, std::to_string(threads) + " threads");
      if (threads == 1) {
        first = std::move(result);
      } else {
        expect_equal_bits(result, first, std::to_string(threads) + " threads");
      }
    }
  }
  EXPECT_GT(rounded, 0) << "floats were not used";
}

INSTANTIATE_TEST_SUITE_P(Host, EveryMethod, testing::ValuesIn(all_betweenness_methods()),
                         [](const auto& info) {
                           std::string name(betweenness_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace strider::test
