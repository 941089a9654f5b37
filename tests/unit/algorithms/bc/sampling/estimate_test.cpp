// The bound must hold: over many seeds, against exact scores.
#include "algorithms/bc/sampling/estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "strider/betweenness_estimate.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/keeping_drawer.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using test::make_graph;

/// A tree of stars: few vertices with high scores, no two the same.
Graph hubs() {
  std::vector<Edge> edges;
  Vertex next = 4;
  for (Vertex hub = 0; hub < 4; ++hub) {
    if (hub > 0) edges.push_back({hub - 1, hub});
    for (Vertex leaf = 0; leaf < 15 + 25 * hub; ++leaf) edges.push_back({hub, next++});
  }
  return make_graph(next, edges);
}

/// The chance that the mean of so many draws is further than `distance` from their probability, by
/// Chernoff's bound.
double chance_of_miss(double probability, double distance, std::uint64_t draws) {
  const auto divergence = [&](double mean) {
    if (mean <= 0) return -std::log1p(-probability);
    return mean * std::log(mean / probability) +
           (1 - mean) * std::log((1 - mean) / (1 - probability));
  };
  if (probability <= 0) return 0;
  const auto times = static_cast<double>(draws);
  const double below =
      probability < distance ? 0 : std::exp(-times * divergence(probability - distance));
  return below + std::exp(-times * divergence(probability + distance));
}

BetweennessResult exact(const Graph& graph, BetweennessScale scale) {
  return betweenness(graph, {.scale = scale});
}

class Bound : public testing::TestWithParam<Directedness> {};

TEST_P(Bound, HoldsForAllScoresInAllButDeltaOfTheRuns) {
  const Graph graph = make_graph(120, test::skewed_edges(6, 700, 3), GetParam());
  const BetweennessResult truth = exact(graph, BetweennessScale::kNormalized);
  constexpr int kRuns = 60;
  int violated = 0;
  double furthest = 0;
  for (int run = 0; run < kRuns; ++run) {
    const BetweennessEstimate estimate =
        estimate_betweenness(graph, {.epsilon = 0.03,
                                     .delta = 0.1,
                                     .scale = BetweennessScale::kNormalized,
                                     .seed = static_cast<std::uint64_t>(run)});
    EXPECT_LE(estimate.bound, 0.03);
    EXPECT_EQ(estimate.bound, estimate.normalized_bound);
    EXPECT_LE(estimate.samples, estimate.most_samples);
    double worst = 0;
    for (std::size_t v = 0; v < truth.scores.size(); ++v) {
      worst = std::max(worst, std::abs(estimate.scores[v] - truth.scores[v]));
    }
    // The samples of this look must be enough for its share of delta, one of 24. With three fifths
    // of them this fails.
    double chance = 0;
    const double paths = (120.0 - 2) / 120;  // the share of pairs that do not begin or end at v
    for (const double score : truth.scores) {
      chance += chance_of_miss(score * paths, estimate.bound * paths, estimate.samples);
    }
    EXPECT_LE(chance, 0.1 / 24);
    violated += worst > estimate.bound ? 1 : 0;
    furthest = std::max(furthest, worst);
  }
  // Far fewer in truth; 6 of 60 is what is promised.
  EXPECT_LE(violated, kRuns / 10);
  // Something was sampled: an estimate is off, but not by nothing.
  EXPECT_GT(furthest, 0);
}

INSTANTIATE_TEST_SUITE_P(Both, Bound,
                         testing::Values(Directedness::kUndirected, Directedness::kDirected),
                         [](const auto& info) {
                           return info.param == Directedness::kDirected ? "Directed" : "Undirected";
                         });

TEST(Estimate, IsOnTheScaleOfExactScores) {
  const Graph graph = hubs();
  for (const auto scale : {BetweennessScale::kPairs, BetweennessScale::kNormalized}) {
    const BetweennessResult truth = exact(graph, scale);
    const BetweennessEstimate estimate =
        estimate_betweenness(graph, {.epsilon = 0.02, .scale = scale});
    for (std::size_t v = 0; v < truth.scores.size(); ++v) {
      EXPECT_NEAR(estimate.scores[v], truth.scores[v], estimate.bound);
    }
  }
}

TEST(Estimate, RanksTheHighestAndStopsEarly) {
  const Graph graph = hubs();
  const BetweennessResult truth = exact(graph, BetweennessScale::kPairs);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const BetweennessEstimate all = estimate_betweenness(graph, {.epsilon = 0.01, .seed = seed});
    const BetweennessEstimate ranked =
        estimate_betweenness(graph, {.epsilon = 0.01, .top = 3, .seed = seed});
    ASSERT_TRUE(ranked.ranking_is_certain);
    EXPECT_LT(ranked.samples, all.samples);
    const auto order = [](const Array<double>& scores) {
      std::vector<Vertex> vertices{0, 1, 2, 3, 4};
      std::sort(vertices.begin(), vertices.end(),
                [&](Vertex a, Vertex b) { return scores[a] > scores[b]; });
      vertices.resize(3);
      return vertices;
    };
    EXPECT_EQ(order(ranked.scores), order(truth.scores));
  }
}

TEST(Estimate, ATieIsNeverCertain) {
  const Graph square = make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const BetweennessEstimate estimate = estimate_betweenness(square, {.epsilon = 0.05, .top = 1});
  EXPECT_FALSE(estimate.ranking_is_certain);
  EXPECT_LE(estimate.normalized_bound, 0.05);
}

TEST(Estimate, DependsOnTheSeedAndNotOnTheThreads) {
  const Graph graph = hubs();
  const auto run = [&](std::uint64_t seed, int threads) {
    const BetweennessEstimate estimate =
        estimate_betweenness(graph, {.epsilon = 0.05, .seed = seed, .run = {.threads = threads}});
    return std::vector<double>(estimate.scores.begin(), estimate.scores.end());
  };
  EXPECT_EQ(run(1, 1), run(1, 2));
  EXPECT_EQ(run(1, 1), run(1, 4));
  EXPECT_NE(run(1, 1), run(2, 1));
}

TEST(Estimate, GoesOnFromACheckpointWithTheSameBits) {
  const Graph graph = hubs();
  const test::TemporaryFolder folder;
  EstimateOptions options{.epsilon = 0.01};
  const BetweennessEstimate whole = estimate_betweenness(graph, options);
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 0};
  options.run.on_progress = [](const BetweennessProgress& progress) {
    return progress.done > 9000 ? RunControl::kStop : RunControl::kContinue;
  };
  try {
    (void)estimate_betweenness(graph, options);
  } catch (const InterruptedError&) {
  }
  options.run.on_progress = {};
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  const BetweennessEstimate resumed = estimate_betweenness(graph, options);
  EXPECT_EQ(resumed.samples, whole.samples);
  EXPECT_TRUE(std::equal(whole.scores.begin(), whole.scores.end(), resumed.scores.begin()));
  options.epsilon = 0.02;
  EXPECT_THROW((void)estimate_betweenness(graph, options), InputError);
}

// As of a device, which keeps hits until they are wanted.
TEST(Estimate, WhatADrawerKeepsIsInEveryCheckpoint) {
  const Graph graph = hubs();
  const test::TemporaryFolder folder;
  EstimateOptions options{.epsilon = 0.01};
  const BetweennessEstimate whole = estimate_betweenness(graph, options);
  const auto keeping = [&] {
    return detail::estimate_on_one_machine(detail::sampling_problem(graph, options), options,
                                           test::keeping_paths_on_host(options.seed),
                                           detail::DrawnBy::kHost);
  };
  // Asked to stop, or ended by a signal just after a checkpoint.
  for (const bool is_stopped : {true, false}) {
    options.run.checkpoint = {.path = folder.file("run.bc"),
                              .interval_seconds = is_stopped ? 1e6 : 0};
    options.run.progress_interval_seconds = 0;
    options.run.on_progress = [&, last = std::uint64_t{0}](const auto& so_far) mutable {
      // Shorter ones end at looks.
      const bool is_between =
          so_far.done - std::exchange(last, so_far.done) == detail::kSampleBatch;
      if (is_between && !is_stopped) throw InterruptedError("killed");
      return is_between ? RunControl::kStop : RunControl::kContinue;
    };
    EXPECT_THROW((void)keeping(), InterruptedError);
    options.run.checkpoint.start = CheckpointOptions::Start::kResume;
    options.run.on_progress = {};
    const BetweennessEstimate resumed = keeping();
    EXPECT_EQ(resumed.samples, whole.samples);
    EXPECT_TRUE(std::equal(whole.scores.begin(), whole.scores.end(), resumed.scores.begin()));
  }
}

TEST(Estimate, OfGraphsWithoutAnythingBetweenIsZero) {
  for (const Vertex n : {0U, 1U, 2U}) {
    const BetweennessEstimate estimate = estimate_betweenness(make_graph(n, {}), {});
    EXPECT_EQ(estimate.scores.size(), n);
    EXPECT_EQ(estimate.bound, 0);
  }
  EXPECT_EQ(estimate_betweenness(make_graph(30, {{3, 4}}), {.epsilon = 0.1}).scores[3], 0);
}

TEST(Estimate, RefusesSharesThatAreNone) {
  const Graph graph = hubs();
  for (const double bad : {0.0, -0.1, 1.0, 2.0, std::nan("")}) {
    EXPECT_THROW((void)estimate_betweenness(graph, {.epsilon = bad}), UsageError);
    EXPECT_THROW((void)estimate_betweenness(graph, {.delta = bad}), UsageError);
  }
}

}  // namespace
}  // namespace strider
