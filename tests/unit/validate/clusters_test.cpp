// The checks of clusters refuse those that are merged too far, or not far enough.
#include "strider/clusters.hpp"

#include <gtest/gtest.h>

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

LinkedClusters claim(const std::vector<Vertex>& labels, double last) {
  LinkedClusters made(Array<Vertex>::copy_of(std::span<const Vertex>(labels)));
  made.last_distance = last;
  return made;
}

TEST(ValidateSingleLinkage, AcceptsEitherOfEqualMerges) {
  const auto graph = small_graph();
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 0, 3, 4}, 2), {.count = 3}).passed());
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 2, 2, 4}, 2), {.count = 3}).passed());
  EXPECT_TRUE(validate_single_linkage(graph, claim({0, 0, 2, 3, 4}, 1), {.distance = 1}).passed());
}

TEST(ValidateSingleLinkage, NamesTheRule) {
  const auto graph = small_graph();
  const auto rule = [&](const std::vector<Vertex>& labels, double last, ClusterLimits limits) {
    const ClustersValidation found = validate_single_linkage(graph, claim(labels, last), limits);
    EXPECT_EQ(found.violations.size(), 1U);
    return found.violations.at(0).rule;
  };
  // Two that nothing links, one that is split, a label that is not the least, one of no vertex.
  EXPECT_EQ(rule({0, 0, 2, 3, 0}, 1, {.distance = 1}), ClustersRule::kLinked);
  EXPECT_EQ(rule({0, 0, 0, 3, 4}, 2, {.distance = 1}), ClustersRule::kLinked);
  EXPECT_EQ(rule({0, 1, 2, 3, 4}, 0, {.distance = 1}), ClustersRule::kApart);
  EXPECT_EQ(rule({0, 1, 1, 1, 4}, 2, {.count = 3}), ClustersRule::kApart);
  EXPECT_EQ(rule({1, 1, 2, 3, 4}, 1, {.distance = 1}), ClustersRule::kLeastVertex);
  EXPECT_EQ(rule({0, 0, 2, 3, 9}, 1, {.distance = 1}), ClustersRule::kLeastVertex);
  EXPECT_THROW((void)validate_single_linkage(graph, claim({0, 0}, 1)), UsageError);
}

TEST(ValidateSplit, TakesConnectedClustersOnly) {
  const Graph graph = small_graph().topology();
  const auto passes = [&](const std::vector<Vertex>& labels) {
    const SplitClusters split(Array<Vertex>::copy_of(std::span<const Vertex>(labels)));
    return validate_split(graph, split).passed();
  };
  EXPECT_TRUE(passes({0, 0, 0, 0, 4}));
  EXPECT_TRUE(passes({0, 0, 2, 2, 4}));
  EXPECT_TRUE(passes({0, 1, 2, 3, 4}));
  EXPECT_FALSE(passes({0, 0, 2, 2, 2}));
  EXPECT_FALSE(passes({0, 1, 0, 3, 4}));
  EXPECT_FALSE(passes({1, 1, 2, 2, 4}));
  EXPECT_THROW((void)passes({0, 0}), UsageError);
}

}  // namespace
}  // namespace strider::test
