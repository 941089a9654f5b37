// Sampling within a bound on a device, against exact scores.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/bc/gpu/path_plan.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/sampling/estimator.hpp"
#include "conformance/bc.hpp"
#include "gpu/device_state.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

/// Some vertices, and as many at the other end of two ways with two stages each: of each stage the
/// first way has eight lanes, the second one, so that 64 of 65 paths take the first. A sampler that
/// drew vertices instead of paths would exceed the error bound: in the undirected graph where the
/// two searches connect, in the middle; in the directed graph on the way back to the source, as
/// vertices without incoming edges delay the backward search until the two ways have joined.
Graph two_ways(Directedness directedness) {
  const bool directed = directedness == Directedness::kDirected;
  const Vertex ends = directed ? 40 : 20;
  std::vector<Edge> edges;
  Vertex next = 2 * ends;
  const Vertex junction = next++;
  for (const Vertex lanes : {8U, 1U}) {
    Vertex stage_begin = next++;
    for (Vertex v = 0; v < ends; ++v) edges.push_back({v, stage_begin});
    for (int stage = 0; stage < 2; ++stage) {
      const Vertex stage_end = next++;
      for (Vertex lane = 0; lane < lanes; ++lane) {
        edges.push_back({stage_begin, next});
        edges.push_back({next++, stage_end});
      }
      stage_begin = stage_end;
    }
    if (directed) edges.push_back({stage_begin, junction});
    for (Vertex v = ends; v < 2 * ends && !directed; ++v) edges.push_back({stage_begin, v});
  }
  for (Vertex other = 0; other < 25 && directed; ++other) {
    for (Vertex v = ends; v < 2 * ends; ++v) edges.push_back({next, v});
    ++next;
  }
  for (Vertex v = ends; v < 2 * ends && directed; ++v) edges.push_back({junction, v});
  return make_graph(next, edges, directedness);
}

EstimateOptions options_of(double epsilon) {
  EstimateOptions options{.epsilon = epsilon, .delta = 0.01, .seed = 3};
  options.run.threads = 1;
  return options;
}

void expect_within_bound(const Graph& graph, double epsilon, const SimtSettings& schedule,
                         const std::string& name) {
  EstimateOptions options = options_of(epsilon);
  options.scale = BetweennessScale::kNormalized;
  const DeviceGraph on_device(test_device(schedule), graph);
  const BetweennessEstimate estimate =
      estimate_betweenness(on_device, options, {.tuning = {.block_threads = 32}});
  const BetweennessResult exact =
      betweenness(graph, {.scale = BetweennessScale::kNormalized, .run = {.threads = 1}});
  EXPECT_LE(estimate.bound, epsilon * 1.0000001) << name;
  EXPECT_GT(estimate.samples, 0U) << name;
  for (std::size_t v = 0; v < exact.scores.size(); ++v) {
    EXPECT_NEAR(estimate.scores[v], exact.scores[v], estimate.bound) << name << ", vertex " << v;
  }
}

TEST(BetweennessEstimateOnDevice, IsWithinItsBound) {
  expect_within_bound(two_ways(Directedness::kUndirected), 0.05, {.seed = 1}, "two ways");
  expect_within_bound(two_ways(Directedness::kDirected), 0.03, {.seed = 2, .preempt_one_in = 9},
                      "two ways, directed");
  expect_within_bound(make_graph(40, random_edges(40, 50, 4)), 0.1, {.seed = 3}, "components");
  expect_within_bound(make_graph(30, line_edges(30)), 0.1, {.seed = 4}, "line");
  expect_within_bound(make_graph(3, line_edges(3)), 0.1, {.seed = 5}, "three vertices");
}

/// Chains side by side between two junctions with ends: of layers that are four vertices wide, but
/// for so many at either end of a chain, at least one, that are two, and halve the number of its
/// paths each.
struct Chains {
  static constexpr Vertex kEnds = 40;     ///< the first vertices on the left, the next on the right
  static constexpr Vertex kLayers = 523;  ///< of a chain
  std::vector<Vertex> first_layers;       ///< the first of two vertices of a chain's first layer
  Graph graph;

  explicit Chains(std::initializer_list<Vertex> narrow_layers) {
    std::vector<Edge> edges;
    const Vertex left = 2 * kEnds;
    const Vertex right = left + 1;
    for (Vertex v = 0; v < kEnds; ++v) {
      edges.push_back({v, left});
      edges.push_back({v + kEnds, right});
    }
    Vertex next = right + 1;
    for (const Vertex narrow : narrow_layers) {
      first_layers.push_back(next);
      std::vector<Vertex> before{left};
      for (Vertex layer = 0; layer <= kLayers; ++layer) {
        std::vector<Vertex> here{right};
        if (layer < kLayers) {
          const Vertex from_end = std::min(layer, kLayers - 1 - layer);
          here.assign(from_end < narrow ? 2 : 4, 0);
          for (Vertex& v : here) v = next++;
        }
        for (const Vertex u : before) {
          for (const Vertex v : here) edges.push_back({u, v});
        }
        before = std::move(here);
      }
    }
    graph = make_graph(next, edges);
  }
  [[nodiscard]] bool lead_between(const detail::PathEnds& ends) const {
    const auto [a, b] = std::minmax(ends.source, ends.target);
    return a < kEnds && b >= kEnds && b < 2 * kEnds;
  }
};

// The search from the source comes to where the other waits with counts of 2^1018, 2^1023 and
// 2^1024 on the three chains: within the range of double and past it, of different exponents.
TEST(BetweennessEstimateOnDevice, CountsPastTheRangeOfDouble) {
  constexpr std::uint64_t kSeed = 5;
  constexpr int kPaths = 32;
  const Chains chains({8, 3, 2});
  const Vertex n = chains.graph.num_vertices();
  const detail::BcProblem problem =
      detail::make_problem(chains.graph, {.sources = std::vector<Vertex>{}, .run = {.threads = 1}});
  const Device device = test_device();
  const DeviceBetweennessOptions options{.tuning = {.block_threads = 32}};
  detail::Workspace workspace;
  const auto drawer = detail::declare_path_drawer(workspace, {device, nullptr, problem, options},
                                                  kSeed, device.free_bytes());
  workspace.take();
  std::vector<double> hits(n, 0.0);
  int paths = 0;
  for (std::uint64_t sample = 0; paths < kPaths; ++sample) {
    if (!chains.lead_between(detail::ends_of_sample(kSeed, sample, n))) continue;
    drawer->draw(sample, sample + 1, hits);
    ++paths;
  }
  drawer->settle(hits);
  const auto through = [&](std::size_t chain) {
    const Vertex first = chains.first_layers[chain];
    return static_cast<int>(hits[first] + hits[first + 1]);
  };
  EXPECT_EQ(through(0) + through(1) + through(2), kPaths);
  // Their paths are as 1 to 1024 to 4096.
  EXPECT_EQ(through(0), 0);
  EXPECT_GE(through(1), 2);
  EXPECT_LE(through(1), 12);
}

TEST(BetweennessEstimateOnDevice, DependsOnlyOnTheQuestion) {
  const Graph graph = make_graph(64, skewed_edges(6, 200, 3));
  std::optional<BetweennessEstimate> first;
  for (const std::uint32_t at_once : {1U, 4U}) {
    const DeviceGraph on_device(test_device({.seed = at_once, .preempt_one_in = 3 * at_once}),
                                graph);
    BetweennessEstimate estimate = estimate_betweenness(
        on_device, options_of(0.2),
        {.tuning = {.block_threads = 32 * at_once, .sources_at_once = at_once}});
    if (!first) {
      first = std::move(estimate);
      continue;
    }
    EXPECT_EQ(estimate.samples, first->samples);
    for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
      ASSERT_EQ(estimate.scores[v], first->scores[v]) << v;
    }
  }
}

// Hits are fetched before the device's counters are full, and when they are wanted.
TEST(BetweennessEstimateOnDevice, KeepsHitsUntilTheyAreSettled) {
  const Graph graph = make_graph(64, skewed_edges(6, 200, 3));
  const Device device = test_device({.seed = 5});
  const detail::BcProblem problem = detail::sampling_problem(graph, options_of(0.2));
  detail::DeviceObject& context = *device.state().context;
  constexpr auto kWalk = detail::SourceWalk::kByQueues;
  detail::Workspace of_problem;
  const auto there = detail::on_device(
      device,
      [&] { return detail::on_cuda::put_problem(of_problem, context, nullptr, problem, kWalk); },
      [&] { return detail::on_simt::put_problem(of_problem, context, nullptr, problem, kWalk); });
  of_problem.take();
  const auto drawer_of = [&](const detail::PathDrawerSettings& settings) {
    detail::Workspace workspace;
    auto drawer = there->path_drawer(workspace, settings);
    workspace.take();
    return drawer;
  };
  using Hits = std::vector<double>;
  const auto drawer = drawer_of({.seed = 3, .block_threads = 32});
  Hits expected(64, 0.0);
  drawer->draw(0, 90, expected);
  EXPECT_EQ(expected, Hits(64, 0.0));
  drawer->draw(90, 100, expected);
  drawer->settle(expected);
  const double all = std::accumulate(expected.begin(), expected.end(), 0.0);
  EXPECT_GT(all, 50);
  const Hits once = expected;
  drawer->settle(expected);
  EXPECT_EQ(expected, once) << "nothing was kept";

  const auto forgetful = drawer_of({.seed = 3, .block_threads = 32, .most_kept = 30});
  Hits settled(64, 0.0);
  forgetful->draw(0, 100, settled);
  const double so_far = std::accumulate(settled.begin(), settled.end(), 0.0);
  EXPECT_GT(so_far, 0);
  EXPECT_LT(so_far, all);
  forgetful->settle(settled);
  EXPECT_EQ(settled, once);
}

TEST(BetweennessEstimateOnDevice, RefusesWhatItCannot) {
  const Graph graph = make_graph(300, line_edges(300));
  const DeviceGraph small(test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + 5000}),
                          graph);
  try {
    static_cast<void>(estimate_betweenness(small, {}, {.tuning = {.block_threads = 32}}));
    ADD_FAILURE();
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), 8 + 44U * 300);
    EXPECT_EQ(error.free_bytes(), 5000U);
  }
  const DeviceGraph on_device(test_device(), graph);
  EXPECT_THROW(static_cast<void>(estimate_betweenness(
                   on_device, {}, {.method = DeviceBetweennessMethod::kHybrid})),
               UsageError);
  EXPECT_THROW(static_cast<void>(estimate_betweenness(on_device, {.epsilon = 2})), UsageError);
  EXPECT_THROW(
      static_cast<void>(estimate_betweenness(on_device, {}, {.tuning = {.block_threads = 31}})),
      UsageError);
}

}  // namespace
}  // namespace strider::test
