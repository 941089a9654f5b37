// The check of distances refuses levels that do not hold.
#include <gtest/gtest.h>

#include <vector>

#include "strider/distance_matrix.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

DistanceMatrix of_levels(std::size_t num_sources, const std::vector<Level>& levels) {
  return {num_sources, static_cast<Vertex>(levels.size() / num_sources),
          Array<Level>::copy_of(levels)};
}

TEST(ValidateDistances, FindsTheFirstVertexOfTheFirstRowThatIsWrong) {
  const Graph graph = make_graph(5, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}, Directedness::kDirected);
  const std::vector<Vertex> sources{0, 1};
  constexpr Level kNone = kUnreached;
  const std::vector<Level> right{0, 1, 2, 1, kNone, kNone, 0, 1, 2, kNone};
  EXPECT_TRUE(validate_distances(graph, sources, of_levels(2, right)).passed());
  const auto expect_broken = [&](std::size_t at, Level level, DistanceRule rule, std::size_t row,
                                 Vertex vertex) {
    for (const int threads : {1, 3}) {
      std::vector<Level> levels = right;
      levels[at] = level;
      const auto found = validate_distances(graph, sources, of_levels(2, levels), threads);
      ASSERT_FALSE(found.passed());
      const DistanceViolation& first = found.violations.front();
      EXPECT_EQ(first.rule, rule) << first.message;
      EXPECT_EQ(first.row, row);
      EXPECT_EQ(first.vertex, vertex);
    }
  };
  expect_broken(0, 1, DistanceRule::kSource, 0, 0);
  expect_broken(2, 0, DistanceRule::kSource, 0, 2);
  expect_broken(3, 2, DistanceRule::kEdges, 0, 3);
  expect_broken(2, kNone, DistanceRule::kEdges, 0, 2);
  expect_broken(4, 7, DistanceRule::kReached, 0, 4);
  expect_broken(8, 1, DistanceRule::kReached, 1, 3);
  expect_broken(5, 3, DistanceRule::kReached, 1, 0);
  EXPECT_THROW((void)validate_distances(graph, std::vector<Vertex>{0}, of_levels(2, right)),
               UsageError);
  EXPECT_THROW((void)validate_distances(graph, std::vector<Vertex>{0, 5}, of_levels(2, right)),
               UsageError);
}

}  // namespace
}  // namespace strider::test
