// Betweenness by lengths on ranks that search on devices, emulated or real ones, against the oracle
// of one machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/ranks_bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"
#include "support/test_device.hpp"
#include "support/weighted_graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

constexpr auto kUndirected = Directedness::kUndirected;
constexpr auto kDirected = Directedness::kDirected;

/// Of every rank a schedule of its own.
Device device_of_seed(std::uint64_t seed = 41, std::uint64_t memory = std::uint64_t{1} << 30U) {
  return test_device({.seed = seed + static_cast<std::uint64_t>(test_world().rank()),
                      .preempt_one_in = 9,
                      .cooperative_blocks = 2,
                      .memory_bytes = memory});
}

DistBetweennessOptions by_lengths(const BetweennessOptions& options) {
  DistBetweennessOptions shared = for_ranks(options);
  shared.lengths = PathLengths::kWeights;
  return shared;
}

template <class W>
BetweennessResult oracle_by_lengths(const WeightedGraph<W>& graph, BetweennessOptions options) {
  // The sequential oracle does not know trees of edges of length zero.
  const bool has_zeros = !graph.topology().is_directed() &&
                         std::count(graph.weights().begin(), graph.weights().end(), W{0}) > 0;
  options.method = has_zeros ? BetweennessMethod::kAuto : BetweennessMethod::kSerial;
  options.run.threads = 1;
  return betweenness(graph, options);
}

template <class W>
void expect_oracle(const Cluster& cluster, const WeightedGraph<W>& graph,
                   const BetweennessOptions& options, const std::string& name) {
  const DistGraph parts = cut(cluster, list_weighted_edges(graph));
  const DistBetweennessResult result =
      betweenness(parts, device_of_seed(), by_lengths(options), {.tuning = {.block_threads = 32}});
  EXPECT_EQ(result.share(), BcShare::kReplicated) << name;
  const BetweennessResult oracle = oracle_by_lengths(graph, options);
  expect_same_scores(gather_scores(cluster, result, graph.topology().num_vertices()), oracle, name);
  EXPECT_EQ(result.edges_traversed(), oracle.edges_traversed) << name;
}

/// Every question.
template <class W>
void expect_oracle_of_all(const Cluster& cluster, const WeightedGraph<W>& graph,
                          const std::string& name) {
  const Vertex n = graph.topology().num_vertices();
  BetweennessOptions plain;
  plain.sources = some_vertices(n, 6);
  expect_oracle(cluster, graph, plain, name);
  BetweennessOptions edges = plain;
  edges.of = BetweennessOf::kEdges;
  expect_oracle(cluster, graph, edges, name + ", edges");
  BetweennessOptions targets = plain;
  targets.targets = some_vertices(n, 5);
  targets.endpoints = BetweennessEndpoints::kIncluded;
  expect_oracle(cluster, graph, targets, name + ", targets");
  BetweennessOptions samples;
  samples.scale = BetweennessScale::kNormalized;
  samples.samples = 3;
  expect_oracle(cluster, graph, samples, name + ", samples");
}

/// Two of three edges of a path are of length zero; others are not.
WeightedGraph<std::uint32_t> undirected_zeros(Vertex n) {
  std::vector<Edge> edges;
  std::vector<std::uint32_t> weights;
  for (Vertex v = 1; v < n; ++v) {
    edges.push_back({v - 1, v});
    weights.push_back(v % 3 == 0 ? 1 : 0);
    edges.push_back({v * 7 % n, v});
    weights.push_back(1 + v % 2);
  }
  return weighted<std::uint32_t>(n, edges, weights, kUndirected, kKeepAll);
}

TEST(DistBetweennessByLengthsOnDevices, EqualsTheOracle) {
  const Cluster cluster;
  // Vertices without edges, self-loops and duplicates among them; many paths as long as others.
  const Graph sparse = make_graph(40, random_edges(40, 50, 2), kUndirected, kKeepAll);
  expect_oracle_of_all(cluster, weigh<std::uint32_t>(sparse, WeightMix::kSmall), "sparse");
  expect_oracle_of_all(cluster, weigh<float>(make_graph(24, grid_edges(4, 6)), WeightMix::kEqual),
                       "equal weights");
  // Lengths of 128 bits.
  expect_oracle_of_all(
      cluster,
      weigh<double>(make_graph(32, skewed_edges(5, 90, 3), kDirected), WeightMix::kUniform),
      "measured, directed");
  expect_oracle_of_all(cluster, directed_zeros(40, kKeepAll), "zero lengths, directed");
  expect_oracle_of_all(cluster, undirected_zeros(40), "trees of zero lengths");
}

TEST(DistBetweennessByLengthsOnDevices, DecimalsAndParallelEdges) {
  const Cluster cluster;
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}, {3, 4}, {1, 4}};
  const std::vector<Edge> parallel = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 0}, {1, 1}, {1, 2}};
  for (const Directedness directedness : {kUndirected, kDirected}) {
    const auto decimals =
        weighted<double>(5, edges, {0.1, 0.2, 0.3, 0.4, 0.7, 1e-9, 0.6}, directedness);
    EXPECT_GT(oracle_by_lengths(decimals, {}).scores[1], 0) << "0.1 + 0.2 is not 0.3";
    expect_oracle(cluster, decimals, {}, "decimals");
    const auto shortest =
        weighted<float>(5, parallel, {1, 5, 1, 9, 4, 1, 2}, directedness, kKeepAll);
    expect_oracle(cluster, shortest, {.of = BetweennessOf::kEdges}, "parallel edges");
  }
}

/// With two ways of the same length each, of different edges.
WeightedGraph<std::uint32_t> squares(Vertex count) {
  return diamonds<std::uint32_t>(count, {3, 3, 2, 4}, kUndirected);
}

// 2^70 of them, and past the range of double.
TEST(DistBetweennessByLengthsOnDevices, PathCounts) {
  const Cluster cluster;
  expect_oracle(cluster, squares(70), {.sources = some_vertices(211, 3)}, "70 squares");
  if (cluster.size() > 2) return;  // threads wait for cores at every level
  expect_oracle(cluster, squares(1100), {.sources = std::vector<Vertex>{0}}, "1100 squares");
}

// More batches than one, whoever takes them, however many sources there are at once.
TEST(DistBetweennessByLengthsOnDevices, ScoresDependOnlyOnTheQuestion) {
  const Cluster cluster;
  const SharedFolder folder;
  const auto graph = weigh<float>(make_graph(90, random_edges(90, 260, 4)), WeightMix::kSmall);
  const DistGraph parts = cut(cluster, list_weighted_edges(graph));
  DistBetweennessOptions options = by_lengths({});
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 0};
  const auto run = [&](std::uint64_t seed, std::uint32_t at_once) {
    return gather_scores(cluster,
                         betweenness(parts, device_of_seed(seed), options,
                                     {.tuning = {.block_threads = 32, .sources_at_once = at_once}}),
                         90);
  };
  const BetweennessResult first = run(41, 0);
  expect_same_scores(first, oracle_by_lengths(graph, {}), "all sources");
  expect_equal_bits(run(77, 3), first, "three at once");
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  expect_equal_bits(run(41, 0), first, "resumed");
  // What has been added up by lengths is not by hops.
  options.lengths = PathLengths::kHops;
  EXPECT_THROW((void)run(41, 0), InputError);
}

/// What is refused with `memory` bytes for all ranks; 0 where nothing is.
template <class W>
std::uint64_t needed_beyond(const Cluster& cluster, const WeightedGraph<W>& graph, BetweennessOf of,
                            std::uint64_t memory) {
  const DistGraph parts = cut(cluster, list_weighted_edges(graph));
  try {
    (void)betweenness(parts, device_of_seed(41, memory),
                      by_lengths({.of = of, .sources = some_vertices(64, 4)}),
                      {.tuning = {.block_threads = 32, .sources_at_once = 2}});
  } catch (const MemoryError& error) {
    EXPECT_NE(std::string(error.what()).find("betweenness on the device"), std::string::npos);
    return error.needed_bytes();
  }
  return 0;
}

// Lengths of 16 bytes an arc and vertex where those of integers are of 8.
TEST(DistBetweennessByLengthsOnDevices, AskForTheMemoryOfAllWhoShareADevice) {
  const Cluster cluster;
  const Graph directed = make_graph(64, skewed_edges(6, 200, 3), kDirected);
  std::vector<std::uint64_t> needed;
  const auto check = [&](const auto& graph, BetweennessOf of) {
    needed.push_back(needed_beyond(cluster, graph, of, 999));
    EXPECT_EQ(needed_beyond(cluster, graph, of, needed.back() - 1), needed.back());
    EXPECT_EQ(needed_beyond(cluster, graph, of, needed.back()), 0U);
  };
  check(weigh<std::uint32_t>(directed, WeightMix::kSmall), BetweennessOf::kVertices);
  check(weigh<double>(directed, WeightMix::kUniform), BetweennessOf::kVertices);
  check(weigh<std::uint32_t>(directed, WeightMix::kSmall), BetweennessOf::kEdges);
  // Of a rank: two directions of arcs; two searches, each with relaxations and distances.
  const auto ranks = static_cast<std::uint64_t>(cluster.size());
  EXPECT_EQ(needed[1] - needed[0], ranks * 8 * (2 * directed.num_arcs() + 2 * 2 * 64));
  EXPECT_GT(needed[2], needed[0]);
}

/// What all ranks throw, by `options` and on devices.
template <class Error>
void expect_refused(const DistGraph& parts, const DistBetweennessOptions& options,
                    const DeviceBetweennessOptions& on_device, const std::string& words) {
  try {
    (void)betweenness(parts, device_of_seed(), options, on_device);
    ADD_FAILURE() << "not refused: " << words;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("rank "), std::string::npos) << error.what();
  }
}

TEST(DistBetweennessByLengthsOnDevices, RefuseTogetherWhatADeviceRefuses) {
  const Cluster cluster;
  const auto triangle = [&](const std::vector<float>& weights, Directedness directedness) {
    return cut(cluster, list_weighted_edges(
                            weighted<float>(3, {{0, 1}, {1, 2}, {2, 0}}, weights, directedness)));
  };
  const DistBetweennessOptions options = by_lengths({});
  expect_refused<WeightError>(triangle({0, 0, 0}, kDirected), options, {}, "zero");
  expect_refused<WeightError>(triangle({1, -1, 1}, kDirected), options, {}, "-1");
  const DistGraph plain = triangle({1, 1, 1}, kUndirected);
  const DeviceBetweennessOptions by_name{.method = DeviceBetweennessMethod::kWorkEfficient,
                                         .tuning = {.block_threads = 32}};
  expect_refused<UsageError>(plain, options, by_name, "work-efficient does not support weights");
  DistBetweennessOptions partitioned = options;
  partitioned.share = BcShare::kPartitioned;
  expect_refused<UsageError>(plain, partitioned, {}, "replicated");
  // Hops where there are no weights.
  const DistGraph without = cut(cluster, list_edges(make_graph(3, {{0, 1}, {1, 2}})));
  EXPECT_EQ(betweenness(without, device_of_seed(), options, by_name).num_sources(), 3U);
}

}  // namespace
}  // namespace strider::test
