// The floor of bytes, counted by hand.
#include "device/floor.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace benchmark {
namespace {

using strider::BfsDirection;
using strider::BfsLevelTrace;

/// A star of 4 leaves searched from a leaf, beside an edge that is not reached: 7 vertices, 10
/// adjacency entries. Level 0 has 1 vertex of 1 entry, level 1 the hub of 4, level 2 3 leaves.
std::vector<BfsLevelTrace> star(BfsDirection of_hub) {
  return {{0, 1, 1, BfsDirection::kTopDown, 0},
          {1, 1, 4, of_hub, 0},
          {2, 3, 3, BfsDirection::kTopDown, 0}};
}
constexpr double kOnce = 7.0 / 8 + 8 * 5;

TEST(FloorOfBytes, TopDown) {
  // Each of the 5 reached: queue and two offsets; 8 entries; 4 vertices found.
  EXPECT_EQ(floor_bytes({7, 10, 4}, star(BfsDirection::kTopDown)), kOnce + 12 * 5 + 4 * 8 + 4 * 4);
  EXPECT_EQ(floor_bytes({7, 10, 8}, star(BfsDirection::kTopDown)), kOnce + 20 * 5 + 4 * 8 + 4 * 4);
}

TEST(FloorOfBytes, BottomUp) {
  // Levels 0 and 2 as before: 4 vertices, 4 entries, 1 found. The hub's: 3 leaves find it with one
  // look each, and the 2 ends of the other edge ask for nothing.
  EXPECT_EQ(floor_bytes({7, 10, 4}, star(BfsDirection::kBottomUp)),
            kOnce + 12 * 4 + 4 * 4 + 4 * 1 + 4 * (3 + 2));
}

TEST(FloorOfBytes, NothingFound) {
  const std::vector<BfsLevelTrace> single = {{0, 1, 0, BfsDirection::kTopDown, 0}};
  EXPECT_EQ(floor_bytes({16, 0, 4}, single), 2 + 8 + 12);
}

}  // namespace
}  // namespace benchmark
