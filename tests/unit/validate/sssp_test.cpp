#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <queue>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/validate.hpp"
#include "support/errors.hpp"
#include "support/listed_edges.hpp"

namespace strider {
namespace {

constexpr auto kUndirected = Directedness::kUndirected;
constexpr auto kDirected = Directedness::kDirected;

/// A claim that tests can spoil.
template <class W>
struct SsspTree {
  Vertex source = 0;
  std::vector<Vertex> parents;
  std::vector<SsspDistance<W>> distances;
};

/// Bellman and Ford, straight from the list, with positive weights.
template <class W>
SsspTree<W> sssp_search(const EdgeList& list, Vertex source) {
  const std::span<const W> weights = std::get<Array<W>>(list.weights).span();
  SsspTree<W> tree{source, std::vector<Vertex>(list.num_vertices, kNoVertex),
                   std::vector<SsspDistance<W>>(list.num_vertices, kInfiniteDistance<W>)};
  tree.parents[source] = source;
  tree.distances[source] = 0;
  const auto relax = [&](Vertex u, Vertex v, W weight) {
    if (tree.distances[u] == kInfiniteDistance<W>) return false;
    const SsspDistance<W> through = tree.distances[u] + weight;
    if (!(through < tree.distances[v])) return false;
    tree.distances[v] = through;
    tree.parents[v] = u;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < list.edges.size(); ++i) {
      const auto [u, v] = list.edges[i];
      changed |= relax(u, v, weights[i]);
      if (list.directedness == kUndirected) changed |= relax(v, u, weights[i]);
    }
  }
  return tree;
}

/// On 1 to 3 threads, from the list and from the graph, which must agree.
template <class W>
SsspValidation validate_sssp_claim(const EdgeList& list, const SsspTree<W>& tree,
                                   SsspValidationOptions options = {}) {
  const std::span<const SsspDistance<W>> distances(tree.distances);
  options.threads = 1;
  const SsspValidation first =
      validate_sssp<W>(list, tree.source, tree.parents, distances, options);
  for (const int threads : {2, 3}) {
    options.threads = threads;
    const SsspValidation other =
        validate_sssp<W>(list, tree.source, tree.parents, distances, options);
    EXPECT_EQ(other.edges_traversed, first.edges_traversed);
    EXPECT_EQ(other.num_reached, first.num_reached);
    EXPECT_EQ(other.violations.size(), first.violations.size());
    for (std::size_t i = 0; i < std::min(first.violations.size(), other.violations.size()); ++i) {
      EXPECT_EQ(other.violations[i].rule, first.violations[i].rule);
      EXPECT_EQ(other.violations[i].vertex, first.violations[i].vertex);
      EXPECT_EQ(other.violations[i].message, first.violations[i].message);
    }
  }
  EdgeList copy;
  copy.num_vertices = list.num_vertices;
  copy.directedness = list.directedness;
  copy.edges = Array<Edge>::copy_of(list.edges.span());
  copy.weights = Array<W>::copy_of(std::get<Array<W>>(list.weights).span());
  const auto graph = std::get<WeightedGraph<W>>(build_any_graph(
      std::move(copy), {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep}));
  const SsspValidation of_graph =
      validate_sssp<W>(graph, tree.source, tree.parents, distances, options);
  EXPECT_EQ(of_graph.edges_traversed, first.edges_traversed);
  EXPECT_EQ(of_graph.violations.size(), first.violations.size());
  return first;
}

bool breaks(const SsspValidation& validation, SsspRule rule) {
  for (const SsspViolation& violation : validation.violations) {
    if (violation.rule == rule) return true;
  }
  return false;
}

// 0 -2- 1 -2- 2 -2- 3, 0 -7- 3; 4 -1- 5 apart.
const std::vector<Edge> kEdges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {4, 5}};
const std::vector<std::uint32_t> kWeights = {2, 2, 2, 7, 1};

class SmallTree : public testing::Test {
 protected:
  EdgeList list_ = test::list_of(6, kEdges, kWeights);
  SsspTree<std::uint32_t> tree_ = sssp_search<std::uint32_t>(list_, 0);
};

TEST_F(SmallTree, IsRight) {
  const SsspValidation validation = validate_sssp_claim(list_, tree_);
  EXPECT_TRUE(validation.passed());
  EXPECT_EQ(validation.num_reached, 4U);
  EXPECT_EQ(validation.edges_traversed, 4U);
}

TEST_F(SmallTree, EveryWayToSpoilItIsFound) {
  constexpr std::uint64_t kNone = kInfiniteDistance<std::uint32_t>;
  using Spoil = std::function<void(SsspTree<std::uint32_t>&)>;
  const std::vector<std::tuple<std::string, SsspRule, Spoil>> cases = {
      {"source unreached", SsspRule::kTree, [](auto& t) { t.parents[0] = kNoVertex; }},
      {"source with another parent", SsspRule::kTree, [](auto& t) { t.parents[0] = 1; }},
      {"source not at 0", SsspRule::kTreeDistances, [](auto& t) { t.distances[0] = 1; }},
      {"distance without parent", SsspRule::kTree, [](auto& t) { t.parents[3] = kNoVertex; }},
      {"parent without distance", SsspRule::kTree, [=](auto& t) { t.distances[3] = kNone; }},
      {"parent out of range", SsspRule::kTree, [](auto& t) { t.parents[3] = 6; }},
      {"own parent", SsspRule::kTree, [](auto& t) { t.parents[3] = 3; }},
      {"parent that was not reached", SsspRule::kTree, [](auto& t) { t.parents[3] = 4; }},
      {"parent that is no neighbour", SsspRule::kTreeEdges, [](auto& t) { t.parents[3] = 1; }},
      {"parent by an edge too heavy", SsspRule::kTreeDistances, [](auto& t) { t.parents[3] = 0; }},
      {"distance too large", SsspRule::kEdgeDistances,
       [](auto& t) {
         t.distances[3] = 7;
         t.parents[3] = 0;
       }},
      {"distance too small", SsspRule::kTreeDistances, [](auto& t) { t.distances[3] = 5; }},
      {"vertex left out", SsspRule::kSpan,
       [=](auto& t) {
         t.distances[3] = kNone;
         t.parents[3] = kNoVertex;
       }},
      {"cycle", SsspRule::kTree,
       [](auto& t) {
         t.parents[1] = 2;
         t.parents[2] = 1;
       }},
      {"another component claimed", SsspRule::kTreeEdges,
       [](auto& t) {
         t.parents[4] = 0;
         t.distances[4] = 3;
       }},
      {"distance near the end of the type", SsspRule::kTreeDistances,
       [=](auto& t) { t.distances[3] = kNone - 1; }},
  };
  for (const auto& [what, rule, spoil] : cases) {
    SsspTree<std::uint32_t> tree = tree_;
    spoil(tree);
    EXPECT_TRUE(breaks(validate_sssp_claim(list_, tree), rule)) << what;
  }
}

TEST_F(SmallTree, ACutoffAllowsWhatLiesBeyondIt) {
  tree_.distances[3] = kInfiniteDistance<std::uint32_t>;
  tree_.parents[3] = kNoVertex;
  EXPECT_TRUE(breaks(validate_sssp_claim(list_, tree_), SsspRule::kSpan));
  EXPECT_TRUE(validate_sssp_claim(list_, tree_, {.cutoff = 5}).passed());
  EXPECT_TRUE(breaks(validate_sssp_claim(list_, tree_, {.cutoff = 6}), SsspRule::kSpan));
  // What is reached must lie within it.
  EXPECT_TRUE(breaks(validate_sssp_claim(list_, tree_, {.cutoff = 3}), SsspRule::kTreeDistances));
}

// All weights zero: every distance is right, and only the walk finds the cycle.
TEST(ValidateSssp, FindsCyclesOfZeroWeight) {
  const EdgeList list =
      test::list_of<std::uint32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 1}}, {0, 0, 0, 0});
  SsspTree<std::uint32_t> tree{0, {0, 0, 1, 1}, {0, 0, 0, 0}};
  EXPECT_TRUE(validate_sssp_claim(list, tree).passed());
  tree.parents = {0, 2, 3, 1};
  const SsspValidation validation = validate_sssp_claim(list, tree);
  ASSERT_TRUE(breaks(validation, SsspRule::kTree));
  EXPECT_NE(validation.violations.front().message.find("cycle"), std::string::npos);
}

TEST(ValidateSssp, TrustsNoReals) {
  const EdgeList list = test::list_of<double>(3, {{0, 1}, {1, 2}}, {.1, .2});
  const SsspTree<double> right = sssp_search<double>(list, 0);
  EXPECT_TRUE(validate_sssp_claim(list, right).passed());
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -infinite, std::numeric_limits<double>::quiet_NaN(), 1e308}) {
    SsspTree<double> tree = right;
    tree.distances[2] = bad;
    EXPECT_FALSE(validate_sssp_claim(list, tree).passed()) << bad;
  }
}

TEST(ValidateSssp, SumsAreExactUnlessAToleranceIsGiven) {
  const EdgeList list = test::list_of<double>(3, {{0, 1}, {1, 2}}, {.1, .2});
  SsspTree<double> tree = sssp_search<double>(list, 0);
  tree.distances[2] = .3;  // 0.1 + 0.2 is one unit of the last place more
  EXPECT_TRUE(breaks(validate_sssp_claim(list, tree), SsspRule::kTreeDistances));
  EXPECT_TRUE(validate_sssp_claim(list, tree, {.tolerance = 1e-12}).passed());
  tree.distances[2] = .31;
  EXPECT_FALSE(validate_sssp_claim(list, tree, {.tolerance = 1e-12}).passed());
}

TEST(ValidateSssp, InfiniteEdgesLeadNowhere) {
  const float infinite = std::numeric_limits<float>::infinity();
  const EdgeList list = test::list_of<float>(3, {{0, 1}, {1, 2}}, {1, infinite});
  EXPECT_TRUE(validate_sssp_claim(list, sssp_search<float>(list, 0)).passed());
}

TEST(ValidateSssp, DirectedEdgesLeadOneWay) {
  const EdgeList list = test::list_of<std::uint32_t>(3, {{0, 1}, {2, 1}}, {1, 1}, kDirected);
  SsspTree<std::uint32_t> tree = sssp_search<std::uint32_t>(list, 0);
  EXPECT_TRUE(validate_sssp_claim(list, tree).passed());
  tree.parents[2] = 1;
  tree.distances[2] = 2;
  EXPECT_TRUE(breaks(validate_sssp_claim(list, tree), SsspRule::kTreeEdges));
}

TEST(ValidateSssp, AListWithoutWeightsHasOnes) {
  const EdgeList list = test::list_of(3, {{0, 1}, {1, 2}});
  const std::vector<Vertex> parents = {0, 0, 1};
  const std::vector<std::uint64_t> distances = {0, 1, 2};
  EXPECT_TRUE(validate_sssp<std::uint32_t>(list, 0, parents, distances).passed());
  const std::vector<float> floats = {0, 1, 2};
  EXPECT_THROW((void)validate_sssp<float>(list, 0, parents, floats), UsageError);
}

TEST(ValidateSssp, RefusesWhatCannotBeChecked) {
  const EdgeList list = test::list_of<float>(2, {{0, 1}}, {-1});
  const std::vector<Vertex> parents = {0, 0};
  const std::vector<float> distances = {0, 1};
  EXPECT_THROW((void)validate_sssp<float>(list, 0, parents, distances), WeightError);
  const EdgeList fine = test::list_of<float>(2, {{0, 1}}, {1});
  EXPECT_THROW((void)validate_sssp<float>(fine, 2, parents, distances), UsageError);
  EXPECT_THROW((void)validate_sssp<float>(fine, 0, std::span(parents).first(1), distances),
               UsageError);
  EXPECT_THROW((void)validate_sssp<float>(fine, 0, parents, distances, {.tolerance = -1}),
               UsageError);
  EXPECT_THROW((void)validate_sssp<float>(fine, 0, parents, distances, {.cutoff = -1}), UsageError);
  const EdgeList outside = test::list_of<float>(2, {{0, 2}}, {1});
  EXPECT_THROW((void)validate_sssp<float>(outside, 0, parents, distances), UsageError);
}

// Every change of one distance or parent of a random tree is wrong, unless the parent is another
// right one.
TEST(ValidateSssp, NegativeSelfLoopsCountOnlyWhereTheyAreKept) {
  EdgeList list = test::list_of<float>(2, {{0, 1}, {1, 1}}, {1, -2});
  list.labels = Labels::text({"oslo", "rome"});
  const std::vector<Vertex> parents = {0, 0};
  const std::vector<float> distances = {0, 1};
  EXPECT_TRUE(validate_sssp<float>(list, 0, parents, distances).passed());
  EXPECT_EQ(test::message_of<WeightError>([&] {
              (void)validate_sssp<float>(list, 0, parents, distances,
                                         {.self_loops = SelfLoops::kKeep});
            }),
            "the edge from rome to rome has the weight -2: shortest paths need weights of at least "
            "0");
}

TEST(ValidateSssp, FindsEveryRandomCorruption) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    CounterRng rng(seed, 99);
    const Vertex n = 40;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> weights;
    for (int i = 0; i < 80; ++i) {
      edges.push_back({static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n))});
      weights.push_back(static_cast<std::uint32_t>(1 + rng.below(9)));
    }
    const EdgeList list = test::list_of(n, edges, weights, seed % 2 == 0 ? kUndirected : kDirected);
    const auto right = sssp_search<std::uint32_t>(list, 0);
    ASSERT_TRUE(validate_sssp_claim(list, right).passed());
    for (int i = 0; i < 10; ++i) {
      auto spoiled = right;
      const auto v = static_cast<Vertex>(rng.below(n));
      spoiled.distances[v] += 1 + rng.below(5);  // infinity wraps around to a distance
      EXPECT_FALSE(validate_sssp_claim(list, spoiled).passed())
          << "seed " << seed << ", vertex " << v;
    }
  }
}

}  // namespace
}  // namespace strider
