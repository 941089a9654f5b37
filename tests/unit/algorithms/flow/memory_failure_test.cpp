// Flows and cuts that run out of memory, wherever they do.
#include <gtest/gtest.h>

#include <algorithm>

#include "strider/flow.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider {
namespace {

/// The call ends in an exception wherever an allocation fails, and gives the same afterwards.
template <class Call>
void expect_failures(const Call& call) {
  const auto expected = call();
  int failures = 0;
  bool failed = true;
  for (int nth = 0; failed; nth += nth < 16 ? 1 : nth / 4) {
    failed = test::fails_at_allocation(nth, [&] { (void)call(); });
    failures += failed ? 1 : 0;
  }
  EXPECT_GE(failures, 3);
  const auto again = call();
  EXPECT_EQ(again.value, expected.value);
  EXPECT_TRUE(std::ranges::equal(again.sides, expected.sides));
}

TEST(FlowMemoryFailure, EndsInAnException) {
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph shape = test::make_graph(40 * 50, test::grid_edges(40, 50), directedness);
    const auto whole = test::weigh<std::uint32_t>(shape, test::WeightMix::kUniform);
    expect_failures([&] { return max_flow(whole, 0, 40 * 50 - 1, {.threads = 2}); });
    const auto real = test::weigh<double>(shape, test::WeightMix::kUniform);
    expect_failures([&] { return max_flow(real, 0, 40 * 50 - 1, {.threads = 2}); });
    const Graph few = test::make_graph(6 * 7, test::grid_edges(6, 7), directedness);
    expect_failures([&] { return edge_connectivity(few, {.threads = 2}); });
  }
}

}  // namespace
}  // namespace strider
