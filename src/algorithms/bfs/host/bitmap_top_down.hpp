// Top-down steps that mark what they find in a bitmap of each thread's own: no two threads write
// the same word, and no operation is atomic.
#pragma once

#include <atomic>
#include <vector>

#include "algorithms/bfs/host/frontier_lists.hpp"
#include "algorithms/bfs/tree_writer.hpp"
#include "base/team.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Bitmaps are those of bottom_up_kernels.hpp. A step of a team is expand(), a barrier, merge().
class BitmapTopDown {
 public:
  /// Takes a bitmap a thread, and room for what one thread finds along `max_serial_edges` edges, so
  /// that no step throws. Throws MemoryError, std::bad_alloc.
  BitmapTopDown(const Csr& graph, std::size_t blocks, int threads, EdgeIndex max_serial_edges);

  /// Before each step, by one thread.
  void restart() { next_chunk_.store(0, std::memory_order_relaxed); }

  /// Follows this member's part of the frontier's edges. A vertex that several members find gets
  /// the parent of any. Fails, as an attempt of the member, where the stop flag is set.
  void expand(Member& member, const FrontierLists& frontier, const std::uint32_t* visited,
              Vertex* parents);

  /// Joins what all members found in `blocks`: adds it to `visited`, sets `next` to it and its
  /// levels to `level`; lists it in `list` until that holds more than list_limit edges. Returns
  /// how many vertices.
  std::uint64_t merge(const Member& member, Range blocks, std::uint32_t* visited,
                      std::uint32_t* next, TreeWriter& tree, Level level, FrontierLists::List& list,
                      EdgeIndex list_limit);

  /// Replaces the frontier by the next one, without other threads. Its edges must be no more than
  /// max_serial_edges, nor than the list serial() holds vertices.
  void expand_serially(FrontierLists& frontier, std::uint32_t* visited, TreeWriter& tree,
                       Level level);

 private:
  void expand_chunks(const FrontierLists& frontier, std::span<std::uint32_t> seen, Vertex* parents);
  void mark(Vertex u, std::span<const Vertex> row, std::uint32_t* seen, Vertex* parents) const;
  void find_serially(std::span<const Vertex> rows, std::uint32_t* visited, TreeWriter& tree,
                     Level level);

  const Csr& graph_;
  std::vector<Array<std::uint32_t>> seen_;  // a thread: visited, or found by it in this step
  std::vector<Vertex> found_serially_;
  std::atomic<std::size_t> next_chunk_ = 0;
};

}  // namespace strider::detail
