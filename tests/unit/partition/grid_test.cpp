#include "partition/grid.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "partition/owner_map.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"

namespace strider::detail {
namespace {

TEST(Grid, IsNearSquareWithMoreRows) {
  const std::pair<int, Grid> expected[] = {
      {1, {1, 1}},  {2, {2, 1}},    {3, {3, 1}},   {4, {2, 2}},     {5, {5, 1}},
      {6, {3, 2}},  {7, {7, 1}},    {8, {4, 2}},   {12, {4, 3}},    {16, {4, 4}},
      {64, {8, 8}}, {128, {16, 8}}, {97, {97, 1}}, {1000, {40, 25}}};
  for (const auto& [ranks, grid] : expected) EXPECT_EQ(near_square_grid(ranks), grid) << ranks;
}

TEST(Grid, IsReadAsItIsNamed) {
  for (int ranks = 1; ranks <= 64; ++ranks) {
    const Grid grid = near_square_grid(ranks);
    EXPECT_EQ(parse_grid(grid_name(grid), ranks), grid);
  }
  EXPECT_EQ(parse_grid("1x8", 8), (Grid{1, 8}));
  for (const char* text : {"", "x", "4", "4x", "x2", "0x8", "8x0", "-2x-4", "2x4x1", "2X4", " 2x4",
                           "2x4 ", "2*4", "99999999999x1", "2x3", "65536x65536"}) {
    EXPECT_THROW((void)parse_grid(text, 8), UsageError) << text;
  }
  EXPECT_EQ(test::message_of<UsageError>([] { (void)parse_grid("3x3", 8); }),
            "grid 3x3 needs 9 ranks, but 8 were started: use 4x2, for example");
}

TEST(Grid, LeavesOutOnManyRanksOrWhereAllHaveNoNumbers) {
  constexpr std::uint64_t kAll = 1ULL << 32U;
  EXPECT_FALSE(may_leave_out({4, 4}, 1000));
  EXPECT_TRUE(may_leave_out({17, 1}, 1000));
  EXPECT_FALSE(may_leave_out({4, 2}, kAll / 4 - 1));
  EXPECT_TRUE(may_leave_out({4, 2}, kAll / 4));
  EXPECT_TRUE(may_leave_out({2, 4}, kAll / 4));
}

TEST(Grid, RefusesMoreRowsOrColumnsThan32BitsCount) {
  constexpr std::uint64_t kQuarter = 1ULL << 30U;
  EXPECT_NO_THROW(GridPlace(Grid{3, 3}, 0, kQuarter));
  EXPECT_THROW(GridPlace(Grid{4, 1}, 0, kQuarter), UsageError);
  EXPECT_THROW(GridPlace(Grid{1, 4}, 0, kQuarter), UsageError);
  EXPECT_THROW(GridPlace(Grid{1, 1}, 0, kQuarter * 4), UsageError);
  EXPECT_NO_THROW(require_numbers(Grid{2, 2}, kQuarter, 3));
  EXPECT_THROW(require_numbers(Grid{3, 2}, kQuarter, 4), UsageError);
}

/// Every pair of vertices has one place in one rank's matrix; the place leads back to the owners.
TEST(Grid, PlacesEveryArcOnce) {
  constexpr std::uint64_t kVertices = 500;
  for (const Grid grid : {Grid{1, 1}, Grid{1, 3}, Grid{3, 1}, Grid{2, 3}, Grid{3, 2}, Grid{4, 2}}) {
    const OwnerMap owners = OwnerMap::grid_blocks(kVertices, grid);
    const GridRank any(grid, 0);
    std::set<std::tuple<int, std::uint64_t, std::uint64_t>> taken;
    for (GlobalVertex u = 0; u < kVertices; u += 3) {
      for (GlobalVertex v = 0; v < kVertices; v += 7) {
        const OwnedVertex source = owners.locate(u);
        const OwnedVertex target = owners.locate(v);
        const ArcPlace arc = place_arc(any, owners.block_size(), source.rank, index(source.vertex),
                                       target.rank, index(target.vertex));
        ASSERT_TRUE(taken.emplace(arc.rank, arc.row, arc.column).second);
        const GridPlace holder(grid, arc.rank, owners.block_size());
        ASSERT_LT(arc.row, holder.num_rows());
        ASSERT_LT(arc.column, holder.num_columns());
        // Bisson: the holder is in the row of the target's owner and in the source's column.
        ASSERT_EQ(holder.row(), holder.row_of(target.rank));
        ASSERT_EQ(holder.column(), holder.column_of(source.rank));
        const std::uint32_t block = holder.block_size();
        const int row_owner = holder.rank_at(holder.row(), static_cast<int>(arc.row / block));
        const int column_owner =
            holder.rank_at(static_cast<int>(arc.column / block), holder.column());
        ASSERT_EQ(owners.global(row_owner, local_vertex(arc.row % block)), v);
        ASSERT_EQ(owners.global(column_owner, local_vertex(arc.column % block)), u);
      }
    }
  }
}

}  // namespace
}  // namespace strider::detail
