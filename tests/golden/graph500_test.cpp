// The benchmark's searches against those of an independent program: tests/data/graph500.
#include "graph500/graph500.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace strider {
namespace {

struct ExpectedSearch {
  Vertex root;
  Vertex reached;
  EdgeIndex edges_traversed;
  std::vector<std::uint64_t> vertices_per_level;
};

std::vector<ExpectedSearch> expected_searches(int scale) {
  std::ifstream file(STRIDER_TEST_DATA "/graph500/bfs-scale" + std::to_string(scale) + ".tsv");
  std::string line;
  std::getline(file, line);
  std::vector<ExpectedSearch> searches;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    ExpectedSearch search{};
    std::size_t key = 0;
    std::size_t levels = 0;
    fields >> key >> search.root >> search.reached >> search.edges_traversed >> levels;
    EXPECT_EQ(key, searches.size());
    std::uint64_t vertices = 0;
    while (fields >> vertices) {
      search.vertices_per_level.push_back(vertices);
      fields.ignore(1, ',');
    }
    EXPECT_EQ(search.vertices_per_level.size(), levels);
    searches.push_back(std::move(search));
  }
  return searches;
}

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
  const std::vector<ExpectedSearch> expected = expected_searches(scale);
  ASSERT_EQ(expected.size(), 64U);
  const Graph500Report report =
      run_graph500({.scale = scale, .threads = 2, .bfs = {.method = method}});
  ASSERT_EQ(report.bfs.searches.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const Graph500Search& found = report.bfs.searches[k];
    EXPECT_EQ(found.root, expected[k].root) << "key " << k;
    EXPECT_EQ(found.reached, expected[k].reached) << "key " << k;
    EXPECT_EQ(found.edges_traversed, expected[k].edges_traversed) << "key " << k;
    EXPECT_EQ(found.vertices_per_level, expected[k].vertices_per_level) << "key " << k;
    for (const std::string& violation : found.violations) ADD_FAILURE() << violation;
  }
  EXPECT_TRUE(report.validated);
  EXPECT_TRUE(report.passed());
}

}  // namespace
}  // namespace strider
