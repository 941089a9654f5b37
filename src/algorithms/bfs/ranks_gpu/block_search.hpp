// The search of a rank's device over a block of the adjacency matrix: rows, of which some are the
// rank's own vertices, and columns, which a frontier has. What other ranks find of the rows, and
// have in the frontier, is the business of one_d/local.cpp and two_d/local.cpp.
//
// Everything by row or column stays on the device. Found rows are bits. A frontier is a list of
// columns, and bits where rows look for parents.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/bfs/gpu/search_view.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/ranks_gpu/examined_by_rank.hpp"
#include "gpu/matrix_arrays.hpp"
#include "gpu/primitives.hpp"
#include "ranks_gpu/sets.hpp"
#include "strider/gpu.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What is known of own vertices.
struct OwnRows {
  u32* visited;  ///< bits
  u32* found;    ///< bits: in this level
  u32* levels;
};

class BlockSearch {
 public:
  /// Rows and columns in whole words of bits.
  struct Shape {
    u32 num_rows;
    u32 first_own;  ///< row of the first own vertex
    u32 num_own;
    u32 own_words;  ///< of bits: num_own and padding, which counts as visited
    u32 num_columns;
    u32 most_listed;  ///< columns in a list
  };
  /// Own vertices for which is_idle(v) never look for a parent; asked when the workspace is taken.
  /// `queue` and `sets` outlive this.
  BlockSearch(Workspace& workspace, Queue& queue, Sets& sets, const Shape& shape,
              const DeviceBfsOptions& options, std::function<bool(u32)> is_idle);
  /// Throws UsageError where the device cannot hold blocks of so many threads of its kernels.
  /// By columns of `matrix`.
  void require_blocks(const MatrixOnHost& matrix) const;

  // All are put into the queue, but where they wait.

  /// Forgets the last search and takes the arrays of `tree`. Throws MemoryError.
  void start(DistBfsTree& tree);
  /// Own vertices are found on level 0. Waits where they are many.
  void put_sources(std::span<const u32> sources);
  /// Whether an own vertex was found. Waits.
  [[nodiscard]] bool has_level(u32 v) const;
  /// Nothing is found of a level.
  void clear_found();
  /// Top-down: rows in the first `count` columns of list() that were not visited are found on
  /// `level`, whoever owns them. Waits.
  void search_columns(const MatrixArrays& by_column, u32 count, u32 level);
  /// Bottom-up: rows of `num_words` words, from a row on, that were not visited and have a column
  /// in frontier() are found.
  void search_rows(const MatrixArrays& by_row, u32 first_row, u32 num_words, u32 level);

  /// Arcs looked at since the last call, none where the search is not traced. May wait.
  [[nodiscard]] std::optional<u64> take_examined() { return examined_.take(queue_); }

  /// The device's parents of own vertices, all ones of those not reached, until the next call.
  /// Waits.
  [[nodiscard]] std::span<u32> bring_parents();
  /// By own vertex: what finish() gives to the tree.
  [[nodiscard]] std::span<GlobalVertex> own_parents() { return own_parents_.span(); }
  /// Before rows are put on `level`: room on the host for what finish() brings. Throws MemoryError.
  void make_room_for(Level level);
  /// `tree` gets the parents and the levels. Waits.
  void finish(DistBfsTree& tree, Level num_levels);

  [[nodiscard]] u32* parents() const { return parents_.data(); }
  [[nodiscard]] u32* levels() const { return levels_.data(); }
  [[nodiscard]] u32* visited() const { return visited_.data(); }
  [[nodiscard]] u32* found() const { return found_.data(); }
  [[nodiscard]] u32* frontier() const { return frontier_.data(); }
  [[nodiscard]] u32* list() const { return list_.data(); }
  [[nodiscard]] u32* own_found() const { return found_.data() + shape_.first_own / 32; }
  [[nodiscard]] OwnRows own() const {
    return {visited_.data() + shape_.first_own / 32, own_found(),
            levels_.data() + shape_.first_own};
  }
  /// Room for a number for each row of the own words, between calls.
  [[nodiscard]] u32* room() const { return open_.data(); }
  /// And of 8 bytes for each column of list().
  [[nodiscard]] u64* wide_room() const { return offsets_.data(); }

 private:
  [[nodiscard]] TreeView tree() const { return {parents_.data(), levels_.data(), visited_.data()}; }
  void upload_initially_visited(const std::function<bool(u32)>& is_idle);
  /// `array` becomes one of the own vertices, `reused` where that fits.
  template <class T>
  void fit(Array<T>& array, Array<T>& reused) const;

  Queue& queue_;
  Sets& sets_;
  const Shape shape_;
  const DeviceBfsOptions options_;

  // By row.
  DeviceBuffer<u32> parents_;  // columns
  DeviceBuffer<u32> levels_;   // mean something of own vertices
  DeviceBuffer<u32> visited_;  // bits: that this rank knows of
  DeviceBuffer<u32> found_;    // bits: in this level
  DeviceBuffer<u32> initially_visited_;
  DeviceBuffer<u32> open_;  // rows that look for a parent
  DeviceBuffer<u32> open_size_;

  // By column.
  DeviceBuffer<u32> frontier_;  // bits
  DeviceBuffer<u32> list_;
  DeviceBuffer<u32> degrees_;  // of those listed
  DeviceBuffer<u64> offsets_;  // their sums
  Scratch scratch_;
  PinnedBuffer<u64> num_edges_;
  ExaminedByRank examined_;

  // The tree of the own vertices, in arrays that go from search to search.
  Array<GlobalVertex> own_parents_;
  Array<std::uint8_t> narrow_;
  Array<Level> wide_;
  Array<u32> numbers_;
};

}  // namespace strider::detail::STRIDER_DEVICE
