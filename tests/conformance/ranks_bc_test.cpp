// Betweenness on ranks, both ways of sharing, against the oracle of one machine.
#include "conformance/ranks_bc.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "algorithms/bc/ranks/engine.hpp"
#include "strider/error.hpp"
#include "support/corner_grid.hpp"
#include "support/errors.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider::test {
namespace {

/// Graphs up to this size are done exactly, larger ones from some sources.
constexpr Vertex kExact = 60;

/// Where ranks wait for cores, what has most to get wrong.
std::vector<NamedQuestion> questions(const Graph& graph) {
  std::vector<NamedQuestion> all = questions_of(graph, kExact, 6);
  if (test_world().size() > 2) all.resize(std::min<std::size_t>(all.size(), 2));
  return all;
}

/// The ways of sharing: every rank the whole graph, and some sizes of batches, of which whole
/// questions of vertices take all where ranks are no more than cores.
std::vector<DistBetweennessOptions> ways(const BetweennessOptions& options) {
  std::vector<DistBetweennessOptions> all;
  all.push_back(for_ranks(options));
  all.back().share = BcShare::kReplicated;
  const bool plain = options.of == BetweennessOf::kVertices && !options.targets &&
                     options.endpoints == BetweennessEndpoints::kExcluded;
  for (const std::uint32_t batch_size : {1U, 3U, 16U}) {
    const bool few_cores = test_world().size() > 2;
    if (few_cores ? batch_size != 3 : !plain && batch_size != 16) continue;
    all.push_back(for_ranks(options));
    all.back().share = BcShare::kPartitioned;
    all.back().tuning.batch_size = batch_size;
  }
  return all;
}

std::string described(const DistBetweennessOptions& way) {
  return std::string(bc_share_name(way.share)) + ", " + std::to_string(way.tuning.batch_size) +
         " at once";
}

void expect_oracle(const DistGraph& parts, const Graph& graph, const BetweennessOptions& options,
                   const std::string& name) {
  const BetweennessResult oracle = oracle_of(graph, options);
  for (const DistBetweennessOptions& way : ways(options)) {
    const DistBetweennessResult result = betweenness(parts, way);
    EXPECT_EQ(result.share(), way.share);
    EXPECT_EQ(result.batch_size(), way.tuning.batch_size);
    expect_same_scores(gather_scores(result, graph.num_vertices()), oracle,
                       name + ", " + described(way));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(DistBetweenness, EqualsTheOracleOnEveryGraph) {
  const Cluster cluster;
  for (const NamedGraph& named : betweenness_graphs()) {
    const DistGraph parts = cut(cluster, list_edges(named.graph));
    for (const NamedQuestion& one : questions(named.graph)) {
      expect_oracle(parts, named.graph, one.options, named.name + ", " + one.name);
      if (HasFailure()) return;
    }
  }
}

// Path counts past 2^64, and past the range of double: 10^328.
TEST(DistBetweenness, EqualsTheOracleOnDeepGraphs) {
  const Cluster cluster;
  for (const NamedGraph& named : deep_betweenness_graphs()) {
    const Vertex n = named.graph.num_vertices();
    const DistGraph parts = cut(cluster, list_edges(named.graph));
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      expect_oracle(parts, named.graph, {.of = of, .sources = std::vector<Vertex>{0, n / 2, n - 1}},
                    named.name);
      if (HasFailure()) return;
    }
  }
}

// 10^600 paths between its corners.
TEST(DistBetweenness, ALargeGrid) {
  constexpr Vertex kSide = 1024;
  const Cluster cluster;
  if (cluster.size() > 2) GTEST_SKIP() << "ranks wait for one another in each of 2047 levels";
  const Graph grid = make_graph(kSide * kSide, grid_edges(kSide, kSide));
  const DistGraph parts = cut(cluster, list_edges(grid));
  for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
    DistBetweennessOptions options;
    options.sources = std::vector<GlobalVertex>{0};
    options.share = share;
    expect_corner_dependencies(gather_scores(betweenness(parts, options), kSide * kSide).scores,
                               kSide);
  }
}

TEST(DistBetweenness, EqualsTheOracleHoweverVerticesAreShared) {
  const Cluster cluster;
  const Graph graph = make_graph(120, random_edges(120, 300, 3));
  const Graph directed = make_graph(120, random_edges(120, 400, 4), Directedness::kDirected);
  for (const Graph& one : {graph, directed}) {
    for (const bool shuffled : {false, true}) {
      PartitionOptions options{.distribution = VertexDistribution::kCyclic};
      if (shuffled) options = {.shuffle_seed = 7};
      const DistGraph parts = cut(cluster, list_edges(one), options);
      for (const NamedQuestion& question : questions(one)) {
        expect_oracle(parts, one, question.options, question.name);
        if (HasFailure()) return;
      }
    }
  }
}

template <class W>
void expect_weighted_oracle(const Cluster& cluster, const WeightedGraph<W>& graph) {
  BetweennessOptions question{.sources = some_vertices(graph.topology().num_vertices(), 20),
                              .run = {.threads = 1}};
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    question.of = of;
    const BetweennessResult one = betweenness(graph, question);
    DistBetweennessOptions options = for_ranks(question);
    options.lengths = PathLengths::kWeights;
    for (const bool cyclic : {false, true}) {
      PartitionOptions partition;
      if (cyclic) partition.distribution = VertexDistribution::kCyclic;
      const DistGraph parts = cut(cluster, list_weighted_edges(graph), partition);
      const DistBetweennessResult result = betweenness(parts, options);
      EXPECT_EQ(result.share(), BcShare::kReplicated);
      expect_same_scores(gather_scores(result, graph.topology().num_vertices()), one, "by weights");
    }
  }
}

TEST(DistBetweenness, GoesByWeights) {
  const Cluster cluster;
  const auto weighted = [](auto weight_of) {
    using W = decltype(weight_of(std::size_t{0}));
    EdgeList list;
    list.num_vertices = 80;
    list.edges = Array<Edge>::copy_of(random_edges(80, 300, 8));
    Array<W> weights(list.edges.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = weight_of(i);
    list.weights = std::move(weights);
    return std::get<WeightedGraph<W>>(build_any_graph(std::move(list)));
  };
  expect_weighted_oracle(
      cluster, weighted([](std::size_t i) { return static_cast<double>(i % 7) / 10 + 1; }));
  expect_weighted_oracle(cluster,
                         weighted([](std::size_t i) { return static_cast<float>(i % 5 + 1); }));
  expect_weighted_oracle(
      cluster, weighted([](std::size_t i) { return static_cast<std::uint32_t>(i % 3 + 1); }));
}

/// The bits of scores that sources are shared for depend on neither ranks nor threads. Each rank
/// also works out all by itself what one rank would.
TEST(DistBetweenness, SharedSourcesGiveTheSameBits) {
  const Cluster cluster;
  const Graph graph = make_graph(1U << 10U, skewed_edges(10, 6000, 5));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const comm::Communicator own_comm = test_world().split(test_world().rank(), 0);
  const detail::Graph1d whole = all_on_one_rank(own_comm, graph);
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    DistBetweennessOptions options{.share = BcShare::kReplicated, .of = of, .run = {.threads = 1}};
    const detail::DistBcScores one = detail::search_replicated(own_comm, whole, options);
    for (const int threads : {1, 2}) {
      options.run.threads = threads;
      const BetweennessResult many =
          gather_scores(betweenness(parts, options), graph.num_vertices());
      for (std::size_t i = 0; i < many.scores.size(); ++i) {
        const double expected = of == BetweennessOf::kVertices ? one.scores[i] : one.edges[i].score;
        ASSERT_EQ(many.scores[i], expected) << i << ", " << threads << " threads";
      }
    }
  }
}

TEST(DistBetweenness, FindsTheHighest) {
  const Cluster cluster;
  const Graph graph = make_graph(64, random_edges(64, 150, 2));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const BetweennessResult one = betweenness(graph);
  const auto vertices = highest_vertices(cluster, betweenness(parts), 5);
  ASSERT_EQ(vertices.size(), 5U);
  const auto highest = *std::max_element(one.scores.begin(), one.scores.end());
  EXPECT_NEAR(vertices.front().score, highest, 1e-9);
  EXPECT_TRUE(std::is_sorted(vertices.begin(), vertices.end(),
                             [](const auto& a, const auto& b) { return a.score > b.score; }));
  const auto edges =
      highest_edges(cluster, betweenness(parts, {.of = BetweennessOf::kEdges}), 1000);
  EXPECT_EQ(edges.size(), graph.num_edges());
}

template <class Error>
void expect_refused(const DistGraph& parts, const DistBetweennessOptions& options,
                    const std::string& word) {
  expect_error<Error>(word, [&] { static_cast<void>(betweenness(parts, options)); });
}

TEST(DistBetweenness, RefusesOnAllRanks) {
  const Cluster cluster;
  const Graph graph = make_graph(40, random_edges(40, 90, 1));
  const DistGraph parts = cut(cluster, list_edges(graph));
  using Options = DistBetweennessOptions;
  for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
    expect_refused<UsageError>(parts, Options{.share = share, .sources = {{3, 40}}}, "sources: 40");
    expect_refused<UsageError>(parts, Options{.share = share, .sources = {{3}}, .targets = {{77}}},
                               "targets: 77");
    expect_refused<UsageError>(parts, Options{.share = share, .targets = {{7}}}, "need sources");
    expect_refused<UsageError>(parts, Options{.share = share, .samples = 41}, "got 41");
    expect_refused<UsageError>(parts, Options{.share = share, .samples = 0}, "got 0");
    expect_refused<UsageError>(parts, Options{.share = share, .sources = {{1}}, .samples = 2},
                               "cannot both be given");
    expect_refused<UsageError>(parts,
                               Options{.share = share,
                                       .of = BetweennessOf::kEdges,
                                       .endpoints = BetweennessEndpoints::kIncluded},
                               "endpoints");
  }
  const auto partitioned = BcShare::kPartitioned;
  expect_refused<UsageError>(parts, Options{.share = partitioned, .tuning = {.batch_size = 65}},
                             "got 65");
  expect_refused<UsageError>(
      parts, Options{.share = BcShare::kReplicated, .tuning = {.batch_size = 2}}, "batch_size");
  expect_refused<UsageError>(
      parts, Options{.share = partitioned, .method = BetweennessMethod::kHybrid}, "replicated");
  expect_refused<UsageError>(
      parts, Options{.share = partitioned, .precision = BetweennessPrecision::kSingle},
      "replicated");
  const DistGraph weighted = [&] {
    EdgeList list = list_edges(graph);
    list.weights = Array<float>(list.edges.size(), 1.5F);
    return cut(cluster, list);
  }();
  expect_refused<UsageError>(
      weighted, Options{.share = partitioned, .lengths = PathLengths::kWeights}, "replicated");
}

TEST(RanksBetweenness, OfAGraphThatEveryRankHoldsIsThatOfOneMachine) {
  const Cluster cluster;
  const DistGraph parts = cut(cluster, list_edges(make_graph(4, {{0, 1}, {2, 3}})));
  // Of the last, ranks cannot keep at once what all batches bring.
  const Graph graphs[] = {make_graph(1, {}), make_graph(3, {{0, 1}, {1, 1}}),
                          make_graph(80, random_edges(80, 200, 2)),
                          make_graph(60, random_edges(60, 200, 5), Directedness::kDirected),
                          make_graph(1200, random_edges(1200, 40000, 3))};
  for (const Graph& graph : graphs) {
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      const BetweennessResult expected = betweenness(graph, {.of = of});
      for (const int threads : {1, 2}) {
        const BetweennessResult found = betweenness_of_whole(parts, graph, of, threads);
        EXPECT_TRUE(std::ranges::equal(found.scores, expected.scores));
        EXPECT_TRUE(std::ranges::equal(found.edges, expected.edges));
        EXPECT_EQ(found.num_sources, expected.num_sources);
        EXPECT_EQ(found.edges_traversed, expected.edges_traversed);
      }
    }
  }
}

}  // namespace
}  // namespace strider::test
