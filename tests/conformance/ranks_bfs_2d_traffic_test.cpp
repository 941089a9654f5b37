// What a search on a grid sends, against what its scheme says: exact where it can be.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/bfs/ranks/two_d/engine.hpp"
#include "ranks/edges/edge_source.hpp"
#include "strider/generate.hpp"
#include "support/grids.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"

namespace strider::detail {
namespace {

using comm::Encoding;
using comm::Phase;
using comm::Reduction;
using comm::TrafficSum;
using Direction = DistBfsSettings::Direction;

struct Sent {
  std::array<TrafficSum, comm::kNumPhases> phases;  // of all ranks
  DistBfsTree tree;
  std::vector<std::uint64_t> list_bytes;  ///< of the frontiers of all ranks, by level, as lists
  [[nodiscard]] const TrafficSum& of(Phase phase) const {
    return phases[static_cast<std::size_t>(phase)];
  }
  /// All but a last frontier that leads nowhere.
  [[nodiscard]] std::uint64_t levels_expanded() const {
    return static_cast<std::uint64_t>(std::count_if(
        tree.trace.begin(), tree.trace.end(),
        [](const BfsLevelTrace& level) { return level.direction != BfsDirection::kNone; }));
  }
  [[nodiscard]] std::uint64_t list_bytes_of(std::uint64_t first, std::uint64_t last) const {
    std::uint64_t sum = 0;
    for (std::uint64_t level = first; level < last; ++level) sum += list_bytes[level];
    return sum;
  }
};

Sent search(Grid grid, const TwoDSettings& settings) {
  const comm::Communicator& world = test_world();
  const auto source = make_source(KroneckerParameters{.scale = 12}, world.rank(), world.size());
  const auto engine = test::taken(world, [&](Workspace& workspace) {
    return make_two_d(
        workspace, world,
        std::make_shared<const Graph2d>(build_graph_2d(world, *source, {.grid = grid})), settings);
  });
  Sent sent;
  world.traffic().restart();
  engine->search(kronecker_search_key(KroneckerParameters{.scale = 12}, 0), sent.tree);
  sent.phases = world.traffic().by_phase();
  std::vector<std::uint64_t> on_level(sent.tree.num_levels, 0);
  for (std::uint32_t v = 0; v < sent.tree.levels().size(); ++v) {
    if (sent.tree.levels()[v] != kUnreached) ++on_level[sent.tree.levels()[v]];
  }
  for (const std::uint64_t count : on_level) {
    sent.list_bytes.push_back(world.all_reduce(count == 0 ? 0 : 4 * count + 1, Reduction::kSum));
  }
  for (TrafficSum& sum : sent.phases) {
    sum.bytes = world.all_reduce(sum.bytes, Reduction::kSum);
    sum.messages = world.all_reduce(sum.messages, Reduction::kSum);
  }
  return sent;
}

/// Every frontier goes to the other ranks of its column of the grid, R - 1 times: so what is sent
/// grows with the square root of the number of ranks, where the grid is square. On one column a
/// frontier goes with its size, 16 bytes, at the end of the level that found it; the source is
/// known to all.
TEST(DistBfs2dTraffic, FrontiersGoToTheirColumnAndFoundVerticesToTheirRow) {
  const auto ranks = static_cast<std::uint64_t>(test_world().size());
  for (const Grid grid : test::grids()) {
    SCOPED_TRACE(grid_name(grid));
    const auto others_in_column = static_cast<std::uint64_t>(grid.rows - 1);
    const auto others_in_row = static_cast<std::uint64_t>(grid.columns - 1);
    const Sent sent =
        search(grid, {.search = {.direction = Direction::kTopDown, .trace = BfsTrace::kLevels},
                      .encoding = Encoding::kList});
    const std::uint64_t levels = sent.levels_expanded();
    ASSERT_GT(levels, 3U);
    const std::uint64_t messages = ranks * others_in_column * levels;
    EXPECT_EQ(sent.of(Phase::kExpand).messages, messages);
    EXPECT_EQ(sent.of(Phase::kExpand).bytes,
              grid.columns > 1
                  ? others_in_column * sent.list_bytes_of(0, levels)
                  : others_in_column * sent.list_bytes_of(1, sent.tree.num_levels) + 16 * messages);
    EXPECT_EQ(sent.of(Phase::kControl).messages == 0, grid.columns == 1);
    EXPECT_EQ(sent.of(Phase::kFold).messages, ranks * others_in_row * levels);
    // No rank sends a vertex twice: each goes to its owner once from the others of its row.
    EXPECT_LE(sent.of(Phase::kFold).bytes,
              others_in_row * 4 * sent.tree.num_reached + sent.of(Phase::kFold).messages);
    EXPECT_EQ(sent.of(Phase::kFold).bytes == 0, others_in_row == 0);
    EXPECT_EQ(sent.of(Phase::kPredecessors).bytes == 0, others_in_row == 0);
    EXPECT_EQ(sent.of(Phase::kReduce).bytes + sent.of(Phase::kExchange).bytes, 0U);
  }
}

/// Bottom-up, a block goes round its row: C messages a rank.
TEST(DistBfs2dTraffic, UnvisitedVerticesGoRoundTheirRow) {
  const auto ranks = static_cast<std::uint64_t>(test_world().size());
  for (const Grid grid : test::grids()) {
    SCOPED_TRACE(grid_name(grid));
    const Sent sent =
        search(grid, {.search = {.trace = BfsTrace::kLevels}, .encoding = Encoding::kBitmap});
    std::uint64_t messages = 0;
    std::uint64_t bottom_up = 0;
    const auto columns = static_cast<std::uint64_t>(grid.columns);
    for (const BfsLevelTrace& level : sent.tree.trace) {
      if (level.direction == BfsDirection::kNone) continue;
      if (level.direction == BfsDirection::kTopDown) {
        messages += ranks * (columns - 1);
      } else {
        messages += columns == 1 ? 0 : ranks * columns;
        ++bottom_up;
      }
    }
    EXPECT_GT(bottom_up, 0U);
    EXPECT_EQ(sent.of(Phase::kFold).messages, messages);
    // A message is a bitmap of a block and a byte, or empty.
    const std::uint64_t most = (1U << 12U) / ranks / 8 + 8 + 1;
    EXPECT_LE(sent.of(Phase::kFold).bytes, messages * most);
  }
}

/// The encodings differ in bytes only, and the shortest is chosen; but on one column, where a
/// bitmap of at most twice the bytes is.
TEST(DistBfs2dTraffic, AutoSendsTheLeast) {
  const Grid grid = near_square_grid(test_world().size());
  const auto total = [&](Encoding encoding) {
    const Sent sent =
        search(grid, {.search = {.direction = Direction::kTopDown}, .encoding = encoding});
    return sent.of(Phase::kExpand).bytes;
  };
  const std::uint64_t least = total(Encoding::kAuto);
  for (const Encoding encoding : {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap}) {
    EXPECT_LE(least, total(encoding));
  }
  EXPECT_LE(least, total(Encoding::kVarint) * (grid.columns > 1 ? 1 : 2));
  EXPECT_LE(total(Encoding::kThreshold), total(Encoding::kList));
  EXPECT_LE(total(Encoding::kThreshold), total(Encoding::kBitmap));
}

}  // namespace
}  // namespace strider::detail
