// The distances of all vertices from a source by lengths, found by a block: near-far piles. They
// are the least sums, whatever the schedule.
#pragma once

#include "algorithms/bc/gpu/length_arrays.hpp"
#include "algorithms/bc/gpu/row_sums.hpp"
#include "gpu/near_far.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What a block shares while it searches.
struct DistanceBoard {
  PathSearch<u64, u64> search;
  PathControl<u64> control;
};

/// Rounds, piles and marks where there is room as long as no level is known, and no vertex closed.
STRIDER_DEVICE_FUNCTION PathSearch<u64, u64> search_in(const SourceWorkspace& workspace,
                                                       const LengthArrays& arrays, u32 num_words,
                                                       PathControl<u64>* control) {
  return {.arcs = arrays.out,
          .distances = arrays.distances,
          .queues = {workspace.queue, arrays.lists},
          .queued = {arrays.marks, arrays.marks + num_words},
          .piles = {workspace.ends, reinterpret_cast<u32*>(workspace.kept)},
          .piled = arrays.marks + 2 * u64{num_words},
          .control = control,
          .warp_degree = kWarpRow,
          .delta = arrays.delta};
}

/// All threads of the block call it; the board is shared. Leaves queue, ends, kept, lists and marks
/// in disorder.
STRIDER_DEVICE_FUNCTION void find_distances(const BlockTeam& team, const SourceWorkspace& workspace,
                                            const LengthArrays& arrays, u32 source,
                                            DistanceBoard* board) {
  const u32 num_words = (arrays.out.num_vertices + 31) / 32;
  if (team.rank() == 0) board->search = search_in(workspace, arrays, num_words, &board->control);
  team.sync();
  start_from(board->search, source, num_words, team.rank(), team.size());
  team.sync();
  search_paths_by_block(board->search);
}

}  // namespace strider::detail::STRIDER_DEVICE
