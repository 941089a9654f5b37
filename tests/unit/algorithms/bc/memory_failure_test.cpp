// Betweenness that runs out of memory, wherever it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

class BetweennessMemoryFailure : public testing::TestWithParam<BetweennessMethod> {};

std::vector<Graph> bc_graphs() {
  return {test::make_graph(1U << 8U, test::skewed_edges(8, 2'000, 1)),
          test::make_graph(12 * 30, test::grid_edges(12, 30))};
}

TEST_P(BetweennessMemoryFailure, EndsInAnException) {
  for (const Graph& graph : bc_graphs()) {
    BetweennessOptions options{.method = GetParam(), .sources = {{0, 1, 2, 50, 100, 101}}};
    options.run.threads = 2;
    const BetweennessResult expected = betweenness(graph, options);
    int failures = 0;
    bool failed = true;
    for (int nth = 0; failed; nth += nth < 16 ? 1 : nth / 4) {
      failed =
          test::fails_at_allocation(nth, [&] { static_cast<void>(betweenness(graph, options)); });
      failures += failed ? 1 : 0;
    }
    EXPECT_GE(failures, 4);
    const BetweennessResult after = betweenness(graph, options);
    EXPECT_TRUE(std::equal(after.scores.begin(), after.scores.end(), expected.scores.begin(),
                           expected.scores.end()));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, BetweennessMemoryFailure,
                         testing::ValuesIn(all_betweenness_methods().begin(),
                                           all_betweenness_methods().end()),
                         [](const auto& info) {
                           std::string name(betweenness_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(EstimateMemoryFailure, EndsAnEstimateInAnException) {
  for (const Graph& graph : bc_graphs()) {
    EstimateOptions options{.epsilon = 0.2};
    options.run.threads = 2;
    int failures = 0;
    bool failed = true;
    for (int nth = 0; failed; nth += nth < 16 ? 1 : nth / 4) {
      failed = test::fails_at_allocation(
          nth, [&] { static_cast<void>(estimate_betweenness(graph, options)); });
      failures += failed ? 1 : 0;
    }
    EXPECT_GE(failures, 4);
  }
}

}  // namespace
}  // namespace strider
