// The benchmark's searches against those of an independent program: tests/data/graph500.
#include "graph500/graph500.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "golden/graph500_searches.hpp"

namespace strider {
namespace {

class GoldenSearches : public testing::TestWithParam<std::tuple<int, BfsMethod>> {};

std::string name_of(const testing::TestParamInfo<std::tuple<int, BfsMethod>>& info) {
  std::string method(bfs_method_name(std::get<1>(info.param)));
  std::replace(method.begin(), method.end(), '-', '_');
  return "Scale" + std::to_string(std::get<0>(info.param)) + "_" + method;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, GoldenSearches,
                         testing::Combine(testing::Values(10),
                                          testing::ValuesIn(all_bfs_methods().begin(),
                                                            all_bfs_methods().end())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(LargerScales, GoldenSearches,
                         testing::Combine(testing::Values(16, 18),
                                          testing::Values(BfsMethod::kAuto)),
                         name_of);

TEST_P(GoldenSearches, KeysReachedEdgesAndLevelsAreTheSame) {
  const auto [scale, method] = GetParam();
  const std::vector<test::ExpectedSearch> expected = test::expected_searches(scale);
  ASSERT_EQ(expected.size(), 64U);
  const Graph500Report report =
      run_graph500({.scale = scale, .threads = 2, .bfs = {.method = method}});
  test::expect_golden(report.bfs.searches, expected);
  EXPECT_TRUE(report.validated);
  EXPECT_TRUE(report.passed());
}

}  // namespace
}  // namespace strider
