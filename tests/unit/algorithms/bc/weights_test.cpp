// Path lengths: ties, zeros, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "base/random.hpp"
#include "strider/betweenness.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/weighted_graphs.hpp"

namespace strider {
namespace {

using test::weighted;

template <class W>
std::vector<double> weighted_scores_of(const WeightedGraph<W>& graph,
                                       BetweennessMethod method = BetweennessMethod::kAuto) {
  const BetweennessResult result = betweenness(graph, {.method = method});
  return {result.scores.begin(), result.scores.end()};
}

/// 0 -a- 1 -b- 2, and 0 -c- 2: vertex 1 has 1 where a + b < c, 1/2 where they are equal, else 0.
template <class W>
double detour(W a, W b, W c) {
  return weighted_scores_of(weighted<W>(3, {{0, 1}, {1, 2}, {0, 2}}, {a, b, c}))[1];
}

TEST(BetweennessTies, DecimalsAreTheDecimalsThatTheySay) {
  EXPECT_EQ(detour(0.1, 0.2, 0.3), 0.5);
  EXPECT_EQ(detour(0.1F, 0.2F, 0.3F), 0.5);
  EXPECT_EQ(detour(0.7, 0.1, 0.8), 0.5);
  EXPECT_EQ(detour(1.1, 2.2, 3.3), 0.5);
  EXPECT_EQ(detour(1e-3, 2e-3, 3e-3), 0.5);
  EXPECT_EQ(detour(0.1, 0.2, 0.3000000001), 1);
  EXPECT_EQ(detour(0.1, 0.2, 0.29999999999999), 0);
  EXPECT_EQ(detour(0.1, 0.2, 0.30000000000001), 1);
}

TEST(BetweennessTies, LargeAndSmallAreAddedExactly) {
  EXPECT_EQ(detour(1e15, 1.0, 1e15), 0);
  EXPECT_EQ(detour(1e20, 1.0, 1e20), 0);  // in double, 1e20 + 1 is 1e20
  EXPECT_EQ(detour(9007199254740991.0, 1.0, 9007199254740992.0), 0.5);
  EXPECT_EQ(detour(1e-10, 1e-10, 2e-10), 0.5);
  EXPECT_EQ(detour(1e-300, 1e-300, 2e-300), 0.5);
  EXPECT_EQ(detour(16777215.0F, 1.0F, 16777216.0F), 0.5);
  EXPECT_EQ(detour<std::uint32_t>(4294967295U, 4294967295U, 4294967295U), 0);
}

TEST(BetweennessTies, MeasuredWeightsAreEqualWithinTheirRounding) {
  EXPECT_EQ(detour(1.0 / 3, 2.0 / 3, 1.0), 0.5);
  EXPECT_EQ(detour(1.0 / 6, 1.0 / 6, 1.0 / 3), 0.5);
  EXPECT_EQ(detour(std::sqrt(2.0), std::sqrt(2.0), 2 * std::sqrt(2.0)), 0.5);
  EXPECT_EQ(detour(0.1 + 0.2, 1.0 / 7, 0.3 + 1.0 / 7), 0.5);
  EXPECT_EQ(detour(1.0F / 3, 2.0F / 3, 1.0F), 0.5);
  EXPECT_EQ(detour(1.0 / 3, 2.0 / 3, 1.0 + 1e-14), 1);
}

// Sums from left to right differ from sums from right to left; the pair has one length all the
// same.
TEST(BetweennessTies, APathIsAsLongFromEitherEnd) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 5}, {5, 3}};
  const auto graph = weighted<double>(6, edges, {0.1, 0.2, 0.3, 0.3, 0.2, 0.1});
  const std::vector<double> scores = weighted_scores_of(graph);
  EXPECT_EQ(scores[1], scores[4]);
  EXPECT_EQ(scores[2], scores[5]);
  EXPECT_EQ(scores[1], scores[5]);
}

TEST(BetweennessTies, OfParallelEdgesTheShortestCounts) {
  EdgeList list;
  list.num_vertices = 3;
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 0}, {1, 2}, {0, 2}, {0, 0}});
  list.weights = Array<double>::copy_of(std::vector<double>{5, 1, 1, 2, 0});
  const AnyGraph graph = build_any_graph(
      std::move(list), {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
  EXPECT_EQ(weighted_scores_of(std::get<WeightedGraph<double>>(graph))[1], 0.5);
}

/// All shortest simple paths of a small graph, one by one.
class BruteForce {
 public:
  explicit BruteForce(const WeightedGraph<std::uint32_t>& graph) : graph_(graph) {}

  std::vector<double> vertex_scores() {
    const Vertex n = graph_.topology().num_vertices();
    std::vector<double> scores(n, 0);
    for (Vertex s = 0; s < n; ++s) {
      for (Vertex t = 0; t < n; ++t) {
        if (s == t) continue;
        shortest_ = std::numeric_limits<std::uint64_t>::max();
        paths_.clear();
        path_.assign(1, s);
        walk(t, 0);
        for (const auto& path : paths_) {
          for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            scores[path[i]] += 1.0 / static_cast<double>(paths_.size());
          }
          for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            edge_scores_[{path[i], path[i + 1]}] += 1.0 / static_cast<double>(paths_.size());
          }
        }
      }
    }
    return scores;
  }
  /// Of arcs; after vertex_scores().
  std::map<std::pair<Vertex, Vertex>, double>& edge_scores() { return edge_scores_; }

 private:
  void walk(Vertex target, std::uint64_t length) {
    const Vertex v = path_.back();
    if (length > shortest_) return;
    if (v == target) {
      if (length < shortest_) paths_.clear();
      shortest_ = length;
      paths_.push_back(path_);
      return;
    }
    const auto row = graph_.topology().out().neighbors(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (std::find(path_.begin(), path_.end(), row[i]) != path_.end()) continue;
      path_.push_back(row[i]);
      walk(target, length + graph_.weights(v)[i]);
      path_.pop_back();
    }
  }

  const WeightedGraph<std::uint32_t>& graph_;
  std::uint64_t shortest_ = 0;
  std::vector<Vertex> path_;
  std::vector<std::vector<Vertex>> paths_;
  std::map<std::pair<Vertex, Vertex>, double> edge_scores_;
};

/// Edges without repetition; weights 0 to 3, zeros many but in no cycle.
WeightedGraph<std::uint32_t> graph_with_zeros(Vertex n, std::size_t num_edges, std::uint64_t seed,
                                              Directedness directedness) {
  CounterRng rng(seed, n);
  std::vector<Vertex> root(n);
  for (Vertex v = 0; v < n; ++v) root[v] = v;
  const auto find = [&](Vertex v) {
    while (root[v] != v) v = root[v];
    return v;
  };
  std::map<std::pair<Vertex, Vertex>, std::uint32_t> chosen;
  for (std::size_t i = 0; i < num_edges; ++i) {
    auto u = static_cast<Vertex>(rng.below(n));
    auto v = static_cast<Vertex>(rng.below(n));
    if (u == v || chosen.count({u, v}) != 0 || chosen.count({v, u}) != 0) continue;
    auto weight = static_cast<std::uint32_t>(rng.below(5));
    weight = weight > 2 ? 0 : weight + 1;
    if (weight == 0 && directedness == Directedness::kUndirected) {
      if (find(u) == find(v)) {
        weight = 1;
      } else {
        root[find(u)] = find(v);
      }
    }
    if (weight == 0 && directedness == Directedness::kDirected && u > v) std::swap(u, v);
    chosen[{u, v}] = weight;
  }
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  for (const auto& [edge, weight] : chosen) {
    edges.push_back({edge.first, edge.second});
    weights.push_back(weight);
  }
  return weighted<std::uint32_t>(n, edges, weights, directedness);
}

class ZeroWeights : public testing::TestWithParam<Directedness> {};

TEST_P(ZeroWeights, EqualAllPathsOneByOne) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Vertex n = 4 + static_cast<Vertex>(seed % 5);
    const auto graph = graph_with_zeros(n, n + seed % 9, seed, GetParam());
    BruteForce all(graph);
    std::vector<double> expected = all.vertex_scores();
    const bool directed = GetParam() == Directedness::kDirected;
    for (double& score : expected) score *= directed ? 1 : 0.5;
    const std::vector<double> scores = weighted_scores_of(graph);
    for (Vertex v = 0; v < n; ++v) {
      ASSERT_NEAR(scores[v], expected[v], 1e-12) << "seed " << seed << ", vertex " << v;
    }
    const BetweennessResult edges = betweenness(graph, {.of = BetweennessOf::kEdges});
    for (std::size_t i = 0; i < edges.edges.size(); ++i) {
      const auto [u, v] = edges.edges[i];
      const double score = directed ? all.edge_scores()[{u, v}]
                                    : (all.edge_scores()[{u, v}] + all.edge_scores()[{v, u}]) / 2;
      ASSERT_NEAR(edges.scores[i], score, 1e-12) << "seed " << seed << ", edge " << u << " " << v;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Both, ZeroWeights,
                         testing::Values(Directedness::kUndirected, Directedness::kDirected),
                         [](const auto& info) {
                           return info.param == Directedness::kDirected ? "Directed" : "Undirected";
                         });

TEST(BetweennessWeights, AllOneAreHops) {
  for (const auto& [name, graph] : test::search_graphs()) {
    if (graph.num_vertices() > 800) continue;
    Array<double> ones(graph.num_arcs(), 1.0);
    const BetweennessResult by_length =
        betweenness(WeightedGraph<double>(graph, SharedArray<double>(std::move(ones))));
    const BetweennessResult by_hops = betweenness(graph);
    for (std::size_t v = 0; v < by_hops.scores.size(); ++v) {
      const double score = by_hops.scores[v];
      ASSERT_NEAR(by_length.scores[v], score, 1e-11 * std::max(1.0, score)) << name;
    }
  }
}

TEST(BetweennessWeights, AutoEqualsTheOracleAtEveryNumberOfThreads) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      CounterRng rng(seed, 1);
      const auto edges = test::random_edges(150, 600, seed);
      std::vector<double> weights;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto small = static_cast<double>(1 + rng.below(6));
        weights.push_back(seed % 3 == 0   ? rng.uniform() + 1e-9
                          : seed % 3 == 1 ? small / 10
                                          : small);
      }
      const auto graph = weighted<double>(150, edges, weights, directedness);
      const std::vector<double> oracle = weighted_scores_of(graph, BetweennessMethod::kSerial);
      std::vector<double> first;
      for (const int threads : {1, 2, 4}) {
        const BetweennessResult result = betweenness(graph, {.run = {.threads = threads}});
        const std::vector<double> scores(result.scores.begin(), result.scores.end());
        for (std::size_t v = 0; v < scores.size(); ++v) {
          ASSERT_NEAR(scores[v], oracle[v], 1e-11 * std::max(1.0, oracle[v])) << seed;
        }
        if (first.empty()) first = scores;
        ASSERT_EQ(scores, first) << seed << ", " << threads << " threads";
      }
    }
  }
}

TEST(BetweennessWeights, WeightsOfAllRangesAreExact) {
  // More than 64 bits for a path, and more than 53 for a weight.
  std::vector<Edge> edges = test::line_edges(40);
  edges.push_back({0, 39});
  std::vector<double> weights(39, 1e18);
  weights.push_back(39e18);
  const std::vector<double> scores = weighted_scores_of(weighted<double>(40, edges, weights));
  std::vector<double> ones(39, 1);
  ones.push_back(39);
  EXPECT_EQ(scores, weighted_scores_of(weighted<double>(40, edges, ones)));
}

std::string refusal(const WeightedGraph<double>& graph) {
  try {
    (void)betweenness(graph);
  } catch (const WeightError& error) {
    return error.what();
  }
  return "";
}

TEST(BetweennessWeights, RefusesWhatHasNoShortestPaths) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}};
  const auto with = [&](double weight, Directedness directedness = Directedness::kUndirected) {
    return refusal(weighted<double>(3, edges, {1.5, weight, 2}, directedness));
  };
  EXPECT_NE(with(-1).find("-1"), std::string::npos);
  EXPECT_NE(with(-0.5, Directedness::kDirected).find("-0.5"), std::string::npos);
  EXPECT_NE(with(std::numeric_limits<double>::infinity()).find("inf"), std::string::npos);
  EXPECT_NE(with(1e-40).find("magnitude"), std::string::npos);
  EXPECT_EQ(with(0), "");
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const auto cycle = weighted<double>(3, edges, {0, 0, 0}, directedness);
    EXPECT_NE(refusal(cycle).find("cycle"), std::string::npos);
  }
}

TEST(BetweennessWeights, OnlyTwoMethodsKnowThem) {
  const auto graph = weighted<double>(3, {{0, 1}, {1, 2}}, {1, 2});
  EXPECT_THROW((void)weighted_scores_of(graph, BetweennessMethod::kEdgeParallel), UsageError);
  EXPECT_EQ(weighted_scores_of(graph, BetweennessMethod::kSerial)[1], 1);
}

}  // namespace
}  // namespace strider
