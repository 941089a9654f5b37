// Spanning forests on ranks of which one has no memory from some moment on, or for a moment: all
// say so, no rank waits, and the next run is as if nothing had been.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "algorithms/msf/ranks/engine.hpp"
#include "conformance/ranks_msf.hpp"
#include "support/failing_rank.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using Weight = std::uint32_t;
using Make = DistMsfFactory<Weight>;

/// Of 2^scale vertices.
WeightedGraph<Weight> skewed(int scale, std::size_t edges) {
  std::vector<Link<Weight>> links;
  for (const Edge& edge : skewed_edges(scale, edges, 3)) {
    links.push_back({edge.source, edge.target, edge.source * 31 + edge.target});
  }
  return make_weighted(1U << static_cast<unsigned>(scale), links);
}

Make over_nodes(int ranks_per_node) {
  return [=](const auto& world, const auto& graph, const DistMsfOptions& options) {
    return detail::make_boruvka_on_ranks<Weight>(
        world, comm::TwoLevelExchange(world, ranks_per_node), graph, options);
  };
}

/// All make an engine and run it, of which one allocation fails.
void expect_error_of_forests(const WeightedGraph<Weight>& graph, const Make& make,
                             const DistMsfOptions& options, AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  const auto part = shared_out(graph);
  std::unique_ptr<detail::DistMsfEngine<Weight>> engine;
  detail::DistForest<Weight> forest;
  const auto make_and_run = [&] {
    engine.reset();
    engine = make(world, part, options);
    engine->run(forest);
  };
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    if (engine == nullptr) engine = make(world, part, options);
    engine->run(forest);
    expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest),
                  "after allocation " + std::to_string(nth));
  };
  expect_error_on_all_ranks(make_and_run, expect_unharmed, 31, after);
}

TEST(MsfMemory, RunsOutForAMoment) {
  // All edges are light; some are heavy, in rounds.
  expect_error_of_forests(skewed(8, 400), detail::make_dist_auto<Weight>,
                          {.tuning = {.replicating_ranks = 0}}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutForGood) {
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                          AllocationsAfter::kFail);
}
TEST(MsfMemory, RunsOutOnTwoThreads) {
  if (test_world().size() > 2) GTEST_SKIP() << "on one and two ranks";
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.threads = 2, .tuning = {.replicating_ranks = 0}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutOverTwoLevels) {
  EXPECT_EQ(comm::TwoLevelExchange(test_world(), 2).has_two_levels(), test_world().size() > 2);
  expect_error_of_forests(skewed(8, 3000), over_nodes(2), {.tuning = {.gather_edges = 20}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutWhereRanksReplicate) {
  if (test_world().size() == 1) return;  // which replicates nothing
  const Make replicated = detail::make_replicated<Weight>;
  expect_error_of_forests(skewed(8, 400), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), replicated, {}, AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
