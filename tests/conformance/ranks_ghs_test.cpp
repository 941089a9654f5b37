// GHS against Kruskal's method: every switch, with every type of weight.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/ranks_msf.hpp"
#include "support/graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

template <class W>
MsfFinder<W> ghs(const GhsOptions& options = {}) {
  return on_ranks<W>(detail::make_ghs<W>, {.method = DistMsfMethod::kGhs, .ghs = options});
}

/// Fewer where ranks are many more than cores.
std::uint64_t graphs_of_ghs() {
  return test_world().size() <= 4 ? 25 : 8;
}

template <class W>
void ghs_conforms(const GhsOptions& options) {
  conforms_on_all_shapes<W>(ghs<W>(options), {.threads = 1}, MsfShapes::kForRanks);
  conforms_on_random_graphs<W>(ghs<W>(options), {.threads = 1}, graphs_of_ghs());
}

TEST(Ghs, WithDefaults) {
  ghs_conforms<float>({});
  ghs_conforms<double>({});
  ghs_conforms<std::uint32_t>({});
}

TEST(Ghs, OnLargeGraphs) {
  if (test_world().size() > 3) GTEST_SKIP() << "takes long where ranks are many more than cores";
  conforms_on_large_graphs<double>(ghs<double>(), {.threads = 1});
}

/// The paper's own form of names: weights of 64 bits, all different.
TEST(Ghs, WithDifferentWeightsOf64Bits) {
  std::vector<Link<double>> links;
  for (Vertex u = 0; u < 40; ++u) {
    for (Vertex v = u + 1; v < 40; ++v) {
      links.push_back({u, v, static_cast<double>((40 * u + v) * 7919U % 1601U) / 7});
    }
  }
  const WeightedGraph<double> graph = make_weighted(40 * 64, links);
  const auto part = shared_out(graph);
  const auto engine = detail::make_ghs<double>(test_world(), part, {.ghs = {}});
  detail::DistForest<double> forest;
  engine->run(forest);
  expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest), "different weights");
  for (const DistMsfProfile::Messages& messages : forest.profile.messages) {
    const bool is_long =
        messages.type == "initiate" || messages.type == "test" || messages.type == "report";
    EXPECT_EQ(messages.bytes, messages.wired * (is_long ? 19 : 10)) << messages.type;
  }
}

TEST(Ghs, WithoutAnyOptimization) {
  constexpr GhsOptions kNone{.lookup = GhsLookup::kLinear,
                             .test_queue = GhsTestQueue::kShared,
                             .postponed = GhsPostponed::kQueue,
                             .messages = GhsMessages::kPlain,
                             .finish_test = GhsFinishTest::kAllReduce,
                             .finish_frequency = 100};
  ghs_conforms<double>(kNone);
  conforms_on_random_graphs<std::uint32_t>(ghs<std::uint32_t>(kNone), {.threads = 1},
                                           graphs_of_ghs());
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
      {.ranks_per_node = 2},
      {.aggregation_bytes = 64, .ranks_per_node = 3},
      {.flush_frequency = 1, .queue_frequency = 1, .test_frequency = 1},
      {.flush_frequency = 7, .queue_frequency = 3, .test_frequency = 50}};
  for (const GhsOptions& options : all) {
    conforms_on_all_shapes<std::uint32_t>(ghs<std::uint32_t>(options), {.threads = 1},
                                          MsfShapes::kForRanks);
    conforms_on_random_graphs<std::uint32_t>(ghs<std::uint32_t>(options), {.threads = 1},
                                             graphs_of_ghs() / 2);
    conforms_on_random_graphs<double>(ghs<double>(options), {.threads = 1}, graphs_of_ghs() / 4);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Ghs, OnSeveralThreads) {
  conforms_on_random_graphs<std::uint32_t>(ghs<std::uint32_t>(), {.threads = 2}, graphs_of_ghs());
  conforms_on_random_graphs<double>(
      ghs<double>({.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 100}),
      {.threads = 3}, graphs_of_ghs());
}

}  // namespace
}  // namespace strider::test
