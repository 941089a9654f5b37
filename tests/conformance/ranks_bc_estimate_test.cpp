// Betweenness within a bound on ranks, against one machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/bc/ranks/engine.hpp"
#include "conformance/ranks_bc.hpp"
#include "strider/error.hpp"
#include "support/keeping_drawer.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider::test {
namespace {

TEST(DistEstimate, IsThatOfOneMachine) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(90, random_edges(90, 260, 4));
  const DistGraph parts = cut(cluster, list_edges(graph));
  EstimateOptions options{.epsilon = 0.03, .top = 3, .seed = 5, .run = {.threads = 1}};
  const BetweennessEstimate one = estimate_betweenness(graph, options);
  const auto expect_same = [&](const BetweennessEstimate& many) {
    EXPECT_EQ(many.samples, one.samples);
    EXPECT_EQ(many.most_samples, one.most_samples);
    EXPECT_EQ(many.bound, one.bound);
    EXPECT_TRUE(std::equal(many.scores.begin(), many.scores.end(), one.scores.begin()));
  };
  expect_same(estimate_betweenness(parts, options));
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 0};
  options.run.progress_interval_seconds = 0;
  options.run.on_progress = [](const BetweennessProgress&) { return RunControl::kStop; };
  EXPECT_THROW(static_cast<void>(estimate_betweenness(parts, options)), InterruptedError);
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  options.run.on_progress = {};
  expect_same(estimate_betweenness(parts, options));
  options.epsilon = 2;
  EXPECT_THROW(static_cast<void>(estimate_betweenness(parts, options)), UsageError);
}

// Stopped between two looks: a checkpoint has what members keep, as a device does.
TEST(DistEstimate, WhatIsKeptIsInItsCheckpoints) {
  const Cluster cluster;
  const SharedFolder folder;
  // Two cliques, and all ways between them through one vertex: its score needs many samples.
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 12; ++u) {
    edges.push_back({u, 12});
    for (Vertex v = u + 2; v < 12; v += 2) edges.push_back({u, v});
  }
  const Graph graph = make_graph(13, edges);
  const DistGraph parts = cut(cluster, list_edges(graph));
  EstimateOptions options{.epsilon = 0.007, .seed = 5, .run = {.threads = 1}};
  const BetweennessEstimate one = estimate_betweenness(graph, options);
  const auto on_ranks = [&] {
    const auto declare = [make = keeping_paths_on_host(options.seed)](
                             detail::Workspace& workspace, const detail::BcProblem& problem,
                             std::uint64_t) { return make(workspace, problem); };
    return detail::estimate_on_ranks(parts, options, detail::DrawnBy::kHost,
                                     {.declare = declare, .room = nullptr});
  };
  options.run.checkpoint = {.path = folder.file("run.bc"), .interval_seconds = 1e6};
  options.run.progress_interval_seconds = 0;
  const std::uint64_t batch = detail::kSampleBatch * static_cast<std::uint64_t>(cluster.size());
  std::uint64_t last = 0;
  options.run.on_progress = [&](const BetweennessProgress& so_far) {
    // Shorter ones end at looks.
    const bool is_between = so_far.done - std::exchange(last, so_far.done) == batch;
    return is_between ? RunControl::kStop : RunControl::kContinue;
  };
  EXPECT_THROW(static_cast<void>(on_ranks()), InterruptedError);
  EXPECT_LT(last, one.samples);
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  options.run.on_progress = {};
  const BetweennessEstimate many = on_ranks();
  EXPECT_EQ(many.samples, one.samples);
  EXPECT_EQ(many.bound, one.bound);
  EXPECT_TRUE(std::equal(many.scores.begin(), many.scores.end(), one.scores.begin()));
}

}  // namespace
}  // namespace strider::test
