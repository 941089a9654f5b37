// Top-down steps over rows whose targets are local ids.
//
// Threads mark what they reach in a bitmap of local ids each, and the bitmaps are merged: local ids
// of one owner lie together, so a range of these bitmaps is what the article's second listing calls
// a thread's buffer for that owner.
#pragma once

#include <vector>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Bitmaps are those of bottom_up_kernels.hpp, with a bit a local id.
class RankTopDown {
 public:
  RankTopDown(Workspace& workspace, const Csr& rows, std::size_t local_id_blocks, int threads);

  /// Follows the arcs of the frontier with all threads: local ids not in `visited` are put into
  /// `found`, which is overwritten, and into `visited`; one row that reached each into `parents`.
  void expand(const FrontierLists& frontier, std::uint32_t* visited, std::uint32_t* found,
              Vertex* parents);

  /// The same with one thread, for small frontiers: what is found is listed, own local ids (those
  /// below num_own) and others apart, each in the order in which it was reached. Preconditions: the
  /// lists have room for one entry an arc of the frontier, or one a local id.
  struct Lists {
    Vertex* own;
    std::size_t num_own;
    Vertex* others;
    std::size_t num_others;
  };
  void expand_serially(const FrontierLists& frontier, std::uint32_t* visited, Vertex* parents,
                       Lists& lists) const;

 private:
  void expand_chunk(const FrontierLists& frontier, int thread, int threads, std::uint32_t* seen,
                    Vertex* parents, std::size_t& next_chunk) const;

  const Csr& rows_;
  std::size_t blocks_;
  int threads_;
  std::vector<Array<std::uint32_t>> seen_;  // a thread: visited, or found by it in this step
};

}  // namespace strider::detail
