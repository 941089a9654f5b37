// GHS against Kruskal's method: every switch, with every type of weight.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/dist_msf.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

template <class W>
MsfFinder<W> ghs(const GhsOptions& options = {}) {
  return on_ranks<W>(detail::make_ghs<W>, {.method = DistMsfMethod::kGhs, .ghs = options});
}

template <class W>
void conforms(const GhsOptions& options, int threads) {
  const MsfOptions with{.threads = threads};
  conforms_on_all_shapes<W>(ghs<W>(options), with);
  conforms_on_random_graphs<W>(ghs<W>(options), with);
}

TEST(Ghs, WithDefaults) {
  conforms<float>({}, 1);
  conforms<double>({}, 1);
  conforms<std::uint32_t>({}, 1);
  conforms_on_large_graphs<double>(ghs<double>(), {.threads = 1});
}

TEST(Ghs, WithoutAnyOptimization) {
  constexpr GhsOptions kNone{.lookup = GhsLookup::kLinear,
                             .test_queue = GhsTestQueue::kShared,
                             .postponed = GhsPostponed::kQueue,
                             .messages = GhsMessages::kPlain,
                             .finish_test = GhsFinishTest::kAllReduce,
                             .finish_frequency = 100};
  conforms<float>(kNone, 1);
  conforms<double>(kNone, 1);
  conforms<std::uint32_t>(kNone, 1);
}

TEST(Ghs, WithEachSwitch) {
  const std::vector<GhsOptions> all{
      {.lookup = GhsLookup::kLinear},
      {.lookup = GhsLookup::kBinary},
      {.hash_factor = 1.25},
      {.test_queue = GhsTestQueue::kShared},
      {.postponed = GhsPostponed::kQueue},
      {.messages = GhsMessages::kPlain},
      {.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 10},
      {.aggregation_bytes = 64},
      {.flush_frequency = 1, .queue_frequency = 1, .test_frequency = 1},
      {.flush_frequency = 7, .queue_frequency = 3, .test_frequency = 50}};
  for (const GhsOptions& options : all) {
    conforms_on_random_graphs<std::uint32_t>(ghs<std::uint32_t>(options), {.threads = 1});
    conforms_on_random_graphs<double>(ghs<double>(options), {.threads = 1});
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Ghs, OnSeveralThreads) {
  conforms_on_random_graphs<std::uint32_t>(ghs<std::uint32_t>(), {.threads = 2});
  conforms_on_random_graphs<double>(
      ghs<double>({.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 100}),
      {.threads = 3});
}

}  // namespace
}  // namespace strider::test
