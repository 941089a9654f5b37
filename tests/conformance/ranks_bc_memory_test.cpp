// Betweenness on ranks of which one has no memory from some moment on, or for a moment: all say so,
// no rank waits, and the next run is as if nothing had been.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <string>

#include "algorithms/bc/ranks/engine.hpp"
#include "conformance/ranks_bc.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "strider/error.hpp"
#include "support/failing_memory.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

/// As the public face does it: what all ranks sum up after that is not of betweenness.
void search(const detail::Graph1d& part, const DistBetweennessOptions& options) {
  static_cast<void>(options.distribution == BcDistribution::kReplicated
                        ? detail::search_replicated(test_world(), part, options)
                        : detail::search_partitioned(test_world(), part, options));
}

/// The allocation of that number fails on one rank while all run `body`. Returns whether it was one
/// of theirs.
bool fails_on_all_ranks(const std::function<void()>& body, int failing, int nth,
                        AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  bool failed = false;
  const auto run = [&] {
    try {
      body();
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
  return failed;
}

/// expect_unharmed(nth) looks at a run after the allocation of that number failed.
void expect_error_on_all_ranks(const std::function<void()>& body,
                               const std::function<void(int nth)>& expect_unharmed,
                               AllocationsAfter after) {
  const int failing = after == AllocationsAfter::kFail ? 0 : test_world().size() - 1;
  int errors = 0;
  // Until there are no more allocations; not each where ranks are more than cores.
  const int fewer = test_world().size() > 2 ? 24 : 1 << 20;
  for (int nth = 0, without = 0; without < 3; nth += 1 + nth / fewer) {
    const bool failed = fails_on_all_ranks(body, failing, nth, after);
    if (testing::Test::HasFailure()) return;
    errors += failed ? 1 : 0;
    without = failed ? 0 : without + 1;
    if (nth % 8 != 0 && without == 0) continue;
    expect_unharmed(nth);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(errors, 15);
}

void expect_error_on_all_ranks(const DistBetweennessOptions& options, AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const BetweennessResult oracle =
      betweenness(graph, {.method = BetweennessMethod::kSerial, .of = options.of});
  expect_error_on_all_ranks([&] { search(*parts.state()->one_d(), options); },
                            [&](int nth) {
                              expect_same_scores(
                                  gather_scores(cluster, betweenness(parts, options), 50), oracle,
                                  "after allocation " + std::to_string(nth));
                            },
                            after);
}

class MemoryOf : public testing::TestWithParam<DistBetweennessOptions> {};

TEST_P(MemoryOf, RunsOutForAMoment) {
  expect_error_on_all_ranks(GetParam(), AllocationsAfter::kSucceed);
}
TEST_P(MemoryOf, RunsOutForGood) {
  expect_error_on_all_ranks(GetParam(), AllocationsAfter::kFail);
}

INSTANTIATE_TEST_SUITE_P(
    DistBetweenness, MemoryOf,
    testing::Values(DistBetweennessOptions{.distribution = BcDistribution::kReplicated,
                                           .run = {.threads = 1}},
                    DistBetweennessOptions{.distribution = BcDistribution::kPartitioned,
                                           .tuning = {.batch_size = 3},
                                           .run = {.threads = 1}},
                    DistBetweennessOptions{.distribution = BcDistribution::kPartitioned,
                                           .tuning = {.batch_size = 16},
                                           .of = BetweennessOf::kEdges,
                                           .run = {.threads = 1}}),
    [](const auto& info) {
      return std::string(bc_distribution_name(info.param.distribution)) +
             (info.param.of == BetweennessOf::kEdges ? "_edges" : "");
    });

// Looks at bounds among what all do together.
void expect_error_of_estimates(AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const EstimateOptions options{.epsilon = 0.1, .top = 2, .run = {.threads = 1}};
  const BetweennessEstimate one = estimate_betweenness(graph, options);
  expect_error_on_all_ranks([&] { static_cast<void>(estimate_betweenness(parts, options)); },
                            [&](int nth) {
                              const BetweennessEstimate many = estimate_betweenness(parts, options);
                              EXPECT_EQ(many.samples, one.samples) << nth;
                              EXPECT_EQ(many.bound, one.bound) << nth;
                            },
                            after);
}

TEST(DistEstimateMemory, RunsOutForAMoment) {
  expect_error_of_estimates(AllocationsAfter::kSucceed);
}
TEST(DistEstimateMemory, RunsOutForGood) {
  expect_error_of_estimates(AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
