// Vectors and plain code must agree, whatever the instruction set.
#include "algorithms/msf/host/root_walk.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

using MsfRootWalk = test::OnInstructionSet;

/// Trees over n vertices: every vertex but some chooses one before it in a random order; the first
/// of a tree chooses one that chose it.
struct Ways {
  std::vector<Vertex> first_other;
  std::vector<Vertex> roots;

  Ways(Vertex n, std::uint64_t seed) : first_other(n, kNoVertex), roots(n) {
    CounterRng rng(seed, n);
    std::vector<Vertex> order(n);
    for (Vertex v = 0; v < n; ++v) {
      const auto place = rng.below(v + std::uint64_t{1});
      order[v] = order[place];
      order[place] = v;
    }
    std::vector<Vertex> tree(n);
    for (Vertex i = 0; i < n; ++i) {
      const Vertex v = order[i];
      tree[v] = v;
      if (i == 0 || rng.below(9) == 0) continue;
      // Near ones make long ways.
      const Vertex other = order[i - 1 - rng.below(seed % 2 == 0 ? i : std::min(i, 3U))];
      if (first_other[other] == kNoVertex) first_other[other] = v;
      first_other[v] = other;
      tree[v] = tree[other];
    }
    std::vector<Vertex> root_of(n);
    for (Vertex v = 0; v < n; ++v) {
      const Vertex other = first_other[v];
      const bool in_pair = other == kNoVertex || first_other[other] == v;
      if (in_pair) root_of[tree[v]] = other == kNoVertex ? v : std::min(v, other);
    }
    for (Vertex v = 0; v < n; ++v) roots[v] = root_of[tree[v]];
  }
};

TEST_P(MsfRootWalk, LeadsToTheSmallerOfThePair) {
  for (const Vertex n : {1U, 2U, 15U, 16U, 17U, 100U, 3000U}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const Ways ways(n, seed);
      std::vector<Vertex> found(n);
      EXPECT_TRUE(find_roots(ways.first_other, {0, n / 3}, found.data()));
      EXPECT_TRUE(find_roots(ways.first_other, {n / 3, n}, found.data()));
      EXPECT_EQ(found, ways.roots) << n << " vertices, seed " << seed;
      std::vector<Vertex> plain(n);
      EXPECT_TRUE(find_roots_scalar(ways.first_other, {0, n}, plain.data()));
      EXPECT_EQ(plain, ways.roots) << n << " vertices, seed " << seed;
      find_roots_of_long_ways(ways.first_other, plain.data());
      EXPECT_EQ(plain, ways.roots) << n << " vertices, seed " << seed;
    }
  }
}

// A line whose weights ascend from a middle vertex on, numbered at random: a way of millions of
// steps, which may not be walked from each of its vertices.
TEST_P(MsfRootWalk, TellsLongWays) {
  constexpr Vertex kLong = 2'000'000;
  std::vector<Vertex> order(kLong);
  CounterRng rng(7, kLong);
  for (Vertex v = 0; v < kLong; ++v) {
    const auto place = rng.below(v + std::uint64_t{1});
    order[v] = order[place];
    order[place] = v;
  }
  std::vector<Vertex> first_other(kLong);
  for (Vertex i = 1; i < kLong; ++i) first_other[order[i]] = order[i - 1];
  first_other[order[0]] = order[1];
  std::vector<Vertex> found(kLong);
  EXPECT_FALSE(find_roots(first_other, {0, kLong}, found.data()));
  EXPECT_FALSE(find_roots_scalar(first_other, {0, kLong}, found.data()));
  find_roots_of_long_ways(first_other, found.data());
  EXPECT_EQ(found, std::vector<Vertex>(kLong, std::min(order[0], order[1])));
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, MsfRootWalk, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
