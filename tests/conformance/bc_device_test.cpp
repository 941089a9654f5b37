// Every method of betweenness on a device, emulated under several schedules or a real one, against
// the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>

#include "algorithms/bc/gpu/plans.hpp"
#include "conformance/bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/corner_grid.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

const std::vector<Schedule>& schedules() {
  static const std::vector<Schedule> kSchedules = {
      kOneWarp, kInterrupted, {kWarpStarved.name, kWarpStarved.device, 96}};
  return kSchedules;
}

/// Graphs up to this size are done exactly, larger ones from some sources.
Vertex most_exact() {
  return is_emulated() ? 12 : 130;
}
/// On an emulated device, of the graphs of all backends these.
constexpr std::array<std::string_view, 17> kEmulated{
    "no vertex",
    "one vertex",
    "one edge",
    "two components",
    "barbell, directed",
    "caterpillar",
    "three diamonds of 8",
    "23 diamonds of 10",
    "sparse directed, 10 vertices",
    "dense, 10 vertices",
    "isolated vertices",
    "two stars that share leaves",
    "directed star",
    "forest",
    "dense",
    "duplicates and self-loops kept",
    "directed skewed",
};

using Parameter = std::tuple<DeviceBetweennessMethod, std::size_t>;

class EveryDeviceMethod : public testing::TestWithParam<Parameter> {
 protected:
  static const Schedule& schedule() { return schedules()[std::get<1>(GetParam())]; }
  static void expect_oracle(const Graph& graph, BetweennessOptions options,
                            std::uint32_t sources_at_once, const std::string& name) {
    options.run.threads = 1;
    const DeviceGraph on_device(test_device(schedule().device), graph);
    const DeviceBetweennessTuning tuning{schedule().block_threads, sources_at_once};
    const BetweennessResult result =
        betweenness(on_device, options, {.method = std::get<0>(GetParam()), .tuning = tuning});
    expect_same_scores(result, oracle_of(graph, options), name);
  }
};

TEST_P(EveryDeviceMethod, EqualsTheOracleOnEveryGraph) {
  std::size_t turn = std::get<1>(GetParam());
  // An emulated device gets the larger ones once.
  const EdgeIndex most_arcs = !is_emulated() ? ~EdgeIndex{0} : turn == 0 ? 3000 : 500;
  for (const NamedGraph& named : betweenness_graphs()) {
    if (is_emulated() && std::ranges::find(kEmulated, named.name) == kEmulated.end()) continue;
    if (named.graph.num_arcs() > most_arcs) continue;
    // The first question, and one of the others in turn.
    const std::vector<NamedQuestion> all = questions_of(named.graph, most_exact(), 2);
    for (const std::size_t i : {std::size_t{0}, 1 + turn % (all.size() - 1)}) {
      expect_oracle(named.graph, all[i].options, static_cast<std::uint32_t>(turn % 3),
                    named.name + ", " + all[i].name);
      if (HasFailure()) return;
    }
    ++turn;
  }
}

std::string case_name(const testing::TestParamInfo<Parameter>& info) {
  return name_of(device_betweenness_method_name(std::get<0>(info.param)),
                 schedules()[std::get<1>(info.param)]);
}
INSTANTIATE_TEST_SUITE_P(Devices, EveryDeviceMethod,
                         testing::Combine(testing::ValuesIn(all_device_betweenness_methods()),
                                          testing::Values(0, 1, 2)),
                         case_name);

std::string name_of_method(DeviceBetweennessMethod method) {
  return std::string(device_betweenness_method_name(method));
}

// 10^328 shortest paths, past the range of double, on 657 levels; and a line.
TEST(BetweennessOnDevice, DeepGraphsAndLargeCounts) {
  for (const NamedGraph& named : deep_betweenness_graphs()) {
    if (is_emulated() && named.name == "grid") continue;
    const DeviceGraph on_device(test_device({.seed = 3}), named.graph);
    for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
      // Looking at all edges in every level takes an emulated device a minute.
      const bool all_edges = method == DeviceBetweennessMethod::kEdgeParallel;
      if (is_emulated() && all_edges && named.graph.num_vertices() > 1000) continue;
      BetweennessOptions options{.sources = std::vector<Vertex>{0}};
      if (method == DeviceBetweennessMethod::kHybrid) options.of = BetweennessOf::kEdges;
      expect_same_scores(
          betweenness(on_device, options, {.method = method, .tuning = {.block_threads = 32}}),
          oracle_of(named.graph, options), named.name + ", " + name_of_method(method));
      if (HasFailure()) return;
    }
  }
}

// 10^600 paths between its corners.
TEST(BetweennessOnDevice, ALargeGrid) {
  constexpr Vertex kSide = 1024;
  const Graph graph = make_graph(kSide * kSide, grid_edges(kSide, kSide));
  const BetweennessResult result =
      betweenness(DeviceGraph(test_device({.seed = 7}), graph), {.sources = std::vector<Vertex>{0}},
                  {.tuning = {.block_threads = 32}});
  expect_corner_dependencies(result.scores, kSide);
}

// The parts of a hub whose arcs lie in many chunks, and the chunks of its row.
TEST(BetweennessOnDevice, RowsOfThousandsOfArcs) {
  std::vector<Edge> edges;
  for (Vertex leaf = 2; leaf < 2300; ++leaf) {
    edges.push_back({0, leaf});
    if (leaf % 3 == 0) edges.push_back({1, leaf});
  }
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = make_graph(2310, edges, directedness);
    const DeviceGraph on_device(test_device({.seed = 4}), graph);
    for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
      const BetweennessOptions options{.endpoints = BetweennessEndpoints::kIncluded,
                                       .sources = std::vector<Vertex>{0, 1, 77}};
      expect_same_scores(
          betweenness(on_device, options, {.method = method, .tuning = {.block_threads = 64}}),
          oracle_of(graph, options), name_of_method(method));
      if (HasFailure()) return;
    }
  }
}

// The device holds a graph with what does not count.
TEST(BetweennessOnDevice, SelfLoopsAndParallelEdgesAreLeftOut) {
  std::vector<Edge> edges = line_edges(9);
  for (const Edge& extra : {Edge{3, 3}, Edge{4, 5}, Edge{5, 4}, Edge{0, 6}}) edges.push_back(extra);
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = make_graph(
        9, edges, directedness, {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
    const DeviceGraph on_device(test_device(), graph);
    for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
      const BetweennessOptions options{.of = BetweennessOf::kEdges};
      expect_same_scores(
          betweenness(on_device, options, {.method = method, .tuning = {.block_threads = 32}}),
          oracle_of(graph, options), name_of_method(method));
    }
  }
}

// Not on how many sources are searched from at once, nor on the schedule.
TEST(BetweennessOnDevice, ScoresDependOnlyOnTheQuestion) {
  const Graph graph = make_graph(1U << 6U, skewed_edges(6, 1U << 8U, 3));
  const BetweennessOptions options{.sources = some_vertices(64, 64)};
  const BetweennessResult oracle = oracle_of(graph, options);
  for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
    std::optional<BetweennessResult> first;
    for (const std::uint32_t at_once : {64U, 7U}) {
      const DeviceGraph on_device(test_device({.seed = at_once, .preempt_one_in = at_once}), graph);
      BetweennessResult result = betweenness(
          on_device, options,
          {.method = method, .tuning = {.block_threads = 32, .sources_at_once = at_once}});
      const std::string what = name_of_method(method) + ", " + std::to_string(at_once);
      expect_same_scores(result, oracle, what);
      if (!first) {
        first = std::move(result);
      } else {
        expect_equal_bits(result, *first, what);
      }
    }
  }
}

// The probe ends after two levels; some groups are deeper than the room that this makes.
TEST(BetweennessOnDevice, AutoSearchesDeepGroupsApart) {
  constexpr Vertex kTail = 60;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kTail; ++v) edges.push_back({v, v + 1});
  for (Vertex v = kTail + 1; v < 120; ++v) {
    edges.push_back({kTail, v});
    edges.push_back({v, kTail});
  }
  const Graph graph = make_graph(120, edges, Directedness::kDirected);
  const Device device = test_device({.seed = 6});
  const DeviceGraph on_device(device, graph);
  for (const BetweennessEndpoints endpoints :
       {BetweennessEndpoints::kExcluded, BetweennessEndpoints::kIncluded}) {
    const BetweennessOptions options{.endpoints = endpoints};
    const std::uint64_t before = device.num_launches();
    const BetweennessResult result =
        betweenness(on_device, options, {.tuning = {.block_threads = 32, .sources_at_once = 120}});
    // All sources, a block each, would be two launches, and a third to find out how deep they are.
    EXPECT_GT(device.num_launches() - before, 6U) << "not one group was searched side by side";
    expect_same_scores(result, oracle_of(graph, options), "directed tail");
  }
}

TEST(BetweennessOnDevice, MemoryIsRefusedWithNumbersAndOneSourceAlwaysFits) {
  const Graph graph = make_graph(1U << 7U, skewed_edges(7, 1U << 9U, 3), Directedness::kDirected);
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    const BetweennessOptions options{.of = of, .sources = some_vertices(128, 4)};
    for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
      const auto run = [&](std::uint64_t bytes, std::uint32_t at_once) {
        const Device device =
            test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + bytes});
        return betweenness(
            DeviceGraph(device, graph), options,
            {.method = method, .tuning = {.block_threads = 32, .sources_at_once = at_once}});
      };
      const std::string what = name_of_method(method);
      const auto needed = [&](std::uint64_t bytes, std::uint32_t at_once) {
        try {
          static_cast<void>(run(bytes, at_once));
        } catch (const MemoryError& error) {
          const std::string text = error.what();
          EXPECT_NE(text.find(at_once == 3 ? "betweenness from 3 sources at once ("
                                           : "betweenness from 1 source at once ("),
                    std::string::npos)
              << text;
          EXPECT_EQ(error.free_bytes(), bytes) << what;
          return error.needed_bytes();
        }
        return std::uint64_t{0};
      };
      const std::uint64_t one = needed(100, 0);
      const std::uint64_t three = needed(100, 3);
      ASSERT_GT(three, one) << what;
      expect_same_scores(run(one, 0), oracle_of(graph, options), what + ", one");
      EXPECT_EQ(needed(one - 1, 0), one) << what;
      expect_same_scores(run(three, 3), oracle_of(graph, options), what + ", three");
      EXPECT_EQ(needed(three - 1, 3), three) << what;
    }
  }
}

TEST(BetweennessOnDevice, OptionsOutOfRangeAreRefusedByName) {
  const DeviceGraph on_device(test_device(), make_graph(10, line_edges(10)));
  const auto expect_refused = [&](const BetweennessOptions& options,
                                  const DeviceBetweennessTuning& tuning, const std::string& name) {
    expect_error<UsageError>(
        name, [&] { static_cast<void>(betweenness(on_device, options, {.tuning = tuning})); });
  };
  expect_refused({}, {.block_threads = 33}, "block_threads");
  expect_refused({}, {.sources_at_once = 1U << 20U}, "sources_at_once");
  expect_refused({.method = BetweennessMethod::kHybrid}, {}, "method");
  expect_refused({.targets = std::vector<Vertex>{1}}, {}, "targets");
  expect_refused({.samples = 11}, {}, "samples");
}

// More sources than a batch has, of a graph that is searched in no time.
TEST(BetweennessOnDevice, ARunThatWasStoppedGoesOnToTheSameBits) {
  std::vector<Edge> edges = line_edges(12);
  edges.push_back({2, 9});
  const Graph graph = make_graph(4500, edges);
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / "bc_device_test.checkpoint").string();
  const auto run = [&](const BetweennessRun& settings) {
    const DeviceGraph on_device(test_device({.cooperative_blocks = 2}), graph);
    return betweenness(
        on_device, {.run = settings},
        {.method = DeviceBetweennessMethod::kWorkEfficient, .tuning = {.block_threads = 32}});
  };
  const BetweennessResult whole = run({.threads = 1});
  BetweennessRun stopped{.threads = 1, .progress_interval_seconds = 0};
  stopped.checkpoint.path = path;
  std::uint64_t done = 0;
  stopped.on_progress = [&](const BetweennessProgress& progress) {
    done = progress.done;
    return RunControl::kStop;
  };
  EXPECT_THROW(static_cast<void>(run(stopped)), InterruptedError);
  EXPECT_GT(done, 0U);
  EXPECT_LT(done, 4500U);
  BetweennessRun resumed{.threads = 1};
  resumed.checkpoint = {.path = path, .start = CheckpointOptions::Start::kResume};
  expect_equal_bits(run(resumed), whole, "resumed");
  expect_same_scores(whole, oracle_of(graph, {}), "whole");
  std::filesystem::remove(path);
}

// Where the host has the graph, too, and parallel edges are looked for there.
TEST(BetweennessOnDevice, TheGraphOfTheHostIsTaken) {
  std::vector<Edge> edges = line_edges(20);
  edges.insert(edges.end(), {{3, 3}, {4, 5}, {0, 12}});
  const Graph graph = make_graph(20, edges, Directedness::kUndirected,
                                 {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
  const DeviceGraph on_device(test_device(), graph);
  const DeviceBetweennessOptions small{.tuning = {.block_threads = 32}};
  expect_equal_bits(betweenness(graph, on_device, {}, small), betweenness(on_device, {}, small),
                    "exact");
  const auto estimate = [](const BetweennessEstimate& found) {
    return std::vector<double>(found.scores.begin(), found.scores.end());
  };
  EXPECT_EQ(estimate(estimate_betweenness(graph, on_device, {.epsilon = 0.5}, small)),
            estimate(estimate_betweenness(on_device, {.epsilon = 0.5}, small)));
  EXPECT_THROW((void)betweenness(make_graph(20, edges), on_device, {}, small), UsageError);
}

// What auto makes of its memory is no matter of the checkpoint.
TEST(BetweennessOnDevice, ACheckpointOfAutoIsTakenInAnyMemory) {
  const Graph graph = make_graph(40, random_edges(40, 90, 2));
  const std::string path =
      (std::filesystem::path(testing::TempDir()) / "bc_device_memory.checkpoint").string();
  const auto run = [&](std::uint64_t memory, CheckpointOptions::Start start) {
    const DeviceGraph on_device(test_device({.memory_bytes = memory}), graph);
    BetweennessRun settings{.threads = 1};
    settings.checkpoint = {.path = path, .start = start};
    return betweenness(on_device, {.run = settings}, {.tuning = {.block_threads = 32}});
  };
  constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;
  const std::uint64_t least = detail::least_bytes(
      test_device(), {.vertices = graph.num_vertices(), .arcs = graph.num_arcs()},
      DeviceBetweennessMethod::kAuto);
  const BetweennessResult whole = run(kPlenty, CheckpointOptions::Start::kFresh);
  expect_equal_bits(run(least, CheckpointOptions::Start::kResume), whole, "in less");
  expect_same_scores(run(least, CheckpointOptions::Start::kFresh), whole, "anew");
  static_cast<void>(run(kPlenty, CheckpointOptions::Start::kResume));
  std::filesystem::remove(path);
}

// More sources side by side than a launch has threads: 32 blocks of 32.
TEST(BetweennessOnDevice, AutoPlacesMoreSourcesThanThreads) {
  constexpr Vertex kVertices = 1032;
  static_assert(kVertices > 32 * 32 && kVertices % 3 == 0);
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kVertices; v += 3) {
    edges.push_back({v, v + 1});
    edges.push_back({v + 1, v + 2});
  }
  const Graph graph = make_graph(kVertices, edges);
  const DeviceGraph on_device(test_device({.cooperative_blocks = 1}), graph);
  const BetweennessResult result =
      betweenness(on_device, {.run = {.threads = 1}},
                  {.tuning = {.block_threads = 32, .sources_at_once = kVertices}});
  for (Vertex v = 0; v < kVertices; ++v) {
    ASSERT_EQ(result.scores[v], v % 3 == 1 ? 1 : 0) << v;
  }
}

}  // namespace
}  // namespace strider::test
