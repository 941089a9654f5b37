// What a search leaves on the device, brought to the host.
#pragma once

#include <span>
#include <vector>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"
#include "gpu/copy_stage.hpp"

namespace strider::detail::STRIDER_DEVICE {

class DelegateResults {
 public:
  /// Counts the arrays of a tree, too. `graph` outlives this.
  DelegateResults(Workspace& workspace, Context& context, const GraphDelegate& graph, int threads,
                  u32 block_threads);

  /// For a new search, which takes the arrays of `tree`. Throws MemoryError.
  void restart(DistBfsTree& tree);
  /// The vertices found from `begin` to `end` came from other ranks on a level.
  void add_arrivals(u32 begin, u32 end, Level level);
  /// As DelegateLocal::finish. `queue` comes after all that writes the state, of which the search
  /// found `num_found` normal vertices.
  [[nodiscard]] DelegateOutcome fetch(Queue& queue, const DelegateState& state, Level num_levels,
                                      u32 num_found, DistBfsTree& tree);

 private:
  struct Window {
    u32 begin;
    u32 end;
    Level level;
  };
  void fetch_levels(Queue& queue, const DelegateState& state, Level num_levels, DistBfsTree& tree);
  void fetch_arrivals(Queue& queue, const DelegateState& state, u32 num_found);
  [[nodiscard]] simt::LaunchShape shape(const Queue& queue, u64 work) const;

  const GraphDelegate& g_;
  int threads_;
  u32 block_threads_;
  DeviceBuffer<Level> copied_levels_;
  CopyStage stage_;
  Array<u32> parent_ids_;
  Array<u32> found_;
  Array<std::uint64_t> found_here_;
  Array<ParentId> delegate_parents_;
  std::vector<Window> windows_;
  std::vector<ArrivedVertices> arrivals_;
  std::vector<GraphDelegate::Own> open_;
};

}  // namespace strider::detail::STRIDER_DEVICE
