// The checks of clusters refuse those that are merged too far, or not far enough.
#include "strider/clusters.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "strider/error.hpp"

namespace strider::test {
namespace {

/// 0 -1- 1 -2- 2 -2- 3, and 4 alone.
WeightedGraph<double> small_graph() {
  const Edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
  EdgeList list;
  list.num_vertices = 5;
  list.edges = Array<Edge>::copy_of(std::span<const Edge>(edges));
  const double weights[] = {1, 2, 2};
  list.weights = Array<double>::copy_of(std::span<const double>(weights));
  return std::get<WeightedGraph<double>>(build_any_graph(std::move(list)));
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

LinkedClusters claim(const std::vector<Vertex>& labels, double last, double next) {
  LinkedClusters made(Array<Vertex>::copy_of(std::span<const Vertex>(labels)));
  made.last_distance = last;
  made.next_distance = next;
  return made;
}

TEST(ValidateSingleLinkage, AcceptsEitherOfEqualMerges) {
  const auto graph = small_graph();
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 0, 3, 4}, 2, 2), {.count = 3}).passed());
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 2, 2, 4}, 2, 2), {.count = 3}).passed());
  EXPECT_TRUE(
      validate_single_linkage(graph, claim({0, 0, 2, 3, 4}, 1, 2), {.distance = 1}).passed());
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 0, 0, 4}, 2, kInfinity)).passed());
  EXPECT_TRUE(
      validate_single_linkage(graph, claim({0, 1, 2, 3, 4}, -kInfinity, 1), {.count = 9}).passed());
}

TEST(ValidateSingleLinkage, NamesTheRule) {
  const auto graph = small_graph();
  const auto rule = [&](const LinkedClusters& made, ClusterLimits limits) {
    const ClustersValidation found = validate_single_linkage(graph, made, limits);
    EXPECT_EQ(found.violations.size(), 1U);
    return found.violations.at(0).rule;
  };
  // Two that nothing links, one that is split, a label that is not the least, one of no vertex.
  EXPECT_EQ(rule(claim({0, 0, 2, 3, 0}, 1, 2), {.distance = 1}), ClustersRule::kLinked);
  EXPECT_EQ(rule(claim({0, 0, 0, 3, 4}, 2, 2), {.distance = 1}), ClustersRule::kLinked);
  EXPECT_EQ(rule(claim({0, 1, 2, 3, 4}, 0, 1), {.distance = 1}), ClustersRule::kApart);
  EXPECT_EQ(rule(claim({0, 1, 1, 1, 4}, 2, 1), {.count = 3}), ClustersRule::kApart);
  EXPECT_EQ(rule(claim({1, 1, 2, 3, 4}, 1, 2), {.distance = 1}), ClustersRule::kLeastVertex);
  EXPECT_EQ(rule(claim({0, 0, 2, 3, 9}, 1, 2), {.distance = 1}), ClustersRule::kLeastVertex);
  // Merged too far for the count, or for the distance that comes before the count.
  EXPECT_EQ(rule(claim({0, 0, 0, 0, 4}, 2, kInfinity), {.count = 4}), ClustersRule::kCount);
  EXPECT_EQ(rule(claim({0, 0, 0, 3, 4}, 2, 2), {.distance = 1.5, .count = 3}),
            ClustersRule::kLinked);
  // Other distances than those of the merges.
  EXPECT_EQ(rule(claim({0, 0, 2, 3, 4}, 1.5, 2), {.count = 4}), ClustersRule::kDistances);
  EXPECT_EQ(rule(claim({0, 0, 2, 3, 4}, 1, 3), {.count = 4}), ClustersRule::kDistances);
  EXPECT_EQ(rule(claim({0, 1, 2, 3, 4}, 0, 1), {.count = 5}), ClustersRule::kDistances);
  EXPECT_THROW((void)validate_single_linkage(graph, claim({0, 0}, 1, 2)), UsageError);
}

TEST(ValidateSplit, TakesConnectedClustersOnly) {
  const Graph graph = small_graph().topology();
  const auto passes = [&](const std::vector<Vertex>& labels) {
    const SplitClusters split(Array<Vertex>::copy_of(std::span<const Vertex>(labels)));
    return validate_split(graph, split, split.num_components()).passed();
  };
  EXPECT_TRUE(passes({0, 0, 0, 0, 4}));
  EXPECT_TRUE(passes({0, 0, 2, 2, 4}));
  EXPECT_TRUE(passes({0, 1, 2, 3, 4}));
  EXPECT_FALSE(passes({0, 0, 2, 2, 2}));
  EXPECT_FALSE(passes({0, 1, 0, 3, 4}));
  EXPECT_FALSE(passes({1, 1, 2, 2, 4}));
  EXPECT_THROW((void)passes({0, 0}), UsageError);
  const std::vector<Vertex> labels{0, 0, 0, 0, 4};
  const SplitClusters two(Array<Vertex>::copy_of(std::span<const Vertex>(labels)));
  EXPECT_TRUE(validate_split(graph, two, 1).passed());
  EXPECT_EQ(validate_split(graph, two, 3).violations.at(0).rule, ClustersRule::kCount);
}

}  // namespace
}  // namespace strider::test
