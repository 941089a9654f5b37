// The check of bipartitions refuses sides and cycles that do not hold.
#include "strider/bipartite.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

Bipartition of_sides(const std::vector<std::uint32_t>& sides) {
  return {.sides = Array<std::uint32_t>::copy_of(sides), .odd_cycle = {}};
}
Bipartition of_cycle(std::vector<Vertex> cycle) {
  return {.sides = {}, .odd_cycle = std::move(cycle)};
}

void expect_broken(const EdgeList& list, const Bipartition& claim, BipartiteRule rule,
                   Vertex vertex) {
  for (const int threads : {1, 3}) {
    for (const auto& found : {validate_bipartition(list, claim, threads),
                              validate_bipartition(build_graph(list, kKeepAll), claim, threads)}) {
      ASSERT_FALSE(found.passed());
      EXPECT_EQ(found.violations.front().rule, rule) << found.violations.front().message;
      EXPECT_EQ(found.violations.front().vertex, vertex) << found.violations.front().message;
    }
  }
}

TEST(ValidateBipartition, OfSides) {
  const EdgeList list = list_of(6, {{0, 1}, {2, 1}, {3, 4}});
  EXPECT_TRUE(validate_bipartition(list, of_sides({0, 1, 0, 0, 1, 0})).passed());
  expect_broken(list, of_sides({0, 2, 0, 0, 1, 0}), BipartiteRule::kSides, 1);
  expect_broken(list, of_sides({0, 1, 1, 0, 1, 0}), BipartiteRule::kEdges, 1);
  expect_broken(list, of_sides({0, 1, 0, 1, 0, 0}), BipartiteRule::kLeastVertex, 3);
  expect_broken(list, of_sides({0, 1, 0, 0, 1, 1}), BipartiteRule::kLeastVertex, 5);
  expect_broken(list, of_sides({0, 1}), BipartiteRule::kOneOrTheOther, 0);
  Bipartition both = of_sides({0, 1, 0, 0, 1, 0});
  both.odd_cycle = {0};
  expect_broken(list, both, BipartiteRule::kOneOrTheOther, 0);
}

TEST(ValidateBipartition, OfCycles) {
  const EdgeList list = list_of(6, {{0, 1}, {2, 1}, {0, 2}, {3, 4}, {5, 5}, {2, 3}, {4, 0}});
  EXPECT_TRUE(validate_bipartition(list, of_cycle({0, 1, 2})).passed());
  EXPECT_TRUE(validate_bipartition(list, of_cycle({4, 0, 1, 2, 3})).passed());
  EXPECT_TRUE(validate_bipartition(list, of_cycle({5})).passed());
  expect_broken(list, of_cycle({0, 2, 3, 4}), BipartiteRule::kOddCycle, 0);
  expect_broken(list, of_cycle({0, 1, 0}), BipartiteRule::kOddCycle, 0);
  expect_broken(list, of_cycle({0, 1, 9}), BipartiteRule::kOddCycle, 9);
  expect_broken(list, of_cycle({4}), BipartiteRule::kCycleEdges, 4);
  expect_broken(list, of_cycle({1, 2, 3}), BipartiteRule::kCycleEdges, 3);
}

}  // namespace
}  // namespace strider::test
