// The check of trees from several sources, or to a depth.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

// A path of ten vertices, searched from both ends.
class TwoSources : public testing::Test {
 protected:
  static constexpr Vertex kNone = kNoVertex;
  const EdgeList list_ = list_of(10, line_edges(10));
  std::vector<Vertex> sources_{9, 0};
  Level depth_ = kUnreached;
  std::vector<Vertex> parents_{0, 0, 1, 2, 3, 6, 7, 8, 9, 9};
  std::vector<Level> levels_{0, 1, 2, 3, 4, 4, 3, 2, 1, 0};

  [[nodiscard]] BfsValidation validation(int threads) const {
    return validate_bfs(list_, BfsQuery{.sources = sources_, .depth = depth_}, parents_,
                        LevelView(std::span<const Level>(levels_)), threads);
  }
  void to_depth_3() {
    depth_ = 3;
    for (const Vertex v : {4, 5}) {
      parents_[v] = kNone;
      levels_[v] = kUnreached;
    }
  }
  void expect_broken(BfsRule rule, Vertex vertex) const {
    for (const int threads : {1, 2}) {
      const BfsValidation found = validation(threads);
      ASSERT_FALSE(found.passed());
      EXPECT_EQ(found.violations.front().rule, rule);
      EXPECT_EQ(found.violations.front().vertex, vertex);
    }
  }
};

TEST_F(TwoSources, Pass) {
  EXPECT_TRUE(validation(1).passed());
  EXPECT_EQ(validation(2).num_reached, 10U);
  to_depth_3();
  EXPECT_TRUE(validation(1).passed());
  EXPECT_EQ(validation(2).num_reached, 8U);
  EXPECT_EQ(validation(2).edges_traversed, 6U);
}
TEST_F(TwoSources, OneThatIsNoRoot) {
  parents_[9] = 8;
  levels_[9] = 2;
  expect_broken(BfsRule::kTree, 8);  // on the cycle that this makes
}
TEST_F(TwoSources, ARootThatIsNoSource) {
  sources_ = {0};
  expect_broken(BfsRule::kTree, 9);
}
TEST_F(TwoSources, TheFartherSource) {
  parents_[5] = 4;
  levels_[5] = 5;
  expect_broken(BfsRule::kEdgeLevels, 5);
}
TEST_F(TwoSources, FartherThanTheDepth) {
  to_depth_3();
  parents_[4] = 3;
  levels_[4] = 4;
  expect_broken(BfsRule::kTreeLevels, 4);
  EXPECT_EQ(validation(1).violations.front().message,
            "vertex 4 has level 4, but the search was to end at level 3");
}
TEST_F(TwoSources, NotAsFarAsTheDepth) {
  to_depth_3();
  parents_[3] = kNone;
  levels_[3] = kUnreached;
  expect_broken(BfsRule::kSpan, 3);
}
TEST_F(TwoSources, NoVertexAndNone) {
  sources_ = {0, 10};
  expect_error<UsageError>("validation: source: 10 is not a vertex", [&] { (void)validation(1); });
  sources_ = {};
  expect_error<UsageError>("validation: there must be at least one source",
                           [&] { (void)validation(1); });
}

TEST(ValidatePath, RefusesWhatIsNoneOrNoShortestOne) {
  const Graph graph = make_graph(7, {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 3}, {5, 6}});
  const auto found = [&](std::vector<Vertex> path, Vertex target) {
    return validate_path(graph, 0, target, path);
  };
  EXPECT_TRUE(found({0, 4, 3}, 3).passed());
  EXPECT_TRUE(found({0}, 0).passed());
  EXPECT_TRUE(found({}, 6).passed());
  const auto expect = [&](std::vector<Vertex> path, Vertex target, PathRule rule, Vertex vertex) {
    const PathValidation validation = found(std::move(path), target);
    ASSERT_FALSE(validation.passed());
    EXPECT_EQ(validation.violations.front().rule, rule);
    EXPECT_EQ(validation.violations.front().vertex, vertex);
  };
  expect({0, 1, 2, 3}, 3, PathRule::kShortest, 3);
  expect({}, 3, PathRule::kShortest, 3);
  expect({0, 2, 3}, 3, PathRule::kEdges, 0);
  expect({0, 99, 3}, 3, PathRule::kEdges, 0);
  expect({4, 3}, 3, PathRule::kEnds, 0);
  expect({0, 4}, 3, PathRule::kEnds, 3);
  EXPECT_THROW((void)found({}, 7), UsageError);
}

}  // namespace
}  // namespace strider::test
