// Betweenness on ranks that search on devices, emulated or real ones, against the oracle of one
// machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/ranks/device_searches.hpp"
#include "algorithms/bc/ranks/engine.hpp"
#include "conformance/ranks_bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"
#include "support/test_device.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {
namespace {

/// Of every rank a schedule of its own.
Device own_device(std::uint64_t memory = std::uint64_t{1} << 30U) {
  return test_device({.seed = 31 + static_cast<std::uint64_t>(test_world().rank()),
                      .preempt_one_in = 11,
                      .memory_bytes = memory});
}

BetweennessOptions from_some(Vertex n, std::size_t sources) {
  BetweennessOptions options;
  if (n > 0) options.sources = some_vertices(n, sources);
  return options;
}

void expect_oracle(const Cluster& cluster, const Graph& graph, const BetweennessOptions& options,
                   const DeviceBetweennessOptions& on_device, const std::string& name) {
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DistBetweennessResult result =
      betweenness(parts, own_device(), for_ranks(options), on_device);
  EXPECT_EQ(result.share(), BcShare::kReplicated);
  expect_same_scores(gather_scores(result, graph.num_vertices()), oracle_of(graph, options), name);
}

TEST(DistBetweennessOnDevices, EqualsTheOracleOnEveryGraph) {
  const Cluster cluster;
  for (const NamedGraph& named : betweenness_graphs()) {
    // Emulated threads are slow; whole questions are asked of small graphs.
    const Vertex n = named.graph.num_vertices();
    const bool whole = n <= 40 && cluster.size() <= 2;
    expect_oracle(cluster, named.graph, whole ? BetweennessOptions{} : from_some(n, 4),
                  {.tuning = {.block_threads = 32}}, named.name);
    if (HasFailure()) return;
  }
}

// Path counts past 2^64, and past the range of double.
TEST(DistBetweennessOnDevices, EqualsTheOracleOnDeepGraphs) {
  const Cluster cluster;
  for (const NamedGraph& named : deep_betweenness_graphs()) {
    expect_oracle(cluster, named.graph, from_some(named.graph.num_vertices(), 2),
                  {.tuning = {.block_threads = 32}}, named.name);
    if (HasFailure()) return;
  }
}

TEST(DistBetweennessOnDevices, EveryMethodAndQuestion) {
  const Cluster cluster;
  const Graph graph = make_graph(70, random_edges(70, 160, 3));
  for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
    expect_oracle(cluster, graph, from_some(70, 40),
                  {.method = method, .tuning = {.block_threads = 32}},
                  std::string(device_betweenness_method_name(method)));
  }
  BetweennessOptions edges = from_some(70, 5);
  edges.of = BetweennessOf::kEdges;
  expect_oracle(cluster, graph, edges, {.tuning = {.block_threads = 32}}, "edges");
  BetweennessOptions targets = from_some(70, 5);
  targets.targets = some_vertices(70, 7);
  expect_oracle(cluster, graph, targets, {.tuning = {.block_threads = 32}}, "targets");
  BetweennessOptions samples;
  samples.samples = 9;
  samples.scale = BetweennessScale::kNormalized;
  samples.endpoints = BetweennessEndpoints::kIncluded;
  expect_oracle(cluster, graph, samples, {.tuning = {.block_threads = 32}}, "samples");
}

// More than one batch of 32 sources, shared out as ranks come to be free.
TEST(DistBetweennessOnDevices, TheSameWhoeverTakesABatch) {
  const Cluster cluster;
  const Graph graph = make_graph(130, random_edges(130, 300, 5));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const auto once = [&] {
    return gather_scores(betweenness(parts, own_device(), {}, {.tuning = {.block_threads = 32}}),
                         130);
  };
  const BetweennessResult first = once();
  const BetweennessResult second = once();
  expect_equal_bits(second, first, "twice");
  expect_same_scores(first, oracle_of(graph, {}), "all sources");
}

// Rounded, as near as promised, and by all ranks alike.
TEST(DistBetweennessOnDevices, SinglePrecision) {
  const Cluster cluster;
  const Graph graph = make_graph(130, random_edges(130, 900, 5));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DistBetweennessOptions options{.precision = BetweennessPrecision::kSingle};
  const DistBetweennessResult result =
      betweenness(parts, own_device(), options, {.tuning = {.block_threads = 32}});
  EXPECT_EQ(result.share(), BcShare::kReplicated);
  const BetweennessResult scores = gather_scores(result, 130);
  EXPECT_GT(expect_single_precision(scores, oracle_of(graph, {}), "floats"), 0)
      << "floats were not used";
  const DeviceBetweennessOptions one_group{.tuning = {.block_threads = 32, .sources_at_once = 1}};
  expect_equal_bits(gather_scores(betweenness(parts, own_device(), options, one_group), 130),
                    scores, "a group at a time");
}

TEST(DistBetweennessOnDevices, GoesOnFromACheckpoint) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(130, random_edges(130, 300, 5));
  const DistGraph parts = cut(cluster, list_edges(graph));
  DistBetweennessOptions options;
  options.run.checkpoint = {.path = folder.file("checkpoint"), .interval_seconds = 0};
  const DeviceBetweennessOptions on_device{.tuning = {.block_threads = 32}};
  const BetweennessResult whole =
      gather_scores(betweenness(parts, own_device(), options, on_device), 130);
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  const BetweennessResult resumed =
      gather_scores(betweenness(parts, own_device(), options, on_device), 130);
  expect_equal_bits(resumed, whole, "resumed");
  // The host's batches are others.
  options.share = BcShare::kReplicated;
  EXPECT_THROW((void)betweenness(parts, options), InputError);
}

/// What a device needs to hold `graph` and search from one source: by the one of auto's ways that
/// takes least.
std::uint64_t least_for_one(const Graph& graph) {
  return detail::least_bytes(own_device(),
                             {.vertices = graph.num_vertices(), .arcs = graph.num_arcs()},
                             DeviceBetweennessMethod::kAuto);
}
/// The devices of all ranks together, each with the whole graph.
std::uint64_t least_for_all(const Cluster& cluster, const Graph& graph) {
  return static_cast<std::uint64_t>(cluster.size()) * least_for_one(graph);
}

// Stopped on all ranks; continued by one of them only, on a device that has room for one source
// at once, and stopped again; ended by all, with room for many.
TEST(DistBetweennessOnDevices, ResumesInOtherMemoryAndOnOtherRanks) {
  const Cluster cluster;
  const SharedFolder folder;
  constexpr Vertex kVertices = 170;  // six batches of 32 sources
  const Graph graph = make_graph(kVertices, random_edges(kVertices, 400, 5));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DeviceBetweennessOptions on_device{.tuning = {.block_threads = 32}};
  DistBetweennessOptions options{.share = BcShare::kReplicated, .run = {.threads = 1}};
  options.run.progress_interval_seconds = 0;
  options.run.checkpoint = {.path = folder.file("checkpoint"), .interval_seconds = 1e9};
  const auto stop = [](const BetweennessProgress&) { return RunControl::kStop; };
  options.run.on_progress = stop;
  EXPECT_THROW((void)betweenness(parts, own_device(), options, on_device), InterruptedError);

  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  const comm::Communicator own_comm = test_world().split(test_world().rank(), 0);
  std::uint64_t least = kVertices;
  const auto see = [&](const BetweennessProgress& so_far) {
    least = std::min(least, so_far.done);
    return RunControl::kContinue;
  };
  if (test_world().rank() == 0) {
    const detail::Graph1d whole = all_on_one_rank(own_comm, graph);
    const Device small = own_device(least_for_one(graph));
    options.run.on_progress = [&](const BetweennessProgress& so_far) {
      static_cast<void>(see(so_far));
      return RunControl::kStop;
    };
    EXPECT_THROW((void)detail::search_replicated(
                     own_comm, whole, options, {},
                     detail::searches_on_devices(own_comm, small, on_device).plans),
                 InterruptedError);
    EXPECT_GT(least, 32U) << "from the beginning";
  }
  test_world().barrier();
  const std::uint64_t second = test_world().all_reduce(least, comm::Reduction::kMin);
  least = kVertices;
  options.run.on_progress = see;
  const BetweennessResult resumed =
      gather_scores(betweenness(parts, own_device(), options, on_device), kVertices);
  EXPECT_GT(least, second) << "from the beginning";
  expect_same_scores(resumed, oracle_of(graph, {}), "resumed");
}

TEST(DistBetweennessOnDevices, AsksForTheMemoryOfAllWhoShareADevice) {
  const Cluster cluster;
  const Graph graph = make_graph(300, random_edges(300, 900, 6));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DeviceBetweennessOptions on_device{.tuning = {.block_threads = 32}};
  const std::uint64_t needed = least_for_all(cluster, graph);
  DistBetweennessOptions few;
  few.sources = std::vector<GlobalVertex>{0, 7};
  few.share = BcShare::kReplicated;
  EXPECT_NO_THROW((void)betweenness(parts, own_device(needed), few, on_device));
  EXPECT_THROW((void)betweenness(parts, own_device(needed - 1), few, on_device), MemoryError);
  few.share = BcShare::kAuto;
  EXPECT_EQ(betweenness(parts, own_device(needed), few, on_device).share(), BcShare::kReplicated);
}

// Of few edges between ranks, parts are small.
TEST(DistBetweennessOnDevices, ShareTheGraphWhereItDoesNotFitEach) {
  const Cluster cluster;
  if (cluster.size() < 4) GTEST_SKIP() << "parts are not much smaller than the graph";
  const Graph line = make_graph(300, line_edges(300));
  const DistGraph parts = cut(cluster, list_edges(line));
  DistBetweennessOptions few;
  few.sources = std::vector<GlobalVertex>{0, 150};
  const DistBetweennessResult result = betweenness(
      parts, own_device(least_for_all(cluster, line) - 1), few, {.tuning = {.block_threads = 32}});
  EXPECT_EQ(result.share(), BcShare::kPartitioned);
  BetweennessOptions serial;
  serial.sources = std::vector<Vertex>{0, 150};
  expect_same_scores(gather_scores(result, 300), oracle_of(line, serial), "a line");
}

TEST(DistBetweennessOnDevices, SharesTheGraphWhereItIsAsked) {
  const Cluster cluster;
  const Graph graph = make_graph(64, random_edges(64, 150, 8));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DeviceBetweennessOptions on_device{.tuning = {.block_threads = 32}};
  DistBetweennessOptions some;
  some.sources = std::vector<GlobalVertex>{0, 7, 63};
  some.tuning.batch_size = 2;
  const DistBetweennessResult asked = betweenness(parts, own_device(), some, on_device);
  EXPECT_EQ(asked.share(), BcShare::kPartitioned);
  EXPECT_EQ(asked.batch_size(), 2U);
  BetweennessOptions serial;
  serial.sources = std::vector<Vertex>{0, 7, 63};
  expect_same_scores(gather_scores(asked, 64), oracle_of(graph, serial), "batch_size");
  some.tuning.batch_size = 0;
  EXPECT_EQ(betweenness(parts, own_device(), some, on_device).share(), BcShare::kReplicated);
  // Enough for nothing: the way that needs least is refused, with its numbers.
  EXPECT_THROW((void)betweenness(parts, own_device(999), some, on_device), MemoryError);
}

void expect_same(const BetweennessEstimate& many, const BetweennessEstimate& one) {
  EXPECT_EQ(many.samples, one.samples);
  EXPECT_EQ(many.most_samples, one.most_samples);
  EXPECT_EQ(many.bound, one.bound);
  EXPECT_EQ(many.ranking_is_certain, one.ranking_is_certain);
  EXPECT_TRUE(std::equal(many.scores.begin(), many.scores.end(), one.scores.begin()));
}

TEST(DistEstimateOnDevices, IsThatOfOneDevice) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(36, skewed_edges(5, 120, 4), Directedness::kDirected);
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DeviceBetweennessOptions on_device{.tuning = {.block_threads = 32}};
  EstimateOptions options{.epsilon = 0.1, .top = 2, .seed = 5, .run = {.threads = 1}};
  const DeviceGraph held(own_device(), graph);
  const BetweennessEstimate one = estimate_betweenness(held, options, on_device);
  const auto on_ranks = [&](std::uint32_t at_once) {
    return estimate_betweenness(parts, own_device(), options,
                                {.tuning = {.block_threads = 32, .sources_at_once = at_once}});
  };
  expect_same(on_ranks(0), one);
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 0};
  options.run.progress_interval_seconds = 0;
  std::uint64_t stopped_at = 0;
  options.run.on_progress = [&](const BetweennessProgress& so_far) {
    stopped_at = so_far.done;
    return RunControl::kStop;
  };
  EXPECT_THROW((void)on_ranks(0), InterruptedError);
  EXPECT_LT(stopped_at, one.samples);
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  options.run.on_progress = {};
  expect_same(on_ranks(3), one);
  // One device continues where ranks have come to an end; the host draws other paths.
  if (cluster.rank() == 0) expect_same(estimate_betweenness(held, options, on_device), one);
  EXPECT_THROW((void)estimate_betweenness(parts, options), InputError);
}

TEST(DistEstimateOnDevices, AsksForTheMemoryOfAllWhoShareADevice) {
  const Cluster cluster;
  const Graph graph = make_graph(60, line_edges(60));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const auto needed_beyond = [&](std::uint64_t memory, std::uint32_t at_once) {
    try {
      (void)estimate_betweenness(parts, own_device(memory), {.epsilon = 0.4, .run = {.threads = 1}},
                                 {.tuning = {.block_threads = 32, .sources_at_once = at_once}});
    } catch (const MemoryError& error) {
      EXPECT_NE(std::string(error.what()).find("sampling paths ("), std::string::npos);
      return error.needed_bytes();
    }
    return std::uint64_t{0};
  };
  const auto ranks = static_cast<std::uint64_t>(cluster.size());
  for (const std::uint32_t at_once : {0U, 3U}) {
    const std::uint64_t paths = std::max(1U, at_once);
    const std::uint64_t needed =
        ranks * (DeviceGraph::predict_bytes(graph) + 8 + 4 * 60 + paths * 40 * 60);
    EXPECT_EQ(needed_beyond(needed - 1, at_once), needed) << at_once;
    EXPECT_EQ(needed_beyond(needed, at_once), 0U) << at_once;
  }
}

TEST(DistEstimateOnDevices, RefusesOnAllRanks) {
  const Cluster cluster;
  const EdgeList line = list_edges(make_graph(40, line_edges(40)));
  const DistGraph parts = cut(cluster, line);
  const auto refused = [&](const DistGraph& graph, const EstimateOptions& options,
                           const DeviceBetweennessOptions& on_device) {
    EXPECT_THROW((void)estimate_betweenness(graph, own_device(), options, on_device), UsageError);
  };
  refused(parts, {.epsilon = 2}, {});
  refused(parts, {}, {.method = DeviceBetweennessMethod::kHybrid});
  refused(parts, {}, {.tuning = {.block_threads = 33}});
  refused(DistGraph(cluster, share_out(cluster, line), {.scheme = PartitionScheme::k2d}), {}, {});
  // Nothing lies between two vertices, and no device is asked.
  const DistGraph two = cut(cluster, list_edges(make_graph(2, line_edges(2))));
  EXPECT_TRUE(estimate_betweenness(two, own_device(1)).ranking_is_certain);
}

TEST(DistBetweennessOnDevices, RefusesWhatOnlyTheHostDoes) {
  const Cluster cluster;
  const DistGraph parts = cut(cluster, list_edges(make_graph(4, {{0, 1}, {1, 2}, {2, 3}})));
  EXPECT_THROW((void)betweenness(parts, own_device(), {.share = BcShare::kPartitioned},
                                 {.method = DeviceBetweennessMethod::kHybrid}),
               UsageError);
  EXPECT_THROW((void)betweenness(parts, own_device(), {.method = BetweennessMethod::kSerial}),
               UsageError);
  EXPECT_THROW((void)betweenness(parts, own_device(), {}, {.tuning = {.block_threads = 33}}),
               UsageError);
  const DistBetweennessOptions by_weights{.lengths = PathLengths::kWeights};
  EXPECT_EQ(betweenness(parts, own_device(), by_weights).num_sources(), 4U) << "of no weights";
  const DistGraph weighted_parts = cut(
      cluster,
      list_weighted_edges(weighted<float>(3, {{0, 1}, {1, 2}}, {1, 2}, Directedness::kUndirected)));
  EXPECT_THROW((void)betweenness(weighted_parts, own_device(), by_weights), UsageError);
}

}  // namespace
}  // namespace strider::test
