// Spanning forests on ranks of which one has no memory from some moment on, or for a moment: all
// say so, no rank waits, and the next run is as if nothing had been.
#include <gtest/gtest.h>

#include <vector>

#include "algorithms/msf/ranks/engines.hpp"
#include "conformance/ranks_msf.hpp"
#include "strider/error.hpp"
#include "support/failing_memory.hpp"
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

/// The allocation of that number fails on one rank while all make an engine and run it. Returns
/// whether it was one of theirs.
bool fails_on_all_ranks(const WeightedGraph<Weight>& graph, const Make& make,
                        const DistMsfOptions& options, int failing, int nth,
                        AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  const auto part = shared_out(graph);
  std::unique_ptr<detail::DistMsfEngine<Weight>> engine;
  detail::DistForest<Weight> forest;
  bool failed = false;
  const auto run = [&] {
    try {
      engine = make(world, part, options);
      engine->run(forest);
    } catch (const MemoryError&) {
      failed = true;
    } catch (const std::bad_alloc&) {
      failed = true;
    }
  };
  if (world.rank() == failing) {
    static_cast<void>(fails_at_allocation(nth, run, after));
  } else {
    run();
  }
  const auto count = world.all_reduce(std::uint32_t{failed ? 1U : 0U}, comm::Reduction::kSum);
  EXPECT_TRUE(count == 0 || count == static_cast<std::uint32_t>(world.size())) << nth;
  if (engine == nullptr) engine = make(world, part, options);
  engine->run(forest);
  expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest),
                "after allocation " + std::to_string(nth));
  return failed;
}

void expect_error_on_all_ranks(const WeightedGraph<Weight>& graph, const Make& make,
                               const DistMsfOptions& options, AllocationsAfter after) {
  const int failing = after == AllocationsAfter::kFail ? 0 : test_world().size() - 1;
  int errors = 0;
  // Until there are no more allocations; not each where ranks are more than cores.
  const int fewer = test_world().size() > 2 ? 24 : 1 << 20;
  for (int nth = 0, without = 0; without < 3; nth += 1 + nth / fewer) {
    const bool failed = fails_on_all_ranks(graph, make, options, failing, nth, after);
    if (testing::Test::HasFailure()) return;
    errors += failed ? 1 : 0;
    without = failed ? 0 : without + 1;
  }
  EXPECT_GT(errors, 30);
}

TEST(MsfMemory, RunsOutForAMoment) {
  // All edges are light; some are heavy, in rounds.
  expect_error_on_all_ranks(skewed(8, 400), detail::make_dist_auto<Weight>,
                            {.tuning = {.replicating_ranks = 0}}, AllocationsAfter::kSucceed);
  expect_error_on_all_ranks(skewed(8, 3000), detail::make_dist_auto<Weight>,
                            {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                            AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutForGood) {
  expect_error_on_all_ranks(skewed(8, 3000), detail::make_dist_auto<Weight>,
                            {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                            AllocationsAfter::kFail);
}
TEST(MsfMemory, RunsOutOnTwoThreads) {
  if (test_world().size() > 2) GTEST_SKIP() << "on one and two ranks";
  expect_error_on_all_ranks(skewed(8, 3000), detail::make_dist_auto<Weight>,
                            {.threads = 2, .tuning = {.replicating_ranks = 0}},
                            AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutOverTwoLevels) {
  expect_error_on_all_ranks(skewed(8, 3000), over_nodes(2), {.tuning = {.gather_edges = 20}},
                            AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutWhereRanksReplicate) {
  if (test_world().size() == 1) GTEST_SKIP() << "one rank replicates nothing";
  const Make replicated = detail::make_replicated<Weight>;
  expect_error_on_all_ranks(skewed(8, 400), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_on_all_ranks(skewed(8, 3000), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_on_all_ranks(skewed(8, 3000), replicated, {}, AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
