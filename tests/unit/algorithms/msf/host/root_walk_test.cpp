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
      find_roots(ways.first_other, {0, n / 3}, found.data());
      find_roots(ways.first_other, {n / 3, n}, found.data());
      EXPECT_EQ(found, ways.roots) << n << " vertices, seed " << seed;
      std::vector<Vertex> plain(n);
      find_roots_scalar(ways.first_other, {0, n}, plain.data());
      EXPECT_EQ(plain, ways.roots) << n << " vertices, seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, MsfRootWalk, test::instruction_sets(),
                         test::instruction_set_name);

}  // namespace
}  // namespace strider::detail
