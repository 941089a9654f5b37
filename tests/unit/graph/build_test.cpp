#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "support/listed_edges.hpp"

namespace strider {
namespace {

using test::list_of;

std::vector<std::vector<Vertex>> rows_of(const Graph& graph) {
  std::vector<std::vector<Vertex>> rows;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const auto row = graph.out().neighbors(v);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

TEST(Build, EmptyAndIsolated) {
  EXPECT_EQ(build_graph(list_of(0, {})).num_vertices(), 0U);
  BuildReport report;
  const Graph graph = build_graph(list_of(3, {}), {}, &report);
  EXPECT_EQ(graph.num_vertices(), 3U);
  EXPECT_EQ(graph.num_edges(), 0U);
  EXPECT_EQ(report.isolated, 3U);
}

TEST(Build, KeepsAListThatTheCallerKeeps) {
  const EdgeList list = list_of(3, {{0, 1}, {1, 2}});
  EXPECT_EQ(build_graph(list).num_edges(), 2U);
  EXPECT_EQ(list.edges.size(), 2U);
  EdgeList weighted = list_of(3, {{0, 1}, {1, 2}});
  weighted.weights = Array<float>(2, 0.5F);
  const AnyGraph graph = build_any_graph(weighted);
  EXPECT_EQ(std::get<WeightedGraph<float>>(graph).weights()[0], 0.5F);
  EXPECT_EQ(std::get<Array<float>>(weighted.weights).size(), 2U);
  const auto rows = rows_of(build_graph(weighted));
  EXPECT_EQ(rows_of(build_graph(std::move(weighted))), rows);
}

TEST(MakeEdgeList, TakesTheArraysOfTheCaller) {
  const std::vector<Vertex> sources = {0, 4, 1};
  const std::vector<Vertex> targets = {1, 0, 2};
  const std::vector<double> lengths = {1, 0.25, 4};
  const EdgeList plain = make_edge_list(sources, targets, Directedness::kDirected);
  EXPECT_EQ(plain.num_vertices, 5U);
  EXPECT_EQ(plain.edges[1], (Edge{4, 0}));
  EXPECT_EQ(plain.directedness, Directedness::kDirected);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(plain.weights));
  const EdgeList weighted =
      make_edge_list(sources, targets, Directedness::kUndirected, lengths, Vertex{9});
  EXPECT_EQ(weighted.num_vertices, 9U);
  EXPECT_EQ(std::get<Array<double>>(weighted.weights)[1], 0.25);
  EXPECT_EQ(make_edge_list({}, {}, Directedness::kDirected).num_vertices, 0U);
}

TEST(MakeEdgeList, RefusesArraysThatDoNotFit) {
  const std::vector<Vertex> two = {0, 1};
  const std::vector<Vertex> three = {0, 1, 2};
  const std::vector<float> one = {1};
  const std::vector<Vertex> none = {0, kNoVertex};
  EXPECT_THROW((void)make_edge_list(two, three, Directedness::kDirected), UsageError);
  EXPECT_THROW((void)make_edge_list(two, two, Directedness::kDirected, one), UsageError);
  EXPECT_THROW((void)make_edge_list(two, none, Directedness::kDirected), UsageError);
}

TEST(Build, RemovesLoopsAndDuplicatesAndSaysSo) {
  BuildReport report;
  const Graph graph =
      build_graph(list_of(5, {{0, 1}, {1, 0}, {2, 2}, {1, 2}, {0, 1}, {2, 2}}), {}, &report);
  EXPECT_EQ(graph.num_edges(), 2U);
  EXPECT_EQ(report.self_loops, 2U);
  EXPECT_EQ(report.duplicates, 2U);
  EXPECT_EQ(report.isolated, 2U);
  EXPECT_EQ(rows_of(graph), (std::vector<std::vector<Vertex>>{{1}, {0, 2}, {1}, {}, {}}));
}

TEST(Build, KeepsLoopsAndDuplicatesWhenAsked) {
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  BuildReport report;
  const Graph graph = build_graph(list_of(3, {{0, 1}, {1, 0}, {2, 2}, {2, 2}}), keep, &report);
  EXPECT_EQ(rows_of(graph), (std::vector<std::vector<Vertex>>{{1, 1}, {0, 0}, {2, 2}}));
  EXPECT_EQ(graph.num_edges(), 4U);
  EXPECT_EQ(graph.num_self_loops(), 2U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_EQ(report.isolated, 0U);
}

TEST(Build, DirectedKeepsBothWaysAndHasATranspose) {
  BuildReport report;
  const Graph graph = build_graph(
      list_of(4, {{0, 1}, {1, 0}, {2, 0}, {2, 0}}, Directedness::kDirected), {}, &report);
  EXPECT_EQ(graph.num_edges(), 3U);
  EXPECT_EQ(report.duplicates, 1U);
  EXPECT_EQ(report.isolated, 1U);
  EXPECT_FALSE(graph.has_transpose());
  const auto into = graph.in().neighbors(0);
  EXPECT_EQ(std::vector<Vertex>(into.begin(), into.end()), (std::vector<Vertex>{1, 2}));
}

TEST(Build, SmallestWeightOfDuplicatesStays) {
  EdgeList list = list_of(3, {{0, 1}, {1, 0}, {1, 2}, {0, 1}});
  list.weights = Array<float>::copy_of(std::vector<float>{3, 1, 7, 2});
  const AnyGraph any = build_any_graph(std::move(list));
  const auto& graph = std::get<WeightedGraph<float>>(any);
  EXPECT_EQ(graph.weights(0)[0], 1.0F);
  EXPECT_EQ(graph.weights(1)[0], 1.0F);
  EXPECT_EQ(graph.weights(1)[1], 7.0F);
}

TEST(Build, GreatestWeightOfDuplicatesStaysWhereAskedFor) {
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    EdgeList list = list_of(3, {{0, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 2}, {2, 2}}, directedness);
    list.weights = Array<float>::copy_of(std::vector<float>{3, 5, 7, 4, 8, 9});
    BuildReport report;
    const AnyGraph any = build_any_graph(
        std::move(list), {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeepHeaviest},
        &report);
    const auto& graph = std::get<WeightedGraph<float>>(any);
    const bool directed = directedness == Directedness::kDirected;
    EXPECT_EQ(graph.weights(0)[0], directed ? 4.0F : 5.0F);
    EXPECT_EQ(graph.weights(1)[0], 5.0F);
    EXPECT_EQ(graph.weights(1)[1], 7.0F);
    EXPECT_EQ(graph.weights(2)[graph.weights(2).size() - 1], 9.0F);
    EXPECT_EQ(graph.topology().num_edges(), directed ? 4U : 3U);
    EXPECT_EQ(graph.topology().num_self_loops(), 1U);
    EXPECT_EQ(report.duplicates, directed ? 1U : 2U);
  }
}

// Directed edges that are taken both ways: of (u, v) and (v, u) the heavier.
TEST(Build, GreatestWeightOfBothDirectionsStaysWhereAskedFor) {
  EdgeList list = list_of(2, {{0, 1}, {1, 0}}, Directedness::kDirected);
  list.weights = Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{3, 8});
  const AnyGraph any = build_any_graph(
      std::move(list),
      {.duplicates = Duplicates::kKeepHeaviest, .directedness = Directedness::kUndirected});
  const auto& graph = std::get<WeightedGraph<std::uint32_t>>(any);
  EXPECT_EQ(graph.weights(0)[0], 8U);
  EXPECT_EQ(graph.weights(1)[0], 8U);
}

TEST(Build, RefusesEndsOutOfRange) {
  EXPECT_THROW((void)build_graph(list_of(2, {{0, 2}})), UsageError);
}

TEST(Build, RefusesWeightsThatDoNotFit) {
  EdgeList short_list = list_of(3, {{0, 1}, {1, 2}});
  short_list.weights = Array<float>(1, 1.0F);
  EXPECT_THROW((void)build_any_graph(std::move(short_list)), UsageError);
  EdgeList nan_list = list_of(3, {{0, 1}, {1, 2}});
  nan_list.weights =
      Array<double>::copy_of(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_THROW((void)build_any_graph(std::move(nan_list)), UsageError);
}

class RandomBuild : public testing::TestWithParam<std::pair<Vertex, Directedness>> {};

TEST_P(RandomBuild, EqualsASetOfEdgesAtAnyThreadCount) {
  const auto [n, directedness] = GetParam();
  CounterRng rng(7, n);
  std::vector<Edge> edges;
  std::map<Vertex, std::set<Vertex>> expected;
  for (int i = 0; i < 20000; ++i) {
    const auto u = static_cast<Vertex>(rng.below(n));
    const auto v = static_cast<Vertex>(rng.below(n));
    edges.push_back({u, v});
    if (u == v) continue;
    expected[u].insert(v);
    if (directedness == Directedness::kUndirected) expected[v].insert(u);
  }
  for (const int threads : {1, 2, 4}) {
    const Graph graph =
        build_graph(list_of(n, edges, directedness), BuildOptions{.threads = threads});
    for (Vertex v = 0; v < n; ++v) {
      const auto row = graph.out().neighbors(v);
      ASSERT_TRUE(std::equal(row.begin(), row.end(), expected[v].begin(), expected[v].end()))
          << "row " << v << ", " << threads << " threads";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomBuild,
                         testing::Values(std::pair{50U, Directedness::kUndirected},
                                         std::pair{5000U, Directedness::kUndirected},
                                         std::pair{5000U, Directedness::kDirected},
                                         std::pair{300000U, Directedness::kUndirected}));

TEST(Relabel, KeepsEdgesAndLabels) {
  const Graph graph = build_graph(list_of(4, {{0, 1}, {1, 2}, {1, 3}}));
  for (const Ordering ordering : {Ordering::kDegree, Ordering::kRandom, Ordering::kLocality}) {
    const Permutation permutation = make_ordering(graph, ordering, 42);
    const Graph renamed = relabel(graph, permutation);
    std::set<std::pair<std::string, std::string>> edges;
    for (Vertex u = 0; u < 4; ++u) {
      for (const Vertex v : renamed.out().neighbors(u)) {
        edges.emplace(renamed.labels().label(u), renamed.labels().label(v));
      }
    }
    EXPECT_EQ(edges, (std::set<std::pair<std::string, std::string>>{
                         {"0", "1"}, {"1", "0"}, {"1", "2"}, {"2", "1"}, {"1", "3"}, {"3", "1"}}));
    EXPECT_EQ(renamed.labels().find("1", 4), permutation.to_new[1]);
  }
}

TEST(Relabel, CarriesWeights) {
  EdgeList list = list_of(3, {{0, 1}, {1, 2}});
  list.weights = Array<std::uint32_t>::copy_of(std::vector<std::uint32_t>{10, 20});
  const AnyGraph any = build_any_graph(std::move(list));
  const Permutation reverse{Array<Vertex>::copy_of(std::vector<Vertex>{2, 1, 0}),
                            Array<Vertex>::copy_of(std::vector<Vertex>{2, 1, 0})};
  const auto renamed = relabel(std::get<WeightedGraph<std::uint32_t>>(any), reverse);
  EXPECT_EQ(renamed.weights(0)[0], 20U);
  EXPECT_EQ(renamed.topology().out().neighbors(1)[0], 0U);
  EXPECT_EQ(renamed.weights(1)[0], 20U);
  EXPECT_EQ(renamed.weights(1)[1], 10U);
  EXPECT_EQ(renamed.weights(2)[0], 10U);
}

TEST(Relabel, RefusesWhatIsNoPermutation) {
  const Graph graph = build_graph(list_of(3, {{0, 1}, {1, 2}}));
  const auto permutation = [](const std::vector<Vertex>& to_new,
                              const std::vector<Vertex>& to_old) {
    return Permutation{Array<Vertex>::copy_of(to_new), Array<Vertex>::copy_of(to_old)};
  };
  EXPECT_THROW((void)relabel(graph, permutation({0, 1}, {0, 1})), UsageError);
  EXPECT_THROW((void)relabel(graph, permutation({0, 1, 3}, {0, 1, 2})), UsageError);
  EXPECT_THROW((void)relabel(graph, permutation({0, 0, 1}, {0, 2, 1})), UsageError);
}

TEST(Relabel, OrdersByDegreeAlsoWhereParallelEdgesOutnumberVertices) {
  const BuildOptions keep{.duplicates = Duplicates::kKeep};
  const Graph graph = build_graph(list_of(3, {{1, 2}, {1, 2}, {1, 2}, {1, 2}, {0, 1}}), keep);
  const Permutation order = make_ordering(graph, Ordering::kDegree);
  EXPECT_EQ(order.to_old[0], 1U);
  EXPECT_EQ(order.to_old[1], 2U);
  EXPECT_EQ(order.to_old[2], 0U);
}

}  // namespace
}  // namespace strider
