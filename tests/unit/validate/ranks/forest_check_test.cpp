// The distributed validation of forests finds what the one of a single machine finds, word by word,
// on whatever ranks the edges are.
#include "validate/ranks/forest_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider {
namespace {

template <class W>
using Forest = std::vector<MsfEdge<W>>;

/// A list of edges that is the same on all ranks; without weights where there are none.
template <class W>
struct Sample {
  Vertex n = 0;
  std::vector<Edge> edges;
  std::vector<W> weights;

  [[nodiscard]] EdgeList list() const {
    EdgeList list = test::list_of(n, edges);
    if (!weights.empty()) list.weights = Array<W>::copy_of(weights);
    return list;
  }
  [[nodiscard]] WeightedGraph<W> graph(Duplicates duplicates) const {
    EdgeList all = list();
    if (weights.empty()) all.weights = Array<W>(edges.size(), W{1});
    AnyGraph graph = build_any_graph(std::move(all), {.duplicates = duplicates, .threads = 1});
    return std::get<WeightedGraph<W>>(std::move(graph));
  }
  [[nodiscard]] Forest<W> forest(MsfObjective objective,
                                 Duplicates duplicates = Duplicates::kKeep) const {
    const auto found =
        msf(graph(duplicates), {.method = MsfMethod::kKruskal, .objective = objective});
    return {found.edges().begin(), found.edges().end()};
  }
};

/// Several components, self-loops and parallel edges among them; `kinds` different weights.
template <class W>
Sample<W> make_sample(std::uint64_t seed, std::uint64_t kinds) {
  CounterRng rng(seed, kinds);
  Sample<W> sample;
  sample.n = static_cast<Vertex>(2 + rng.below(200));
  sample.edges = test::random_edges(sample.n, sample.n / 2 + rng.below(3 * sample.n), seed);
  for (std::size_t i = 0; i < sample.edges.size(); ++i) {
    sample.weights.push_back(static_cast<W>(rng.below(kinds)));
  }
  return sample;
}

/// Every rank has a share of the forest, which is none of any partition.
template <class W>
DistMsfValidation<W> check(const Sample<W>& sample, const Forest<W>& forest,
                           detail::ForestCheckOptions options = {}) {
  const comm::Communicator& world = test_world();
  const detail::HeldEdges source(sample.list(), world.rank(), world.size());
  std::vector<GlobalMsfEdge<W>> mine;
  for (std::size_t i = 0; i < forest.size(); ++i) {
    if (static_cast<int>(i * 7 % 31) % world.size() != world.rank()) continue;
    mine.push_back({forest[i].u, forest[i].v, forest[i].weight});
  }
  options.chunk = 37;
  return detail::check_forest<W>(world, source, mine, options);
}

/// How often each rule was broken, to see that each can be.
using BrokenForestRules = std::map<MsfRule, int>;

template <class W>
void expect_same_forest_check(const DistMsfValidation<W>& found, const MsfValidation<W>& expected,
                              BrokenForestRules& broken) {
  EXPECT_EQ(found.weight, expected.weight);
  EXPECT_EQ(found.num_trees, expected.num_trees);
  EXPECT_EQ(found.edges_checked, expected.edges_checked);
  ASSERT_EQ(found.violations.size(), expected.violations.size());
  for (std::size_t i = 0; i < found.violations.size(); ++i) {
    EXPECT_EQ(found.violations[i].rule, expected.violations[i].rule);
    EXPECT_EQ(found.violations[i].u, expected.violations[i].u);
    EXPECT_EQ(found.violations[i].v, expected.violations[i].v);
    EXPECT_EQ(found.violations[i].message, expected.violations[i].message);
    ++broken[found.violations[i].rule];
  }
}

template <class W>
std::vector<MsfRule> rules_broken(const Sample<W>& sample, const Forest<W>& forest) {
  BrokenForestRules broken;
  const DistMsfValidation<W> found = check(sample, forest);
  expect_same_forest_check(found, validate_msf<W>(sample.list(), forest, MsfObjective::kMinimum, 1),
                           broken);
  std::vector<MsfRule> rules;
  for (const DistMsfViolation& violation : found.violations) rules.push_back(violation.rule);
  return rules;
}

using Rules = std::vector<MsfRule>;

/// A square with a diagonal, a parallel edge and a self-loop; a pair; an isolated vertex.
template <class W>
Sample<W> square() {
  return {8,
          {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 0}, {0, 1}, {3, 3}, {4, 6}},
          {W{3}, W{4}, W{1}, W{5}, W{6}, W{9}, W{0}, W{2}}};
}
template <class W>
Forest<W> forest_of_square() {
  return {{0, 1, W{3}}, {1, 2, W{4}}, {2, 3, W{1}}, {4, 6, W{2}}};
}

template <class W>
class ForestCheck : public testing::Test {};
using Types = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(ForestCheck, Types);

TYPED_TEST(ForestCheck, AcceptsTheForest) {
  const auto validation = check(square<TypeParam>(), forest_of_square<TypeParam>());
  EXPECT_TRUE(validation.passed());
  EXPECT_EQ(validation.num_trees, 4U);
  EXPECT_EQ(validation.weight, 10);
  EXPECT_EQ(validation.edges_checked, 7U);
}

TYPED_TEST(ForestCheck, FindsAnEdgeTooHeavy) {
  auto forest = forest_of_square<TypeParam>();
  forest[1] = {0, 3, 5};  // instead of {1, 2} of weight 4
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kLightest});
  const auto found = check(square<TypeParam>(), forest);
  EXPECT_EQ(found.violations.front().u, 1U);
  EXPECT_EQ(found.violations.front().v, 2U);
}

TYPED_TEST(ForestCheck, FindsTheHeavierOfParallelEdges) {
  auto forest = forest_of_square<TypeParam>();
  forest[0].weight = 9;
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kLightest});
}

TYPED_TEST(ForestCheck, FindsAnEdgeMissing) {
  for (std::size_t i = 0; i < 4; ++i) {
    auto forest = forest_of_square<TypeParam>();
    forest.erase(forest.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kSpanning});
  }
  EXPECT_EQ(rules_broken(square<TypeParam>(), {}), Rules{MsfRule::kSpanning});
}

TYPED_TEST(ForestCheck, FindsAnEdgeTooMany) {
  auto forest = forest_of_square<TypeParam>();
  forest.push_back({3, 0, 5});
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kAcyclic});
}

TYPED_TEST(ForestCheck, FindsAnEdgeTwice) {
  for (std::size_t i = 0; i < 4; ++i) {
    auto forest = forest_of_square<TypeParam>();
    forest.push_back({forest[i].v, forest[i].u, forest[i].weight});
    EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kAcyclic});
  }
}

TYPED_TEST(ForestCheck, FindsAnEdgeThatIsNone) {
  auto forest = forest_of_square<TypeParam>();
  forest[1] = {1, 3, 4};
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kEdges});
  forest.push_back({5, 7, 1});
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kEdges});
  auto looped = forest_of_square<TypeParam>();
  looped.push_back({3, 3, 0});
  EXPECT_EQ(rules_broken(square<TypeParam>(), looped), (Rules{MsfRule::kEdges, MsfRule::kAcyclic}));
}

TYPED_TEST(ForestCheck, FindsAWrongWeight) {
  auto forest = forest_of_square<TypeParam>();
  forest[0].weight = 2;
  EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kEdges});
  if constexpr (std::is_floating_point_v<TypeParam>) {
    forest[0].weight = std::numeric_limits<TypeParam>::quiet_NaN();
    EXPECT_EQ(rules_broken(square<TypeParam>(), forest),
              (Rules{MsfRule::kEdges, MsfRule::kSpanning}));
  }
}

TYPED_TEST(ForestCheck, FindsEndsThatAreNoVertices) {
  for (const Vertex end : {Vertex{8}, kNoVertex}) {
    auto forest = forest_of_square<TypeParam>();
    forest.push_back({end, 2, 1});
    EXPECT_EQ(rules_broken(square<TypeParam>(), forest), Rules{MsfRule::kEdges});
  }
}

/// Changes one to three edges.
template <class W>
void spoil_forest(Forest<W>& forest, const Sample<W>& sample, CounterRng& rng) {
  const auto any_vertex = [&] { return static_cast<Vertex>(rng.below(sample.n)); };
  for (std::uint64_t faults = 1 + rng.below(3); faults > 0; --faults) {
    if (forest.empty()) return;
    const std::size_t at = rng.below(forest.size());
    const std::size_t any = rng.below(sample.edges.size());
    const MsfEdge<W> listed{sample.edges[any].source, sample.edges[any].target,
                            sample.weights[any]};
    switch (rng.below(7)) {
      case 0:
        forest.erase(forest.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        forest.push_back(forest[at]);
        break;
      case 2:
        forest[at] = listed;
        break;
      case 3:
        forest.push_back(listed);
        break;
      case 4:
        forest[at].weight = static_cast<W>(rng.below(5));
        break;
      case 5:
        forest.push_back({any_vertex(), any_vertex(), forest[at].weight});
        break;
      default:
        forest.push_back({any_vertex(), static_cast<Vertex>(sample.n + rng.below(2)), W{1}});
    }
  }
}

TYPED_TEST(ForestCheck, FindsWhatOneMachineFinds) {
  using W = TypeParam;
  BrokenForestRules broken;
  int passed = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Sample<W> sample = make_sample<W>(seed, seed % 3 == 0 ? 1 : seed % 3 == 1 ? 6 : 100000);
    for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
      CounterRng rng(seed, 17);
      Forest<W> forest = sample.forest(objective);
      if (seed % 4 != 0) spoil_forest(forest, sample, rng);
      for (auto& edge : forest) {
        if (rng.below(2) == 0) std::swap(edge.u, edge.v);
      }
      const MsfValidation<W> expected = validate_msf<W>(sample.list(), forest, objective, 1);
      const int threads = 1 + static_cast<int>(seed % 2);
      expect_same_forest_check(check(sample, forest, {.objective = objective, .threads = threads}),
                               expected, broken);
      passed += expected.passed() ? 1 : 0;
    }
  }
  EXPECT_GE(passed, 30);
  for (const MsfRule rule :
       {MsfRule::kEdges, MsfRule::kAcyclic, MsfRule::kSpanning, MsfRule::kLightest}) {
    EXPECT_GT(broken[rule], 5);
  }
}

TYPED_TEST(ForestCheck, TakesRandomSpanningForestsForWhatTheyAre) {
  using W = TypeParam;
  BrokenForestRules broken;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Sample<W> sample = make_sample<W>(seed, 50);
    // The forest of other weights, with those of the sample.
    Sample<W> other = sample;
    CounterRng rng(seed, 23);
    std::map<std::pair<Vertex, Vertex>, W> weights;
    for (std::size_t i = 0; i < other.edges.size(); ++i) {
      other.weights[i] = static_cast<W>(rng.below(1000));
      const auto [u, v] = std::minmax(other.edges[i].source, other.edges[i].target);
      weights[{u, v}] = sample.weights[i];
    }
    Forest<W> forest = other.forest(MsfObjective::kMinimum);
    for (auto& edge : forest) edge.weight = weights[{edge.u, edge.v}];
    expect_same_forest_check(check(sample, forest),
                             validate_msf<W>(sample.list(), forest, MsfObjective::kMinimum, 1),
                             broken);
  }
  EXPECT_GT(broken[MsfRule::kLightest], 20);
}

TYPED_TEST(ForestCheck, WantsTheBestOfDuplicates) {
  using W = TypeParam;
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Sample<W> sample = make_sample<W>(seed, 40);
    // Many parallel edges.
    for (Edge& edge : sample.edges) edge = {edge.source / 4, edge.target / 4};
    const auto passes = [&](MsfObjective objective, Duplicates duplicates) {
      const Forest<W> forest = sample.forest(objective, duplicates);
      return check(sample, forest, {.objective = objective, .threads = 2}).passed();
    };
    EXPECT_TRUE(passes(MsfObjective::kMinimum, Duplicates::kRemove));
    EXPECT_TRUE(passes(MsfObjective::kMaximum, Duplicates::kKeepHeaviest));
    failed += passes(MsfObjective::kMaximum, Duplicates::kRemove) ? 0 : 1;
    failed += passes(MsfObjective::kMinimum, Duplicates::kKeepHeaviest) ? 0 : 1;
  }
  EXPECT_GT(failed, 20);
}

TYPED_TEST(ForestCheck, LongPathsAndStars) {
  using W = TypeParam;
  constexpr Vertex kVertices = 1000;
  for (const bool is_star : {false, true}) {
    Sample<W> sample{kVertices, {}, {}};
    for (Vertex v = 1; v < kVertices; ++v) {
      sample.edges.push_back({is_star ? 0 : v - 1, v});
      sample.weights.push_back(static_cast<W>(v));
    }
    Forest<W> forest = sample.forest(MsfObjective::kMinimum);
    EXPECT_TRUE(check(sample, forest).passed());
    // An edge beside the path from end to end.
    sample.edges.push_back({0, kVertices - 1});
    for (const W weight : {W{998}, W{999}}) {
      sample.weights.resize(kVertices - 1);
      sample.weights.push_back(weight);
      EXPECT_EQ(check(sample, forest).passed(), weight == 999);
    }
  }
}

TEST(ForestCheckOf, EdgesWithoutWeights) {
  Sample<std::uint32_t> sample{5, {{0, 1}, {1, 2}, {2, 0}, {3, 4}}, {}};
  EXPECT_TRUE(check(sample, {{0, 1, 1}, {1, 2, 1}, {3, 4, 1}}).passed());
  EXPECT_EQ(rules_broken(sample, {{0, 1, 1}, {1, 2, 2}, {3, 4, 1}}),
            (Rules{MsfRule::kEdges, MsfRule::kLightest}));
  EXPECT_THROW(static_cast<void>(check<float>({5, {{0, 1}}, {}}, {})), UsageError);
}

TEST(ForestCheckOf, GraphsWithoutEdges) {
  for (const Vertex n : {Vertex{0}, Vertex{1}, Vertex{70}}) {
    const Sample<std::uint32_t> sample{n, {}, {}};
    const auto validation = check(sample, {});
    EXPECT_TRUE(validation.passed());
    EXPECT_EQ(validation.num_trees, n);
    EXPECT_EQ(rules_broken(sample, {{0, n, 1}}), Rules{MsfRule::kEdges});
  }
}

TEST(ForestCheckOf, ZerosAndInfinities) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Sample<float> sample{
      4, {{0, 1}, {1, 2}, {2, 0}, {2, 3}}, {-0.0F, -kInfinity, 0.0F, kInfinity}};
  EXPECT_TRUE(check(sample, {{0, 1, 0.0F}, {1, 2, -kInfinity}, {2, 3, kInfinity}}).passed());
  EXPECT_TRUE(check(sample, {{0, 2, -0.0F}, {1, 2, -kInfinity}, {2, 3, kInfinity}}).passed());
}

TEST(ForestCheckOf, RefusesWhatIsNoGraph) {
  const comm::Communicator& world = test_world();
  const auto check_edge = [&](Directedness directedness, GlobalEdge of_last, float weight_of_last) {
    const bool is_last = world.rank() == world.size() - 1;
    const detail::HeldEdges source(10, directedness,
                                   Array<GlobalEdge>(1, is_last ? of_last : GlobalEdge{3, 4}),
                                   Array<float>(1, is_last ? weight_of_last : 1.F));
    static_cast<void>(detail::check_forest<float>(world, source, {}));
  };
  check_edge(Directedness::kUndirected, {3, 4}, -1);
  EXPECT_THROW(check_edge(Directedness::kDirected, {3, 4}, 1), UsageError);
  EXPECT_THROW(check_edge(Directedness::kUndirected, {3, 10}, 1), UsageError);
  EXPECT_THROW(
      check_edge(Directedness::kUndirected, {3, 4}, std::numeric_limits<float>::quiet_NaN()),
      WeightError);
}

}  // namespace
}  // namespace strider
