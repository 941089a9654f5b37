// Betweenness on ranks of which one has no memory from some moment on, or for a moment: all say so,
// no rank waits, and the next run is as if nothing had been.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/bc/ranks/engine.hpp"
#include "conformance/ranks_bc.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "support/failing_rank.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

/// As the public face does it: what all ranks sum up after that is not of betweenness.
void search(const detail::Graph1d& part, const DistBetweennessOptions& options) {
  static_cast<void>(options.share == BcShare::kReplicated
                        ? detail::search_replicated(test_world(), part, options)
                        : detail::search_partitioned(test_world(), part, options));
}

void expect_error_of_scores(const DistBetweennessOptions& options, AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const BetweennessResult oracle =
      betweenness(graph, {.method = BetweennessMethod::kSerial, .of = options.of});
  const auto expect_unharmed = [&](int nth, bool failed) {
    if (failed && nth % 8 != 0) return;
    expect_same_scores(gather_scores(cluster, betweenness(parts, options), 50), oracle,
                       "after allocation " + std::to_string(nth));
  };
  expect_error_on_all_ranks([&] { search(*parts.state()->one_d(), options); }, expect_unharmed, 16,
                            after);
}

class MemoryOfScores : public testing::TestWithParam<DistBetweennessOptions> {};

TEST_P(MemoryOfScores, RunsOutForAMoment) {
  expect_error_of_scores(GetParam(), AllocationsAfter::kSucceed);
}
TEST_P(MemoryOfScores, RunsOutForGood) {
  expect_error_of_scores(GetParam(), AllocationsAfter::kFail);
}

INSTANTIATE_TEST_SUITE_P(DistBetweenness, MemoryOfScores,
                         testing::Values(DistBetweennessOptions{.share = BcShare::kReplicated,
                                                                .run = {.threads = 1}},
                                         DistBetweennessOptions{.share = BcShare::kPartitioned,
                                                                .tuning = {.batch_size = 3},
                                                                .run = {.threads = 1}},
                                         DistBetweennessOptions{.share = BcShare::kPartitioned,
                                                                .tuning = {.batch_size = 16},
                                                                .of = BetweennessOf::kEdges,
                                                                .run = {.threads = 1}}),
                         [](const auto& info) {
                           return std::string(bc_share_name(info.param.share)) +
                                  (info.param.of == BetweennessOf::kEdges ? "_edges" : "");
                         });

// Looks at bounds among what all do together.
void expect_error_of_estimates(AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const EstimateOptions options{.epsilon = 0.1, .top = 2, .run = {.threads = 1}};
  const BetweennessEstimate one = estimate_betweenness(graph, options);
  const auto expect_unharmed = [&](int nth, bool failed) {
    if (failed && nth % 8 != 0) return;
    const BetweennessEstimate many = estimate_betweenness(parts, options);
    EXPECT_EQ(many.samples, one.samples) << nth;
    EXPECT_EQ(many.bound, one.bound) << nth;
  };
  expect_error_on_all_ranks([&] { static_cast<void>(estimate_betweenness(parts, options)); },
                            expect_unharmed, 16, after);
}

TEST(DistEstimateMemory, RunsOutForAMoment) {
  expect_error_of_estimates(AllocationsAfter::kSucceed);
}
TEST(DistEstimateMemory, RunsOutForGood) {
  expect_error_of_estimates(AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
