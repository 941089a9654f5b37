// Bottom-up steps where few vertices are unvisited.
#pragma once

#include <vector>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"
#include "base/team.hpp"

namespace strider::detail {

/// Lists the unvisited vertices once, and looks only at them in each step from then on. What a
/// step of all blocks costs at least - to look for unvisited vertices, each on cache lines of its
/// own - is then paid once, and lines are fetched ahead.
class BottomUpList {
 public:
  /// For up to `most` unvisited vertices. Throws MemoryError.
  BottomUpList(std::size_t most, int threads);
  /// The same, whose memory `workspace` takes.
  BottomUpList(Workspace& workspace, std::size_t most, int threads);

  [[nodiscard]] std::size_t most() const { return most_; }

  /// Before each search.
  void restart();

  /// This member's part of a step: the vertices of `blocks`, which are the same in all steps of a
  /// search. Does what probe_blocks does, and lists what it finds in `found_list`, too.
  Probed run(const Member& member, const BottomUpStep& step, Range blocks,
             FrontierLists::List& found_list);

 private:
  struct alignas(64) List {
    Array<Vertex> vertices;
    std::size_t size = 0;
    bool listed = false;
  };

  std::size_t most_;
  std::vector<List> lists_;  // a thread
};

}  // namespace strider::detail
