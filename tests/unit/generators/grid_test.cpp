#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

class Grid : public testing::TestWithParam<std::pair<std::uint64_t, std::uint64_t>> {};
INSTANTIATE_TEST_SUITE_P(Shapes, Grid,
                         testing::Values(std::pair{1U, 1U}, std::pair{1U, 9U}, std::pair{9U, 1U},
                                         std::pair{2U, 2U}, std::pair{5U, 7U},
                                         std::pair{64U, 33U}));

TEST_P(Grid, HasExactlyTheEdgesBetweenNeighbours) {
  const auto [rows, columns] = GetParam();
  const GridParameters parameters{.rows = rows, .columns = columns};
  std::set<std::pair<GlobalVertex, GlobalVertex>> expected;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      const GlobalVertex v = row * columns + column;
      if (column + 1 < columns) expected.emplace(v, v + 1);
      if (row + 1 < rows) expected.emplace(v, v + columns);
    }
  }
  const GeneratedSize size = generated_size(parameters);
  EXPECT_EQ(size.num_vertices, rows * columns);
  ASSERT_EQ(size.num_edges, expected.size());
  std::vector<GlobalEdge> edges(size.num_edges);
  generate_slice(parameters, {0, edges.size()}, edges);
  std::set<std::pair<GlobalVertex, GlobalVertex>> found;
  for (const GlobalEdge& edge : edges) found.emplace(edge.source, edge.target);
  EXPECT_EQ(found, expected);
}

TEST(GridParameters, RefusesWhatIsNoGrid) {
  EXPECT_THROW((void)generated_size(GridParameters{.rows = 0}), UsageError);
  EXPECT_THROW((void)generated_size(GridParameters{.columns = 0}), UsageError);
  EXPECT_THROW((void)generated_size(GridParameters{.rows = 1ULL << 32U, .columns = 1ULL << 32U}),
               UsageError);
}

}  // namespace
}  // namespace strider
