// GHS on ranks of which one has no memory in the middle of a run: all say so, and the next run is
// as if nothing had been.
#include <gtest/gtest.h>

#include <vector>

#include "conformance/ranks_msf.hpp"
#include "strider/error.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

void expect_error_on_all_ranks(const GhsOptions& options, int threads,
                               AllocationsAfter after = AllocationsAfter::kSucceed) {
  const comm::Communicator& world = test_world();
  std::vector<Link<std::uint32_t>> links;
  for (const Edge& edge : skewed_edges(9, 6000, 3)) {
    links.push_back({edge.source, edge.target, edge.source * 31 + edge.target});
  }
  const WeightedGraph<std::uint32_t> graph = make_weighted(1U << 9U, links);
  const auto part = shared_out(graph);
  int errors = 0;
  // Each time the next allocation of the last rank's run fails, in steps that grow.
  for (int nth = 0, step = 1; step < 200; nth += step, step += 1 + step / 8) {
    const auto engine =
        detail::make_ghs<std::uint32_t>(world, part, {.threads = threads, .ghs = options});
    detail::DistForest<std::uint32_t> forest;
    bool failed = false;
    const auto run = [&] {
      try {
        engine->run(forest);
      } catch (const MemoryError&) {
        failed = true;
      } catch (const std::bad_alloc&) {
        failed = true;
      }
    };
    if (world.rank() == world.size() - 1) {
      static_cast<void>(fails_at_allocation(nth, run, after));
    } else {
      run();
    }
    const auto count = world.all_reduce(std::uint32_t{failed ? 1U : 0U}, comm::Reduction::kSum);
    EXPECT_TRUE(count == 0 || count == static_cast<std::uint32_t>(world.size())) << nth;
    errors += failed ? 1 : 0;
    engine->run(forest);
    expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest), "after an error");
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(errors, 5);
}

TEST(GhsMemory, RunsOutInTheMiddle) {
  expect_error_on_all_ranks({}, 1);
  expect_error_on_all_ranks({.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 50}, 1);
  expect_error_on_all_ranks({.aggregation_bytes = 64}, 2);
}
TEST(GhsMemory, RunsOutForGood) {
  expect_error_on_all_ranks({}, 1, AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
