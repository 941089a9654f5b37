// GHS on ranks of which one has no memory in the middle of a run: all say so, and the next run is
// as if nothing had been.
#include <gtest/gtest.h>

#include <vector>

#include "conformance/ranks_msf.hpp"
#include "support/failing_rank.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

void expect_error_of_ghs(const GhsOptions& options, int threads,
                         AllocationsAfter after = AllocationsAfter::kSucceed) {
  const comm::Communicator& world = test_world();
  std::vector<Link<std::uint32_t>> links;
  for (const Edge& edge : skewed_edges(9, 6000, 3)) {
    links.push_back({edge.source, edge.target, edge.source * 31 + edge.target});
  }
  const WeightedGraph<std::uint32_t> graph = make_weighted(1U << 9U, links);
  const auto part = shared_out(graph);
  int errors = 0;
  // Each time a later allocation fails, in steps that grow.
  for (int nth = 0, step = 1; step < 200; nth += step, step += 1 + step / 8) {
    const auto engine =
        detail::make_ghs<std::uint32_t>(world, part, {.threads = threads, .ghs = options});
    detail::DistForest<std::uint32_t> forest;
    errors += fails_on_all_ranks([&] { engine->run(forest); }, nth, after) ? 1 : 0;
    engine->run(forest);
    expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest), "after an error");
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(errors, 5);
}

TEST(GhsMemory, RunsOutInTheMiddle) {
  expect_error_of_ghs({}, 1);
  expect_error_of_ghs({.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 50}, 1);
  expect_error_of_ghs({.aggregation_bytes = 64}, 2);
}
TEST(GhsMemory, RunsOutForGood) {
  expect_error_of_ghs({}, 1, AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
