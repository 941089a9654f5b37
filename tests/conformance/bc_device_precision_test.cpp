// Betweenness in single precision on a device: as near as promised, and rounded only
// where that pays off.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "conformance/bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr BetweennessPrecision kSingle = BetweennessPrecision::kSingle;

/// Every vertex of a layer has an arc to every one of the next.
void add_layers(std::vector<Edge>& edges, Vertex first, const std::vector<Vertex>& sizes) {
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    const Vertex next = first + sizes[i];
    for (Vertex u = first; u < next; ++u) {
      for (Vertex v = next; v < next + sizes[i + 1]; ++v) edges.push_back({u, v});
    }
    first = next;
  }
}

// Of few levels, with and without chunks of rows, ends and targets.
TEST(SinglePrecisionOnDevice, IsAsNearAsPromisedAndIsUsed) {
  std::vector<Edge> hubs;
  for (Vertex leaf = 3; leaf < 600; ++leaf) {
    for (Vertex hub = 0; hub < 3; ++hub) hubs.push_back({hub, leaf});
  }
  const NamedGraph graphs[] = {
      {"skewed", make_graph(1U << 7U, skewed_edges(7, 1U << 10U, 3))},
      {"uniform, directed", make_graph(150, random_edges(150, 900, 7), Directedness::kDirected)},
      {"three hubs", make_graph(600, hubs)}};
  for (const NamedGraph& named : graphs) {
    const Vertex n = named.graph.num_vertices();
    const BetweennessOptions plain{.precision = kSingle, .sources = some_vertices(n, 40)};
    BetweennessOptions targets = plain;
    targets.targets = some_vertices(n, 50);
    targets.endpoints = BetweennessEndpoints::kIncluded;
    for (const BetweennessOptions& options : {plain, targets}) {
      const BetweennessResult oracle = oracle_of(named.graph, options);
      std::optional<BetweennessResult> first;
      for (const std::uint32_t at_once : {64U, 7U}) {
        const DeviceGraph on_device(test_device({.seed = at_once, .preempt_one_in = at_once}),
                                    named.graph);
        BetweennessResult result = betweenness(
            on_device, options, {.tuning = {.block_threads = 32, .sources_at_once = at_once}});
        const std::string what = named.name + ", " + std::to_string(at_once) + " at once";
        EXPECT_GT(expect_single_precision(result, oracle, what), 0)
            << what << ": nothing was rounded";
        if (!first) {
          first = std::move(result);
        } else {
          expect_equal_bits(result, *first, what);
        }
        if (HasFailure()) return;
      }
    }
  }
}

// The first search tells that there are too many levels: nothing is rounded.
TEST(SinglePrecisionOnDevice, DeepGraphsAreSearchedInDoubles) {
  std::vector<Edge> edges;
  add_layers(edges, 0, std::vector<Vertex>(14, 3));
  const Graph graph = make_graph(14 * 3, edges);
  const DeviceGraph on_device(test_device({.seed = 5}), graph);
  BetweennessOptions options;
  const BetweennessResult full = betweenness(on_device, options, {.tuning = {.block_threads = 32}});
  options.precision = kSingle;
  const BetweennessResult result =
      betweenness(on_device, options, {.tuning = {.block_threads = 32}});
  expect_equal_bits(result, full, "14 layers");
  expect_same_scores(result, oracle_of(graph, options), "14 layers");
}

// Seven levels from the vertex with the most neighbours, fourteen from the end of its tail: too
// many for floats, not for doubles.
TEST(SinglePrecisionOnDevice, DeepGroupsAreSearchedInDoubles) {
  constexpr Vertex kHub = 7;
  std::vector<Edge> edges = line_edges(kHub + 1);
  add_layers(edges, kHub, {1, 12, 3, 7, 3, 7, 3});
  const Graph graph = make_graph(kHub + 36, edges, Directedness::kDirected);
  const Device device = test_device({.seed = 6});
  const DeviceGraph on_device(device, graph);
  const auto launches_of = [&](const BetweennessOptions& options, BetweennessResult& result) {
    const std::uint64_t before = device.num_launches();
    result = betweenness(on_device, options, {.tuning = {.block_threads = 32}});
    return device.num_launches() - before;
  };
  BetweennessOptions options{.precision = kSingle, .sources = std::vector<Vertex>{kHub}};
  BetweennessResult result;
  launches_of(options, result);
  EXPECT_GT(expect_single_precision(result, oracle_of(graph, options), "from the hub"), 0)
      << "floats were not used";

  options.sources = some_vertices(kHub + 1, kHub + 1);
  const std::uint64_t launches = launches_of(options, result);
  expect_same_scores(result, oracle_of(graph, options), "from the tail");
  BetweennessResult full;
  options.precision = BetweennessPrecision::kDouble;
  const std::uint64_t of_doubles = launches_of(options, full);
  EXPECT_GT(launches, of_doubles + of_doubles / 2) << "they were not searched side by side";
  expect_equal_bits(result, full, "from the tail");
}

// Ten batches at once, which a device has room for in floats only.
TEST(SinglePrecisionOnDevice, RowsTakeHalfTheMemory) {
  constexpr std::uint32_t kAtOnce = 320;
  const Graph graph = make_graph(64, random_edges(64, 500, 2));
  const auto run = [&](std::uint64_t bytes, BetweennessPrecision precision) {
    const Device device = test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + bytes});
    return betweenness(DeviceGraph(device, graph), {.precision = precision},
                       {.tuning = {.block_threads = 32, .sources_at_once = kAtOnce}});
  };
  const BetweennessResult oracle = oracle_of(graph, {});
  // A row of doubles is 256 bytes, one of floats 128.
  constexpr std::uint64_t kRoom = std::uint64_t{64} * (kAtOnce / 32) * 256;
  EXPECT_THROW(static_cast<void>(run(kRoom, BetweennessPrecision::kDouble)), MemoryError);
  EXPECT_GT(expect_single_precision(run(kRoom, kSingle), oracle, "floats"), 0);
  // What a way with floats takes is enough for it.
  for (const std::uint32_t at_once : {1U, 40U}) {
    const BetweennessOptions options{.precision = kSingle};
    const detail::BcProblem problem = detail::make_problem(graph, options);
    const Device plenty = test_device();
    const DeviceBetweennessOptions few{.tuning = {.block_threads = 32, .sources_at_once = at_once}};
    const detail::DeviceQuestion question{plenty, nullptr, problem, few};
    detail::Workspace measured;
    static_cast<void>(detail::declare_engines(
        measured, question,
        detail::choose_way(question, plenty.free_bytes(), detail::device_batch(problem))));
    const Device device = test_device({.memory_bytes = measured.device_bytes()});
    const BetweennessResult result =
        betweenness(DeviceGraph(device, graph), options,
                    {.tuning = {.block_threads = 32, .sources_at_once = at_once}});
    EXPECT_GT(expect_single_precision(result, oracle, std::to_string(at_once)), 0);
  }
}

TEST(SinglePrecisionOnDevice, CheckpointsOfDoublesAreNoneOfFloats) {
  const Graph graph = make_graph(40, random_edges(40, 200, 2));
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / "bc_device_precision_test.checkpoint").string();
  const auto run = [&](BetweennessPrecision precision, CheckpointOptions::Start start) {
    BetweennessRun settings{.threads = 1};
    settings.checkpoint = {.path = path, .start = start};
    return betweenness(DeviceGraph(test_device(), graph), {.precision = precision, .run = settings},
                       {.tuning = {.block_threads = 32}});
  };
  constexpr auto kResume = CheckpointOptions::Start::kResume;
  const BetweennessResult full = run(BetweennessPrecision::kDouble, {});
  EXPECT_THROW(static_cast<void>(run(kSingle, kResume)), InputError);
  expect_equal_bits(run(BetweennessPrecision::kDouble, kResume), full, "resumed");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace strider::test
