// The validator accepts every forest of least weight, and finds whatever is wrong with others.
#include "conformance/msf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"

namespace strider {
namespace {

using test::Link;
using test::make_weighted;

template <class W>
struct Sample {
  std::vector<Link<W>> links;
  Vertex n;
  WeightedGraph<W> graph;
};

/// Several components, with self-loops and parallel edges of other weights.
template <class W>
Sample<W> make_sample(std::uint64_t seed, std::uint64_t kinds) {
  CounterRng rng(seed, kinds);
  const auto n = static_cast<Vertex>(20 + rng.below(200));
  Sample<W> sample{{}, n, {}};
  for (const Edge& edge : test::random_edges(n, n + rng.below(3 * n), seed)) {
    sample.links.push_back({edge.source, edge.target, static_cast<W>(rng.below(kinds))});
  }
  sample.graph = make_weighted(n, sample.links);
  return sample;
}

template <class W>
EdgeList msf_list_of(const Sample<W>& sample) {
  EdgeList list;
  list.num_vertices = sample.n;
  list.edges = Array<Edge>(sample.links.size());
  Array<W> weights(sample.links.size());
  for (std::size_t i = 0; i < sample.links.size(); ++i) {
    list.edges[i] = {sample.links[i].u, sample.links[i].v};
    weights[i] = sample.links[i].weight;
  }
  list.weights = std::move(weights);
  return list;
}

template <class W>
using Forest = std::vector<MsfEdge<W>>;

template <class W>
Forest<W> forest_of(const WeightedGraph<W>& graph,
                    MsfObjective objective = MsfObjective::kMinimum) {
  const auto result = msf(graph, {.method = MsfMethod::kKruskal, .objective = objective});
  return {result.edges().begin(), result.edges().end()};
}

template <class W>
std::vector<MsfRule> rules_broken(const Sample<W>& sample, const Forest<W>& forest,
                                  MsfObjective objective = MsfObjective::kMinimum) {
  std::vector<MsfRule> rules;
  for (const int threads : {1, 2, 4}) {
    const auto by_graph =
        validate_msf<W>(sample.graph, std::span<const MsfEdge<W>>(forest), objective, threads);
    const auto by_list = validate_msf<W>(msf_list_of(sample), std::span<const MsfEdge<W>>(forest),
                                         objective, threads);
    std::vector<MsfRule> found;
    for (std::size_t i = 0; i < by_graph.violations.size(); ++i) {
      const MsfViolation& violation = by_graph.violations[i];
      found.push_back(violation.rule);
      EXPECT_FALSE(violation.message.empty());
      EXPECT_LT(i, by_list.violations.size());
      if (i >= by_list.violations.size()) break;
      EXPECT_EQ(by_list.violations[i].message, violation.message);
      EXPECT_EQ(by_list.violations[i].u, violation.u);
      EXPECT_EQ(by_list.violations[i].v, violation.v);
    }
    EXPECT_EQ(by_graph.violations.size(), by_list.violations.size());
    if (threads > 1) {
      EXPECT_EQ(found, rules) << threads << " threads";
    }
    rules = found;
  }
  return rules;
}

bool has(const std::vector<MsfRule>& rules, MsfRule rule) {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

template <class W>
class ValidateMsf : public testing::Test {};
using Types = testing::Types<float, double, std::uint32_t>;
TYPED_TEST_SUITE(ValidateMsf, Types);

TYPED_TEST(ValidateMsf, AcceptsForests) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::uint64_t kinds : {1, 4, 100000}) {
      const auto sample = make_sample<TypeParam>(seed, kinds);
      for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
        auto forest = forest_of(sample.graph, objective);
        // In any order, and either way round.
        CounterRng rng(seed, 5);
        for (std::size_t i = forest.size(); i > 1; --i) {
          std::swap(forest[i - 1], forest[rng.below(i)]);
        }
        for (auto& edge : forest) {
          if (rng.below(2) == 0) std::swap(edge.u, edge.v);
        }
        EXPECT_TRUE(rules_broken(sample, forest, objective).empty()) << "seed " << seed;
        const auto found = msf(sample.graph, {.objective = objective});
        const auto validation = validate_msf<TypeParam>(
            sample.graph, std::span<const MsfEdge<TypeParam>>(forest), objective);
        EXPECT_EQ(validation.weight, found.weight());
        EXPECT_EQ(validation.num_trees, found.num_trees());
      }
    }
  }
}

TYPED_TEST(ValidateMsf, FindsEveryCorruption) {
  using Edges = Forest<TypeParam>;
  int lighter = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto sample = make_sample<TypeParam>(seed, 1000);
    const Edges forest = forest_of(sample.graph);
    if (forest.empty()) continue;
    CounterRng rng(seed, 11);
    const std::size_t at = rng.below(forest.size());

    Edges missing = forest;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_EQ(rules_broken(sample, missing), std::vector{MsfRule::kSpanning});

    Edges twice = forest;
    twice.push_back(forest[at]);
    EXPECT_EQ(rules_broken(sample, twice), std::vector{MsfRule::kAcyclic});

    Edges heavier = forest;
    heavier[at].weight += 2000;
    EXPECT_TRUE(has(rules_broken(sample, heavier), MsfRule::kEdges));
    EXPECT_TRUE(has(rules_broken(sample, heavier), MsfRule::kLightest));

    Edges lighter_claim = forest;
    lighter_claim[at].weight =
        static_cast<TypeParam>(lighter_claim[at].weight / 2 + TypeParam{3000});
    EXPECT_TRUE(has(rules_broken(sample, lighter_claim), MsfRule::kEdges));

    Edges loop = forest;
    loop.push_back({3, 3, TypeParam{1}});
    EXPECT_TRUE(has(rules_broken(sample, loop), MsfRule::kAcyclic));

    Edges out_of_range = forest;
    out_of_range[at].v = sample.n;
    EXPECT_TRUE(has(rules_broken(sample, out_of_range), MsfRule::kEdges));
    EXPECT_TRUE(has(rules_broken(sample, out_of_range), MsfRule::kSpanning));
    out_of_range[at].v = kNoVertex;
    EXPECT_TRUE(has(rules_broken(sample, out_of_range), MsfRule::kEdges));

    EXPECT_EQ(rules_broken(sample, Edges{}), std::vector{MsfRule::kSpanning});

    // Another spanning forest: that of greatest weight.
    const Edges maximum = forest_of(sample.graph, MsfObjective::kMaximum);
    if (maximum != forest) {
      ++lighter;
      EXPECT_EQ(rules_broken(sample, maximum), std::vector{MsfRule::kLightest});
    }
  }
  EXPECT_GT(lighter, 10);
}

// One edge of the forest for another that joins the same parts, but is heavier by one.
TYPED_TEST(ValidateMsf, FindsOneEdgeTooHeavy) {
  std::vector<Link<TypeParam>> links;
  for (Vertex v = 0; v < 1000; ++v) links.push_back({v, v + 1, static_cast<TypeParam>(v % 50)});
  links.push_back({0, 1000, TypeParam{50}});  // heavier than all of the path
  const Sample<TypeParam> sample{links, 1001, make_weighted(1001, links)};
  auto forest = forest_of(sample.graph);
  ASSERT_TRUE(rules_broken(sample, forest).empty());
  for (const std::size_t at : {0U, 49U, 500U, 999U}) {
    auto changed = forest;
    changed[at] = {0, 1000, TypeParam{50}};
    EXPECT_EQ(rules_broken(sample, changed), std::vector{MsfRule::kLightest}) << at;
  }
}

TYPED_TEST(ValidateMsf, FindsEdgesThatTheGraphHasNot) {
  std::vector<Link<TypeParam>> links{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}};
  const Sample<TypeParam> sample{links, 4, make_weighted(4, links)};
  const Forest<TypeParam> forest{{0, 1, 1}, {1, 2, 1}, {1, 3, 1}};
  EXPECT_EQ(rules_broken(sample, forest), std::vector{MsfRule::kEdges});
}

TEST(ValidateMsfOfReals, TakesZerosForOneAndRefusesNan) {
  const std::vector<Link<double>> links{{0, 1, -0.0}, {1, 2, 0.0}};
  const Sample<double> sample{links, 3, make_weighted(3, links)};
  EXPECT_TRUE(rules_broken(sample, {{0, 1, 0.0}, {1, 2, -0.0}}).empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(has(rules_broken(sample, {{0, 1, nan}, {1, 2, 0.0}}), MsfRule::kEdges));
}

TEST(ValidateMsfOfLists, TakesOneForEdgesWithoutWeights) {
  const EdgeList list = test::list_of(3, {{0, 1}, {2, 1}, {2, 0}});
  const Forest<std::uint32_t> forest{{0, 1, 1}, {1, 2, 1}};
  EXPECT_TRUE(validate_msf<std::uint32_t>(list, forest).passed());
  const Forest<float> reals{{0, 1, 1}, {1, 2, 1}};
  EXPECT_THROW((void)validate_msf<float>(list, reals), UsageError);
}

TEST(ValidateMsf, RefusesWhatHasNoForest) {
  EdgeList list = test::list_of(2, {{0, 7}});
  EXPECT_THROW((void)validate_msf<std::uint32_t>(list, {}), UsageError);
  list.directedness = Directedness::kDirected;
  list.edges[0] = {0, 1};
  EXPECT_THROW((void)validate_msf<std::uint32_t>(list, {}), UsageError);
  const EdgeList empty;
  EXPECT_TRUE(validate_msf<std::uint32_t>(empty, {}).passed());
}

}  // namespace
}  // namespace strider
