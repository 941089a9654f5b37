// Betweenness by lengths on a device, emulated under several schedules or a real one, against the
// oracle.
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "conformance/bc_device_lengths.hpp"
#include "strider/error.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

std::vector<NamedGraph> shapes() {
  constexpr auto kDirected = Directedness::kDirected;
  std::vector<Edge> hub;  // a row that a warp shares
  for (Vertex leaf = 1; leaf < 60; ++leaf) {
    hub.push_back({0, leaf});
    if (leaf % 2 == 0) hub.push_back({leaf - 1, leaf});
  }
  return {{"grid", make_graph(4 * 9, grid_edges(4, 9))},
          {"hub", make_graph(61, hub)},
          {"hub, directed", make_graph(61, hub, kDirected)},
          {"skewed", make_graph(1U << 6U, skewed_edges(6, 1U << 8U, 8))},
          {"skewed, directed", make_graph(1U << 6U, skewed_edges(6, 1U << 8U, 9), kDirected)},
          {"sparse", make_graph(60, random_edges(60, 50, 1))}};
}

template <class W>
class WeightedOnDevice : public testing::Test {};
using WeightTypes = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(WeightedOnDevice, WeightTypes);

// Weights drawn at random: many paths as long as others, or none; of 24 and 32 bits. The sums of 53
// bits are too wide.
TYPED_TEST(WeightedOnDevice, EqualsTheOracle) {
  std::size_t turn = 0;
  for (const NamedGraph& named : shapes()) {
    for (const WeightMix mix : {WeightMix::kEqual, WeightMix::kSmall, WeightMix::kUniform}) {
      if (std::is_same_v<TypeParam, double> && mix == WeightMix::kUniform) continue;
      const auto graph = weigh<TypeParam>(named.graph, mix, turn);
      for (const std::size_t end = turn + 2; turn < end; ++turn) {
        const Schedule& schedule = schedule_of(turn);
        expect_oracle(graph, question(turn, graph.topology().num_vertices()), schedule,
                      named.name + ", " + weight_mix_name(mix) + ", " + schedule.name);
        if (this->HasFailure()) return;
      }
    }
  }
}

// Decimals that binary fractions miss, in two units: lengths are sums of decimals.
TEST(BetweennessByLengthsOnDevice, DecimalsAreWhatTheyAreWrittenAs) {
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {0, 3}, {3, 4}, {1, 4}};
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const auto graph =
        weighted<double>(5, edges, {0.1, 0.2, 0.3, 0.4, 0.7, 1e-9, 0.6}, directedness);
    const BetweennessResult oracle = betweenness(graph, {.method = BetweennessMethod::kSerial});
    EXPECT_GT(oracle.scores[1], 0) << "0.1 + 0.2 is not 0.3";
    for (const Schedule& schedule : schedules_by_lengths()) {
      expect_oracle(graph, {}, schedule, schedule.name);
      expect_oracle(graph, {.of = BetweennessOf::kEdges}, schedule, schedule.name + ", edges");
    }
  }
}

// Weights of all digits: two ways that differ by their rounding are as long.
TEST(BetweennessByLengthsOnDevice, MeasuredWeightsAreEqualWithinTheirRounding) {
  const std::vector<Edge> edges = {{0, 1}, {1, 3}, {0, 2}, {2, 3}, {3, 4}};
  const auto undirected = weighted<float>(5, edges, {1.0F / 3, 2.0F / 3, 0.5F, 0.5F, 1.0F / 7},
                                          Directedness::kUndirected);
  const auto directed = weighted<float>(5, edges, {1.0F / 3, 2.0F / 3, 0.5F, 0.5F, 1.0F / 7},
                                        Directedness::kDirected);
  EXPECT_EQ(betweenness(directed, {.method = BetweennessMethod::kSerial}).scores[1], 1.0);
  for (const Schedule& schedule : schedules_by_lengths()) {
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      expect_oracle(undirected, {.of = of}, schedule, "undirected, " + schedule.name);
      expect_oracle(directed, {.of = of}, schedule, "directed, " + schedule.name);
    }
  }
}

// The device holds a graph with what does not count: of parallel edges the shortest does.
TEST(BetweennessByLengthsOnDevice, ParallelEdgesAndSelfLoops) {
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 0}, {1, 1}, {1, 2}, {3, 4}};
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const auto graph =
        weighted<float>(6, edges, {1, 5, 1, 9, 4, 1, 2, 1}, directedness,
                        {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
    for (const Schedule& schedule : schedules_by_lengths()) {
      expect_oracle(graph, {.of = BetweennessOf::kEdges}, schedule, schedule.name);
      expect_oracle(graph, {}, schedule, schedule.name);
    }
  }
}

// Parallel edges and rows in no order: what the device holds is not what the host looks through.
TEST(BetweennessByLengthsOnDevice, TheGraphOfTheHostIsTaken) {
  using Targets = std::vector<Vertex>;
  // 0: 3 2 1 2; 1: 4; 2: 4 1; 3: 4; 4: 5 0
  const Csr rows(Array<EdgeIndex>::copy_of(std::vector<EdgeIndex>{0, 4, 5, 7, 8, 10, 10}),
                 Array<Vertex>::copy_of(Targets{3, 2, 1, 2, 4, 4, 1, 4, 5, 0}));
  const WeightedGraph<float> graph(
      Graph(rows, Directedness::kDirected, 0),
      Array<float>::copy_of(std::vector<float>{1, 9, 2, 1, 2, 3, 1, 3, 1, 1}));
  const WeightedDeviceGraph<float> on_device(test_device(schedules_by_lengths()[0].device), graph);
  const DeviceBetweennessOptions small{.tuning = {.block_threads = 32}};
  for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
    const BetweennessResult result = betweenness(graph, on_device, {.of = of}, small);
    expect_same_scores(result, betweenness(graph, {.method = BetweennessMethod::kSerial, .of = of}),
                       "rows of the host");
    expect_equal_bits(result, betweenness(on_device, {.of = of}, small), "copied back");
  }
  const auto other = weighted<float>(6, {{0, 1}}, {1}, Directedness::kDirected);
  EXPECT_THROW((void)betweenness(other, on_device, {}, small), UsageError);
}

// More light arcs are always shorter: with rounds only, each vertex is lowered by each one before
// it.
TEST(BetweennessByLengthsOnDevice, ManyLightArcsBeatAHeavyOne) {
  constexpr Vertex kVertices = 40;
  std::vector<Edge> edges;
  std::vector<double> weights;
  for (Vertex v = 1; v < kVertices; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      edges.push_back({u, v});
      weights.push_back(2.0 * (v - u) - 1);
    }
  }
  std::size_t turn = 0;
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const auto graph = weighted<double>(kVertices, edges, weights, directedness);
    for (std::size_t i = 0; i < 4; ++i, ++turn) {
      expect_oracle(graph, question(turn, kVertices), schedule_of(turn), schedule_of(turn).name);
    }
  }
}

// More paths than double has room for, each of 1024 and more arcs.
TEST(BetweennessByLengthsOnDevice, CountsPastTheRangeOfDouble) {
  const BetweennessOptions options{.sources = std::vector<Vertex>{0}};
  expect_oracle(diamonds<std::uint32_t>(1100, {3, 3, 2, 4}, Directedness::kDirected), options,
                schedules_by_lengths()[0], "diamonds");
}

// Not on how many sources are searched from at once, nor on the schedule.
template <class W>
void expect_one_result(const WeightedGraph<W>& graph) {
  const Vertex n = graph.topology().num_vertices();
  std::optional<BetweennessResult> first;
  std::uint32_t at_once = 12;
  for (const Schedule& schedule : schedules_by_lengths()) {
    const WeightedDeviceGraph<W> on_device(test_device(schedule.device), graph);
    BetweennessResult result = betweenness(
        on_device, {.sources = some_vertices(n, 12)},
        {.tuning = {.block_threads = schedule.block_threads, .sources_at_once = at_once}});
    at_once = at_once / 2 + 1;
    if (!first) {
      first = std::move(result);
    } else {
      expect_equal_bits(result, *first, schedule.name);
    }
  }
}
TEST(BetweennessByLengthsOnDevice, ScoresDependOnlyOnTheQuestion) {
  const Graph skewed = make_graph(1U << 6U, skewed_edges(6, 1U << 8U, 3));
  expect_one_result(weigh<float>(skewed, WeightMix::kSmall, 3));
  expect_one_result(weigh<std::uint32_t>(skewed, WeightMix::kUniform, 3));
}

template <class W>
void expect_exact_refusal(const WeightedGraph<W>& graph, BetweennessOf of,
                          const std::string& what) {
  const BetweennessOptions options{.of = of, .sources = some_vertices(64, 4)};
  const auto run = [&](std::uint64_t bytes, std::uint32_t at_once) {
    const Device device =
        test_device({.memory_bytes = WeightedDeviceGraph<W>::predict_bytes(graph) + bytes});
    return betweenness(WeightedDeviceGraph<W>(device, graph), options,
                       {.tuning = {.block_threads = 32, .sources_at_once = at_once}});
  };
  const auto needed = [&](std::uint64_t bytes, std::uint32_t at_once) {
    try {
      static_cast<void>(run(bytes, at_once));
    } catch (const MemoryError& error) {
      EXPECT_NE(std::string(error.what()).find("at once ("), std::string::npos) << what;
      EXPECT_EQ(error.free_bytes(), bytes) << what;
      return error.needed_bytes();
    }
    return std::uint64_t{0};
  };
  const BetweennessResult oracle = betweenness(graph, {.of = of, .sources = options.sources});
  const std::uint64_t one = needed(100, 0);
  const std::uint64_t three = needed(one, 3);
  ASSERT_GT(three, one) << what;
  expect_same_scores(run(one, 0), oracle, what + ", one");
  EXPECT_EQ(needed(one - 1, 0), one) << what;
  expect_same_scores(run(three, 3), oracle, what + ", three");
  EXPECT_EQ(needed(three - 1, 3), three) << what;
}

TEST(BetweennessByLengthsOnDevice, MemoryIsRefusedWithNumbersAndOneSourceAlwaysFits) {
  if (!is_emulated()) GTEST_SKIP() << "of a device whose memory is given";
  const Graph undirected = make_graph(1U << 6U, skewed_edges(6, 1U << 7U, 3));
  const Graph directed =
      make_graph(1U << 6U, skewed_edges(6, 1U << 7U, 3), Directedness::kDirected);
  expect_exact_refusal(weigh<std::uint32_t>(undirected, WeightMix::kSmall),
                       BetweennessOf::kVertices, "undirected");
  expect_exact_refusal(weigh<std::uint32_t>(directed, WeightMix::kSmall), BetweennessOf::kEdges,
                       "directed, edges");
}

TEST(BetweennessByLengthsOnDevice, WhatIsNotForDevicesIsRefused) {
  const auto run = [](const std::vector<float>& weights, Directedness directedness,
                      const DeviceBetweennessOptions& options = {}) {
    const auto graph = weighted<float>(3, {{0, 1}, {1, 2}, {2, 0}}, weights, directedness);
    return betweenness(WeightedDeviceGraph<float>(test_device(), graph), {}, options);
  };
  constexpr auto kUndirected = Directedness::kUndirected;
  constexpr auto kDirected = Directedness::kDirected;
  EXPECT_THROW(static_cast<void>(run({0, 0, 0}, kUndirected)), WeightError);
  EXPECT_THROW(static_cast<void>(run({0, 0, 0}, kDirected)), WeightError);
  EXPECT_THROW(static_cast<void>(run({1, -1, 1}, kDirected)), WeightError);
  EXPECT_THROW(static_cast<void>(
                   run({1, 1, 1}, kDirected, {.method = DeviceBetweennessMethod::kWorkEfficient})),
               UsageError);
  EXPECT_EQ(run({1, 1, 1}, kDirected).num_sources, 3U);
  EXPECT_THROW(static_cast<void>(run({0, 1, 1}, kUndirected)), UsageError);
  EXPECT_THROW(static_cast<void>(run({0, 1, 1}, kDirected)), UsageError);
  const auto wide = weighted<double>(3, {{0, 1}, {1, 2}}, {1e20, 3}, kUndirected);
  EXPECT_THROW(static_cast<void>(betweenness(WeightedDeviceGraph<double>(test_device(), wide))),
               UsageError);
}

}  // namespace
}  // namespace strider::test
