#include "algorithms/bfs/direction.hpp"

#include <gtest/gtest.h>

namespace strider::detail {
namespace {

TEST(BackwardWork, IsThePapersEstimateByArcs) {
  // |U| / a with a = FV / arcs
  EXPECT_DOUBLE_EQ(backward_work({.unvisited = 100, .arcs = 1000, .mean_row = 1e9}, 10), 100 * 100);
  EXPECT_DOUBLE_EQ(backward_work({.unvisited = 0, .arcs = 1000, .mean_row = 1e9}, 10), 0);
}

TEST(BackwardWork, LooksAtNoMoreArcsThanThereAre) {
  EXPECT_DOUBLE_EQ(backward_work({.unvisited = 100, .arcs = 1000, .mean_row = 7}, 1), 700);
  EXPECT_DOUBLE_EQ(backward_work({.unvisited = 100, .arcs = 1000, .mean_row = 7}, 0), 700);
}

TEST(BackwardWork, LooksAtFewerWhereRowsStartWithHubs) {
  const BackwardEstimate hubs{
      .unvisited = 100, .arcs = 1000, .mean_row = 50, .scanned_share = 0.25};
  EXPECT_DOUBLE_EQ(backward_work(hubs, 10), 25 * 100);
  // Not at fewer than a whole row where the frontier has few arcs, as on a road network.
  EXPECT_DOUBLE_EQ(backward_work(hubs, 1), 50 * 100);
}

TEST(BackwardWork, LooksAtEachVertexOnceAtLeast) {
  EXPECT_DOUBLE_EQ(backward_work({.unvisited = 100, .arcs = 10, .mean_row = 7}, 1000), 100);
}

TEST(BackwardWork, IsThePapersOwnByVertices) {
  // |U| (q + s) / q
  EXPECT_DOUBLE_EQ(backward_work_by_vertices(100, 10, 90), 1000);
  EXPECT_DOUBLE_EQ(backward_work_by_vertices(100, 10, 0), 100);
  EXPECT_DOUBLE_EQ(backward_work_by_vertices(0, 10, 90), 0);
  // Of a frontier without arcs as of one vertex: no factor makes that 0 times infinity.
  EXPECT_DOUBLE_EQ(backward_work_by_vertices(100, 0, 90), 9100);
}

TEST(Direction, SwitchesByItsFactors) {
  constexpr SwitchFactors kFactors{0.5, 0.1};
  EXPECT_FALSE(goes_backward(false, {50, 100}, kFactors));
  EXPECT_TRUE(goes_backward(false, {51, 100}, kFactors));
  // Once backward, it stays so while the forward work is not much smaller.
  EXPECT_TRUE(goes_backward(true, {11, 100}, kFactors));
  EXPECT_FALSE(goes_backward(true, {9, 100}, kFactors));
}

}  // namespace
}  // namespace strider::detail
