#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/validate.hpp"
#include "support/listed_edges.hpp"

namespace strider {
namespace {

using test::list_of;

/// A claim that tests can spoil.
struct BfsTree {
  Vertex source = 0;
  std::vector<Vertex> parents;
  std::vector<Level> levels;
};

/// The textbook search, straight from the list.
BfsTree bfs_search(const EdgeList& list, Vertex source) {
  std::vector<std::vector<Vertex>> neighbors(list.num_vertices);
  for (const auto& [u, v] : list.edges) {
    neighbors[u].push_back(v);
    if (list.directedness == Directedness::kUndirected) neighbors[v].push_back(u);
  }
  BfsTree tree{source, std::vector<Vertex>(list.num_vertices, kNoVertex),
               std::vector<Level>(list.num_vertices, kUnreached)};
  tree.parents[source] = source;
  tree.levels[source] = 0;
  std::queue<Vertex> queue({source});
  for (; !queue.empty(); queue.pop()) {
    const Vertex u = queue.front();
    for (const Vertex v : neighbors[u]) {
      if (tree.levels[v] != kUnreached) continue;
      tree.levels[v] = tree.levels[u] + 1;
      tree.parents[v] = u;
      queue.push(v);
    }
  }
  return tree;
}

enum class Width { kNarrow, kWide };

std::string width_name(const testing::TestParamInfo<Width>& info) {
  return info.param == Width::kNarrow ? "Narrow" : "Wide";
}

/// Validates with levels of a byte or of a word, on 1 to 3 threads, which must agree.
BfsValidation validate_bfs_claim(const EdgeList& list, const BfsTree& tree, Width width) {
  std::vector<std::uint8_t> bytes;
  for (const Level level : tree.levels) {
    bytes.push_back(level == kUnreached ? LevelView::kNarrowUnreached
                                        : static_cast<std::uint8_t>(level));
  }
  const LevelView levels = width == Width::kWide ? LevelView(std::span(tree.levels))
                                                 : LevelView(std::span<const std::uint8_t>(bytes));
  const BfsValidation first = validate_bfs(list, tree.source, tree.parents, levels, 1);
  for (const int threads : {2, 3}) {
    const BfsValidation other = validate_bfs(list, tree.source, tree.parents, levels, threads);
    EXPECT_EQ(other.edges_traversed, first.edges_traversed);
    EXPECT_EQ(other.num_reached, first.num_reached);
    EXPECT_TRUE(
        std::equal(first.violations.begin(), first.violations.end(), other.violations.begin(),
                   other.violations.end(), [](const BfsViolation& a, const BfsViolation& b) {
                     return a.rule == b.rule && a.vertex == b.vertex && a.message == b.message;
                   }));
  }
  return first;
}

const BfsViolation* find(const BfsValidation& validation, BfsRule rule) {
  for (const BfsViolation& violation : validation.violations) {
    if (violation.rule == rule) return &violation;
  }
  return nullptr;
}

/// What one corruption must bring to light.
struct Expectation {
  BfsRule rule;
  Vertex vertex;
  std::string message;
};

// Two ways from 0 to 4 and 5, a chain behind them, and a component of its own:
//   0-1 0-2 1-3 2-3 3-4 4-5 5-6, a second 1-3, a self-loop at 3; 7-8; 9 isolated.
class CorruptedTree : public testing::TestWithParam<Width> {
 protected:
  EdgeList list_ =
      list_of(10, {{0, 1}, {2, 0}, {1, 3}, {3, 2}, {3, 4}, {5, 4}, {5, 6}, {3, 1}, {3, 3}, {7, 8}});
  BfsTree tree_ = bfs_search(list_, 0);

  void expect(const Expectation& expected) {
    const BfsValidation validation = validate_bfs_claim(list_, tree_, GetParam());
    EXPECT_FALSE(validation.passed());
    const BfsViolation* violation = find(validation, expected.rule);
    ASSERT_NE(violation, nullptr) << "rule " << static_cast<int>(expected.rule);
    EXPECT_EQ(violation->vertex, expected.vertex);
    EXPECT_EQ(violation->message, expected.message);
  }
  void expect_only(const Expectation& expected) {
    expect(expected);
    EXPECT_EQ(validate_bfs_claim(list_, tree_, GetParam()).violations.size(), 1U);
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, CorruptedTree, testing::Values(Width::kNarrow, Width::kWide),
                         width_name);

TEST_P(CorruptedTree, PassesBeforeItIsCorrupted) {
  const BfsValidation validation = validate_bfs_claim(list_, tree_, GetParam());
  EXPECT_TRUE(validation.passed());
  EXPECT_EQ(validation.num_reached, 7U);
  EXPECT_EQ(validation.edges_traversed, 8U);  // 1-3 twice, not 3-3
}

TEST_P(CorruptedTree, SourceWithoutParent) {
  tree_.parents[0] = kNoVertex;
  tree_.levels[0] = kUnreached;
  expect({BfsRule::kTree, 0, "source 0 has no parent; it must be its own"});
}

TEST_P(CorruptedTree, SourceWithAnotherParent) {
  tree_.parents[0] = 1;
  expect({BfsRule::kTree, 0, "source 0 has parent 1; it must be its own"});
}

TEST_P(CorruptedTree, SourceOnAnotherLevel) {
  tree_.levels[0] = 1;
  expect({BfsRule::kTreeLevels, 0, "source 0 has level 1; it must be 0"});
}

TEST_P(CorruptedTree, TreeOfAnotherSource) {
  tree_ = bfs_search(list_, 3);
  tree_.source = 0;
  expect_only({BfsRule::kTree, 0, "source 0 has parent 1; it must be its own"});
}

TEST_P(CorruptedTree, ParentOutOfRange) {
  tree_.parents[5] = 10;
  expect_only({BfsRule::kTree, 5, "vertex 5 has parent 10, but the graph has only 10 vertices"});
  tree_.parents[4] = kNoVertex - 1;
  expect({BfsRule::kTree, 4, "vertex 4 has parent 4294967294, but the graph has only 10 vertices"});
}

TEST_P(CorruptedTree, ParentWithoutLevel) {
  tree_.levels[6] = kUnreached;
  expect({BfsRule::kTree, 6, "vertex 6 has parent 5, but no level"});
}

TEST_P(CorruptedTree, LevelWithoutParent) {
  tree_.parents[6] = kNoVertex;
  expect_only({BfsRule::kTree, 6, "vertex 6 has level 5, but no parent"});
}

TEST_P(CorruptedTree, OwnParentThatIsNoSource) {
  tree_.parents[3] = 3;  // a self-loop stands in the list
  expect_only({BfsRule::kTree, 3, "vertex 3 is its own parent, but source 0 is the root"});
}

TEST_P(CorruptedTree, UnreachedParent) {
  tree_.parents[6] = 9;
  expect({BfsRule::kTree, 6, "vertex 6 has parent 9, which was not reached"});
}

TEST_P(CorruptedTree, CycleOfParents) {
  tree_.parents[4] = 5;
  expect({BfsRule::kTree, 4, "vertex 4 is on a cycle of parents; its parent is 5"});
}

TEST_P(CorruptedTree, CycleApartFromTheTree) {
  tree_.parents[7] = 8;
  tree_.parents[8] = 7;
  tree_.levels[7] = 1;
  tree_.levels[8] = 2;
  expect({BfsRule::kTree, 7, "vertex 7 is on a cycle of parents; its parent is 8"});
  EXPECT_NE(find(validate_bfs_claim(list_, tree_, GetParam()), BfsRule::kTreeLevels), nullptr);
}

TEST_P(CorruptedTree, SecondRoot) {
  tree_.parents[7] = 7;
  tree_.levels[7] = 0;
  tree_.parents[8] = 7;
  tree_.levels[8] = 1;
  expect({BfsRule::kTree, 7, "vertex 7 is its own parent, but source 0 is the root"});
}

TEST_P(CorruptedTree, LevelTooLargeByOne) {
  tree_.levels[6] = 6;
  expect({BfsRule::kTreeLevels, 6, "vertex 6 has level 6, but its parent 5 has level 4"});
  expect({BfsRule::kEdgeLevels, 6,
          "vertex 6 has level 6, but there is an edge from vertex 5 of level 4"});
}

TEST_P(CorruptedTree, LevelTooSmallByOne) {
  tree_.levels[6] = 4;
  expect_only({BfsRule::kTreeLevels, 6, "vertex 6 has level 4, but its parent 5 has level 4"});
}

TEST_P(CorruptedTree, LargestLevelThereIs) {
  // One below "unreached": adding one to it must not wrap round.
  const Level largest = GetParam() == Width::kWide ? kUnreached - 1 : 254;
  tree_.levels[6] = largest;
  expect({BfsRule::kTreeLevels, 6,
          "vertex 6 has level " + std::to_string(largest) + ", but its parent 5 has level 4"});
  tree_.levels[5] = largest;
  tree_.levels[6] = 0;
  EXPECT_NE(find(validate_bfs_claim(list_, tree_, GetParam()), BfsRule::kTreeLevels), nullptr);
}

TEST_P(CorruptedTree, LongerWayThanNeeded) {
  // A path 0-1-3-4-5 with an edge 0-5 that the tree leaves out: consistent levels, but too large.
  list_ = list_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
  tree_ = bfs_search(list_, 0);
  list_ = list_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 3}});
  expect_only({BfsRule::kEdgeLevels, 3,
               "vertex 3 has level 3, but there is an edge from vertex 0 of level 0"});
}

TEST_P(CorruptedTree, VertexLeftOut) {
  tree_.parents[6] = kNoVertex;
  tree_.levels[6] = kUnreached;
  expect_only({BfsRule::kSpan, 6,
               "vertex 6 was not reached, but there is an edge from the reached vertex 5"});
}

TEST_P(CorruptedTree, WholeSearchLeftOut) {
  std::fill(tree_.parents.begin(), tree_.parents.end(), kNoVertex);
  std::fill(tree_.levels.begin(), tree_.levels.end(), kUnreached);
  expect_only({BfsRule::kTree, 0, "source 0 has no parent; it must be its own"});
}

TEST_P(CorruptedTree, TreeEdgeThatIsNoEdge) {
  tree_.parents[9] = 0;
  tree_.levels[9] = 1;
  expect_only(
      {BfsRule::kTreeEdges, 9, "vertex 9 has parent 0, but no edge leads from that parent"});
}

TEST_P(CorruptedTree, ParentOnTheRightLevelThatIsNoNeighbour) {
  list_ = list_of(5, {{0, 1}, {0, 2}, {1, 3}, {2, 4}});
  tree_ = bfs_search(list_, 0);
  tree_.parents[4] = 1;
  expect_only(
      {BfsRule::kTreeEdges, 4, "vertex 4 has parent 1, but no edge leads from that parent"});
}

TEST_P(CorruptedTree, SmallestOfSeveralIsNamed) {
  for (const Vertex v : {6U, 4U, 5U}) tree_.parents[v] = 77;
  expect_only({BfsRule::kTree, 4, "vertex 4 has parent 77, but the graph has only 10 vertices"});
}

class DirectedTree : public testing::TestWithParam<Width> {};
INSTANTIATE_TEST_SUITE_P(Levels, DirectedTree, testing::Values(Width::kNarrow, Width::kWide),
                         width_name);

TEST_P(DirectedTree, EdgesAreFollowedOneWay) {
  // 4 leads into the tree and 3 leads back to the source: neither is wrong.
  EdgeList list =
      list_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 0}, {3, 3}}, Directedness::kDirected);
  BfsTree tree = bfs_search(list, 0);
  const BfsValidation good = validate_bfs_claim(list, tree, GetParam());
  EXPECT_TRUE(good.passed());
  EXPECT_EQ(good.num_reached, 4U);
  EXPECT_EQ(good.edges_traversed, 4U);

  list = list_of(5, {{0, 1}, {1, 2}, {3, 2}, {0, 3}}, Directedness::kDirected);
  tree = bfs_search(list, 0);
  tree.parents[3] = 2;  // against the edge
  tree.levels[3] = 3;
  const BfsValidation bad = validate_bfs_claim(list, tree, GetParam());
  ASSERT_NE(find(bad, BfsRule::kTreeEdges), nullptr);
  EXPECT_EQ(find(bad, BfsRule::kTreeEdges)->vertex, 3U);
  ASSERT_NE(find(bad, BfsRule::kEdgeLevels), nullptr);
  EXPECT_EQ(find(bad, BfsRule::kEdgeLevels)->vertex, 3U);
}

TEST_P(DirectedTree, TargetLeftOut) {
  const EdgeList list = list_of(3, {{0, 1}, {1, 2}}, Directedness::kDirected);
  BfsTree tree = bfs_search(list, 0);
  tree.parents[2] = kNoVertex;
  tree.levels[2] = kUnreached;
  const BfsValidation validation = validate_bfs_claim(list, tree, GetParam());
  ASSERT_EQ(validation.violations.size(), 1U);
  EXPECT_EQ(validation.violations[0].rule, BfsRule::kSpan);
  EXPECT_EQ(validation.violations[0].vertex, 2U);
}

EdgeList random_list(Vertex n, std::size_t m, Directedness directedness, std::uint64_t seed) {
  CounterRng rng(seed, n);
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < m; ++i) {
    edges.push_back({static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n))});
  }
  return list_of(n, edges, directedness);
}

class RandomTrees : public testing::TestWithParam<Directedness> {};
INSTANTIATE_TEST_SUITE_P(Lists, RandomTrees,
                         testing::Values(Directedness::kUndirected, Directedness::kDirected));

TEST_P(RandomTrees, PassAgainstListAndGraph) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    // From scattered components to nearly complete.
    const Vertex n = 200;
    const EdgeList list = random_list(n, 60 * (seed + 1), GetParam(), seed);
    const BfsTree tree = bfs_search(list, static_cast<Vertex>(seed));
    const BfsValidation against_list = validate_bfs_claim(list, tree, Width::kNarrow);
    EXPECT_TRUE(against_list.passed()) << against_list.violations[0].message;

    EdgeList copy = list_of(n, {list.edges.begin(), list.edges.end()}, GetParam());
    const Graph graph = build_graph(std::move(copy), {.duplicates = Duplicates::kKeep});
    const BfsValidation against_graph =
        validate_bfs(graph, tree.source, tree.parents, LevelView(std::span(tree.levels)), 2);
    EXPECT_TRUE(against_graph.passed()) << against_graph.violations[0].message;
    EXPECT_EQ(against_graph.num_reached, against_list.num_reached);
    EXPECT_EQ(against_graph.edges_traversed, against_list.edges_traversed);
  }
}

TEST_P(RandomTrees, AnyChangedEntryIsFound) {
  const Vertex n = 64;
  const EdgeList list = random_list(n, 200, GetParam(), 5);
  const BfsTree tree = bfs_search(list, 1);
  const Graph graph = build_graph(list_of(n, {list.edges.begin(), list.edges.end()}, GetParam()));
  const auto has_edge = [&](Vertex u, Vertex v) {
    const auto row = graph.out().neighbors(u);
    return std::binary_search(row.begin(), row.end(), v);
  };
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex parent = 0; parent <= n; ++parent) {
      BfsTree changed = tree;
      changed.parents[v] = parent;
      // Another neighbour on the level before is as good a parent.
      const bool valid = parent == tree.parents[v] ||
                         (parent < n && v != tree.source && tree.levels[v] != kUnreached &&
                          tree.levels[parent] + 1 == tree.levels[v] && has_edge(parent, v));
      const LevelView levels{std::span<const Level>(changed.levels)};
      EXPECT_EQ(validate_bfs(list, 1, changed.parents, levels, 1).passed(), valid);
      EXPECT_EQ(validate_bfs(graph, 1, changed.parents, levels, 1).passed(), valid);
    }
    for (Level level = 0; level < 12; ++level) {
      BfsTree changed = tree;
      changed.levels[v] = level;
      const LevelView levels{std::span<const Level>(changed.levels)};
      const bool valid = level == tree.levels[v];
      EXPECT_EQ(validate_bfs(list, 1, changed.parents, levels, 1).passed(), valid);
      EXPECT_EQ(validate_bfs(graph, 1, changed.parents, levels, 1).passed(), valid);
    }
  }
}

TEST(ValidateBfs, LongPathWithWideLevels) {
  std::vector<Edge> edges;
  const Vertex n = 100000;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v + 1, v});
  const EdgeList list = list_of(n, edges);
  BfsTree tree = bfs_search(list, 0);
  EXPECT_TRUE(validate_bfs_claim(list, tree, Width::kWide).passed());
  tree.parents[5] = 6;  // a cycle of two
  const BfsValidation validation = validate_bfs_claim(list, tree, Width::kWide);
  ASSERT_NE(find(validation, BfsRule::kTree), nullptr);
  EXPECT_EQ(find(validation, BfsRule::kTree)->vertex, 5U);
}

TEST(ValidateBfs, RefusesWhatIsNoResultOfTheGraph) {
  const EdgeList list = list_of(3, {{0, 1}});
  const BfsTree tree = bfs_search(list, 0);
  const LevelView levels{std::span<const Level>(tree.levels)};
  const std::span<const Vertex> parents(tree.parents);
  EXPECT_THROW((void)validate_bfs(list, 3, parents, levels), UsageError);
  EXPECT_THROW((void)validate_bfs(list, 0, parents.first(2), levels), UsageError);
  EXPECT_THROW((void)validate_bfs(list, 0, parents, LevelView{}), UsageError);
  const EdgeList broken = list_of(3, {{0, 1}, {1, 3}});
  EXPECT_THROW((void)validate_bfs(broken, 0, parents, levels, 2), UsageError);
}

}  // namespace
}  // namespace strider
