// One level bottom-up: every unvisited vertex looks for a parent in the frontier.
#pragma once

#include "algorithms/bfs/host/level_synchronous.hpp"
#include "graph/bitmap.hpp"

namespace strider::detail {

/// Finds, for the vertices that `visited` lacks, a parent among those of `frontier`; adds them to
/// `visited` and overwrites `next` with them. Members are dealt whole words of the bitmaps, so that
/// nothing is atomic. `graph` is searched against the direction of its edges; `level` numbers
/// the loop for `words`. Throws InterruptedError, so it runs under member.attempt.
LevelWork expand_bottom_up(const Graph& graph, const Bitmap& frontier, Bitmap& next,
                           Bitmap& visited, TreeWriter& tree, ChunkDealer& words, Level level);

/// The vertices that no edge leads to: bottom-up need never look at them.
[[nodiscard]] Bitmap unreachable_vertices(const Graph& graph, int threads);

}  // namespace strider::detail
