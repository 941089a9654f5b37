#include "graph/pennant_bag.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace strider {
namespace {

template <std::size_t kBlock>
std::size_t size_of_tree(const PennantNode<kBlock>* node) {
  if (node == nullptr) return 0;
  return 1 + size_of_tree(node->left) + size_of_tree(node->right);
}

template <std::size_t kBlock>
std::size_t height_of_tree(const PennantNode<kBlock>* node) {
  if (node == nullptr) return 0;
  return 1 + std::max(height_of_tree(node->left), height_of_tree(node->right));
}

/// A root without right child above a complete tree: 2^rank nodes, rank + 1 levels.
template <std::size_t kBlock>
void expect_pennant(const PennantNode<kBlock>* pennant, std::size_t rank) {
  ASSERT_EQ(pennant->right, nullptr);
  ASSERT_EQ(size_of_tree(pennant), std::size_t{1} << rank);
  ASSERT_EQ(height_of_tree(pennant), rank + 1);
}

template <std::size_t kBlock>
std::multiset<Vertex> content(const PennantBag<kBlock>& bag) {
  std::multiset<Vertex> vertices;
  bag.for_each_block(
      [&](std::span<const Vertex> block) { vertices.insert(block.begin(), block.end()); });
  return vertices;
}

template <std::size_t kBlock>
void expect_pennants(const PennantBag<kBlock>& bag) {
  for (std::size_t k = 0; k < PennantBag<kBlock>::kRanks; ++k) {
    if (bag.pennant(k) != nullptr) expect_pennant(bag.pennant(k), k);
  }
  ASSERT_LT(bag.hopper().size(), kBlock);
  ASSERT_EQ(bag.size(), content(bag).size());
}

/// A pennant of 2^rank nodes, the vertices counting up from `next`.
PennantNode<1>* make_pennant(PennantPool<1>& pool, std::size_t rank, Vertex& next) {
  if (rank == 0) {
    PennantNode<1>* const node = pool.allocate();
    node->vertices[0] = next++;
    return node;
  }
  PennantNode<1>* const half = make_pennant(pool, rank - 1, next);
  return unite_pennants(half, make_pennant(pool, rank - 1, next));
}

TEST(Pennant, UnionAndSplitKeepTheShapeAtEveryRank) {
  for (std::size_t rank = 0; rank < 13; ++rank) {
    PennantPool<1> pool;
    Vertex count = 0;
    PennantNode<1>* const pennant = make_pennant(pool, rank, count);
    ASSERT_EQ(count, Vertex{1} << rank);
    expect_pennant(pennant, rank);
    if (rank == 0) continue;
    PennantNode<1>* const half = split_pennant(pennant);
    expect_pennant(pennant, rank - 1);
    expect_pennant(half, rank - 1);
    std::set<Vertex> all;
    for (const auto* part : {pennant, half}) {
      for_each_block(part, [&](std::span<const Vertex> block) { all.insert(block[0]); });
    }
    EXPECT_EQ(all.size(), count);
  }
}

template <class T>
class BagOfBlock : public testing::Test {};
using Blocks =
    testing::Types<std::integral_constant<std::size_t, 1>, std::integral_constant<std::size_t, 3>,
                   std::integral_constant<std::size_t, 60>>;
TYPED_TEST_SUITE(BagOfBlock, Blocks);

TYPED_TEST(BagOfBlock, InsertsInConstantAmortizedUnions) {
  constexpr std::size_t kBlock = TypeParam::value;
  PennantPool<kBlock> pool;
  PennantBag<kBlock> bag(pool);
  EXPECT_TRUE(bag.empty());
  std::multiset<Vertex> expected;
  for (Vertex i = 0; i < 5000; ++i) {
    const Vertex v = i % 777;  // a bag, not a set: repeated vertices stay
    const std::uint64_t before = bag.num_unions();
    bag.insert(v);
    expected.insert(v);
    // As a binary counter: no insertion carries past the highest bit, and n of them carry
    // n - popcount(n) times in all, n being full nodes.
    const std::uint64_t nodes = bag.size() / kBlock;
    ASSERT_LE(bag.num_unions() - before, static_cast<std::uint64_t>(std::bit_width(nodes)));
    ASSERT_EQ(bag.num_unions(), nodes - static_cast<std::uint64_t>(std::popcount(nodes)));
    ASSERT_EQ(bag.size(), i + 1);
  }
  expect_pennants(bag);
  EXPECT_EQ(content(bag), expected);
}

TYPED_TEST(BagOfBlock, UnitesAnySizesInLogarithmicUnions) {
  constexpr std::size_t kBlock = TypeParam::value;
  for (const std::size_t a : {0, 1, 2, 3, 59, 60, 61, 128, 1000}) {
    for (const std::size_t b : {0, 1, 2, 3, 60, 127, 128, 129, 1021}) {
      PennantPool<kBlock> pool_a;
      PennantPool<kBlock> pool_b;
      PennantBag<kBlock> left(pool_a);
      PennantBag<kBlock> right(pool_b);
      std::multiset<Vertex> expected;
      for (std::size_t i = 0; i < a + b; ++i) {
        const auto v = static_cast<Vertex>(i);
        (i < a ? left : right).insert(v);
        expected.insert(v);
      }
      const std::uint64_t before = left.num_unions();
      left.unite(right);
      EXPECT_LE(left.num_unions() - before,
                2 + static_cast<std::uint64_t>(std::bit_width((a + b) / kBlock)) * 2);
      EXPECT_TRUE(right.empty());
      expect_pennants(left);
      EXPECT_EQ(content(left), expected);
      right.insert(5);  // an emptied bag is as good as a new one
      EXPECT_EQ(content(right), (std::multiset<Vertex>{5}));
    }
  }
}

TYPED_TEST(BagOfBlock, SplitsInHalvesWithinANode) {
  constexpr std::size_t kBlock = TypeParam::value;
  for (std::size_t n = 0; n < 300; ++n) {
    PennantPool<kBlock> pool;
    PennantBag<kBlock> bag(pool);
    std::multiset<Vertex> expected;
    for (std::size_t i = 0; i < n; ++i) {
      bag.insert(static_cast<Vertex>(i));
      expected.insert(static_cast<Vertex>(i));
    }
    const PennantBag<kBlock> half = bag.split();
    expect_pennants(bag);
    expect_pennants(half);
    EXPECT_EQ(half.size(), n / kBlock / 2 * kBlock);
    std::multiset<Vertex> both = content(bag);
    both.merge(content(half));
    EXPECT_EQ(both, expected);
  }
}

TYPED_TEST(BagOfBlock, ReducesWhatThreadsInserted) {
  constexpr std::size_t kBlock = TypeParam::value;
  constexpr int kThreads = 4;
  constexpr Vertex kEach = 3001;
  BagReducer<kBlock> reducer(kThreads);
  for (int round = 0; round < 3; ++round) {
    reducer.clear();
    parallel_region(kThreads, [&](int thread, int) {
      auto& bag = reducer.local(thread);
      // Each thread another amount, the last none.
      for (Vertex i = 0; i < kEach / (static_cast<Vertex>(thread) + 1) && thread < 3; ++i) {
        bag.insert(i * 4 + static_cast<Vertex>(thread));
      }
    });
    std::multiset<Vertex> expected;
    for (Vertex thread = 0; thread < 3; ++thread) {
      for (Vertex i = 0; i < kEach / (thread + 1); ++i) expected.insert(i * 4 + thread);
    }
    const auto& bag = reducer.reduce();
    expect_pennants(bag);
    EXPECT_EQ(content(bag), expected);
    for (int t = 1; t < kThreads; ++t) EXPECT_TRUE(reducer.local(t).empty());
  }
}

TEST(PennantBag, EqualsAMultisetUnderRandomOperations) {
  PennantPool<3> pool;
  std::vector<PennantBag<3>> bags(4, PennantBag<3>(pool));
  std::vector<std::multiset<Vertex>> models(4);
  CounterRng rng(9, 0);
  for (int step = 0; step < 5000; ++step) {
    const std::size_t a = rng.below(4);
    const std::size_t b = (a + 1 + rng.below(3)) % 4;
    switch (rng.below(10)) {
      case 0: {
        bags[a].unite(bags[b]);
        models[a].merge(models[b]);
        break;
      }
      case 1: {
        PennantBag<3> half = bags[a].split();
        std::multiset<Vertex> moved = content(half);
        for (const Vertex v : moved) models[a].erase(models[a].find(v));
        bags[b].unite(half);
        models[b].merge(moved);
        break;
      }
      default: {
        const auto v = static_cast<Vertex>(rng.below(100));
        bags[a].insert(v);
        models[a].insert(v);
      }
    }
    if (step % 50 == 0) {
      for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(content(bags[i]), models[i]);
    }
  }
}

}  // namespace
}  // namespace strider
