#include "partition/owner_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

static_assert(!std::is_convertible_v<LocalVertex, LocalId>);
static_assert(!std::is_convertible_v<LocalVertex, GlobalVertex>);
static_assert(!std::is_convertible_v<GlobalVertex, LocalVertex>);

/// Every vertex has one place, every place one vertex, and sizes say how many.
void expect_bijection(const OwnerMap& map) {
  std::uint64_t total = 0;
  std::uint32_t largest = 0;
  for (int rank = 0; rank < map.num_ranks(); ++rank) {
    const std::uint32_t size = map.size(rank);
    largest = std::max(largest, size);
    total += size;
    for (std::uint32_t i = 0; i < size; ++i) {
      const GlobalVertex v = map.global(rank, local_vertex(i));
      ASSERT_LT(v, map.num_vertices());
      ASSERT_EQ(map.owner(v), rank);
      ASSERT_EQ(map.local(v), local_vertex(i));
    }
  }
  EXPECT_EQ(total, map.num_vertices());
  EXPECT_EQ(largest, map.largest_size());
}

TEST(OwnerMap, IsABijection) {
  for (const std::uint64_t n : {0, 1, 2, 3, 5, 63, 64, 65, 127, 128, 129, 1000, 4096}) {
    for (const int ranks : {1, 2, 3, 4, 5, 7, 8, 16, 64}) {
      for (const Shuffle& shuffle : {Shuffle(), Shuffle(n, 5)}) {
        expect_bijection(OwnerMap::block(n, ranks, shuffle));
        expect_bijection(OwnerMap::cyclic(n, ranks, shuffle));
      }
    }
    for (const Grid grid :
         {Grid{1, 1}, Grid{1, 5}, Grid{5, 1}, Grid{2, 3}, Grid{3, 2}, Grid{4, 4}}) {
      for (const Shuffle& shuffle : {Shuffle(), Shuffle(n, 5)}) {
        expect_bijection(OwnerMap::grid_blocks(n, grid, shuffle));
      }
    }
  }
}

TEST(OwnerMap, BlocksMeetAtWordBorders) {
  const OwnerMap map = OwnerMap::block(1000, 3);
  EXPECT_EQ(map.block_size(), 384U);
  EXPECT_EQ(map.size(0), 384U);
  EXPECT_EQ(map.size(2), 232U);
  EXPECT_EQ(map.locate(384), (OwnedVertex{1, local_vertex(0)}));
}

TEST(OwnerMap, GivesNothingToRanksPastTheLastBlock) {
  const OwnerMap map = OwnerMap::block(65, 4);
  EXPECT_EQ(map.size(0), 64U);
  EXPECT_EQ(map.size(1), 1U);
  EXPECT_EQ(map.size(2), 0U);
  EXPECT_EQ(map.size(3), 0U);
}

TEST(OwnerMap, DealsCyclically) {
  const OwnerMap map = OwnerMap::cyclic(10, 4);
  EXPECT_EQ(map.locate(6), (OwnedVertex{2, local_vertex(1)}));
  EXPECT_EQ(map.size(1), 3U);
  EXPECT_EQ(map.size(2), 2U);
}

TEST(OwnerMap, GivesConsecutiveVerticesToALocalIdOfTheGrid) {
  const Grid grid{2, 3};
  const OwnerMap map = OwnerMap::grid_blocks(6 * 64, grid);
  // Rank i * C + j owns block j * R + i.
  for (int i = 0; i < grid.rows; ++i) {
    for (int j = 0; j < grid.columns; ++j) {
      const auto first = static_cast<GlobalVertex>(64 * (j * grid.rows + i));
      EXPECT_EQ(map.locate(first), (OwnedVertex{i * grid.columns + j, local_vertex(0)}));
    }
  }
}

TEST(OwnerMap, HoldsGraphsPast32Bits) {
  const std::uint64_t n = 1ULL << 40U;
  for (const OwnerMap& map : {OwnerMap::block(n, 1000), OwnerMap::cyclic(n, 1000),
                              OwnerMap::block(n, 1000, Shuffle(n, 1))}) {
    for (const GlobalVertex v : {std::uint64_t{0}, n / 3, n - 1}) {
      EXPECT_EQ(map.global(map.locate(v)), v);
    }
  }
}

TEST(OwnerMap, RefusesMoreVerticesThanARankCanNumber) {
  EXPECT_THROW((void)OwnerMap::block(1ULL << 34U, 4), UsageError);
  EXPECT_THROW((void)OwnerMap::cyclic(1ULL << 34U, 4), UsageError);
  EXPECT_NO_THROW((void)OwnerMap::cyclic(4 * OwnerMap::kMostVertices, 4));
  EXPECT_NO_THROW((void)OwnerMap::block(4 * OwnerMap::kMostVertices, 4));
  EXPECT_THROW((void)OwnerMap::block(10, 0), UsageError);
  EXPECT_THROW((void)OwnerMap::grid_blocks(10, Grid{0, 3}), UsageError);
}

}  // namespace
}  // namespace strider::detail
