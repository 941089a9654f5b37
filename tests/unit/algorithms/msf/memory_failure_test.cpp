// Spanning forests that run out of memory, wherever they do.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "strider/msf.hpp"
#include "support/failing_memory.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider {
namespace {

class MsfMemoryFailure : public testing::TestWithParam<MsfMethod> {};

TEST_P(MsfMemoryFailure, EndsInAnExceptionAndLeavesTheSolverFit) {
  const Graph shapes[] = {test::make_graph(1U << 10U, test::skewed_edges(10, 12'000, 1)),
                          test::make_graph(60 * 200, test::grid_edges(60, 200))};
  for (const Graph& shape : shapes) {
    const auto graph = test::weigh<std::uint32_t>(shape, test::WeightMix::kUniform);
    const auto expected = msf(graph, {.method = MsfMethod::kKruskal, .threads = 1});
    int failures = 0;
    bool failed = true;
    for (int nth = 0; failed; nth += nth < 16 ? 1 : nth / 4) {
      MsfSolver<std::uint32_t> solver(graph, {.method = GetParam(), .threads = 2});
      MsfResult<std::uint32_t> result;
      failed = test::fails_at_allocation(nth, [&] { solver.run(result); });
      failures += failed ? 1 : 0;
      solver.run(result);
      ASSERT_TRUE(std::equal(result.edges().begin(), result.edges().end(), expected.edges().begin(),
                             expected.edges().end()));
    }
    EXPECT_GE(failures, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, MsfMemoryFailure,
                         testing::ValuesIn(all_msf_methods().begin(), all_msf_methods().end()),
                         [](const auto& info) {
                           std::string name(msf_method_name(info.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace strider
